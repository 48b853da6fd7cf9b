"""Networks of learn.py and search_and_learn.py, which need torch.

``layers`` is fully connected. ``parts`` uses the structure of compact observations: attention between entities, and
convolutions of planes.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from mandapa.adapters import policy_files
from mandapa.adapters.networks.forward import PartsSizes, places_of
from mandapa.adapters.observation_formats import ObservationFormat
from mandapa.kernel.errors import OptionError
from mandapa.kernel.learning.compact import Part

LAYERS, PARTS = "layers", "parts"


class Network(nn.Module):
    """Network with a policy and a value head. Its trunk maps observations to ``width`` numbers."""

    def __init__(self, trunk: LayersTrunk | PartsTrunk, actions: int, width: int) -> None:
        super().__init__()
        self.trunk = trunk
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)

    @classmethod
    def of(cls, form: ObservationFormat, width: int, kind: str = LAYERS) -> Network:
        """Return a new network for observations of a form; ``kind`` is ``layers`` or ``parts``."""
        if kind == LAYERS:
            return cls(LayersTrunk(form.size, width), form.game.type.num_actions, width)
        if not form.compact:
            raise OptionError(f"network: found {kind}, expected {LAYERS}: {form.game.name} has no compact observations")
        return cls(PartsTrunk(form, PartsSizes(width)), form.game.type.num_actions, width)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits, very low for illegal actions, and values."""
        inner = self.trunk(seen)
        return self.policy(inner).masked_fill(~mask, -1e9), self.value(inner).squeeze(-1)

    def arrays(self, value: bool) -> dict[str, np.ndarray]:
        """Return the weights, named as in files of policies; with ``value``, the value is the last output."""
        heads = [self.policy, self.value][: 1 + value]
        outputs = {kind: torch.cat([getattr(head, kind) for head in heads]) for kind in ("weight", "bias")}
        named = self.trunk.named_arrays(outputs)
        return {name: array.detach().cpu().numpy() for name, array in named.items()}


class LayersTrunk(nn.Sequential):
    """Two fully connected layers."""

    kind = policy_files.ACTOR

    def __init__(self, observation: int, width: int) -> None:
        super().__init__(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.about: dict[str, Any] = {}

    def named_arrays(self, outputs: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        """Return the weights by their names in a file."""
        layers = [self[0].state_dict(), self[2].state_dict(), outputs]
        return {f"{kind}{number}": array for number, layer in enumerate(layers) for kind, array in layer.items()}


class PartsTrunk(nn.Module):
    """Input layers for each part of a compact observation; ``mandapa.adapters.networks.forward`` describes them."""

    kind = policy_files.PARTS

    def __init__(self, form: ObservationFormat, sizes: PartsSizes) -> None:
        super().__init__()
        width, row = sizes.width, sizes.row_width
        facts, entities, planes = (
            [part for part in form.parts if part.kind == kind] for kind in ("facts", "entities", "planes")
        )
        self.form, self.heads, self.about = form, sizes.heads, {"sizes": asdict(sizes)}
        self.names = [[part.name for part in parts] for parts in (facts, entities, planes)]
        self.entities = nn.ModuleList(Rows(part, row) for part in entities)
        self.planes = nn.ModuleList(Planes(part, sizes) for part in planes)
        if facts:
            self.facts = nn.Linear(sum(part.size for part in facts), width)
        if entities:
            self.attention, self.attended = nn.Linear(row, 3 * row), nn.Linear(row, row)
            self.condensed = nn.Linear(row, sizes.place_width)
            self.placed = nn.Linear(sizes.place_width * sum(math.prod(part.extent) for part in entities), width)
            self.pooled = nn.Linear(2 * row, width)
        self.hidden = nn.Linear(width, width)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the last hidden layer."""
        parts = self.form.split(seen)
        facts, entities, planes = ([parts[name] for name in names] for names in self.names)
        terms = [layer(part) for layer, part in zip(self.planes, planes)]
        if facts:
            terms.append(self.facts(torch.cat([part.flatten(1) for part in facts], dim=1)))
        if entities:
            terms += self.attend(entities)
        return self.hidden(sum(terms).relu()).relu()

    def attend(self, entities: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what the entities contribute after attention: by their places, and from mean and maximum."""
        rows, there = (torch.cat(both, dim=1) for both in zip(*(map(Rows.__call__, self.entities, entities))))
        most = max(1, int(there.sum(dim=1).max()))  # absent entities come last and are cut off
        order = there.byte().argsort(dim=1, descending=True)[:, :most]
        by_place = rows.new_zeros(*there.shape, self.condensed.out_features)
        rows, there = rows.gather(1, order[..., None].expand(-1, -1, rows.shape[2])), there.gather(1, order)
        split = self.attention(rows).unflatten(2, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        absent = torch.where(there, 0.0, -1e9)[:, None, None]
        heads = functional.scaled_dot_product_attention(*split, attn_mask=absent)
        rows = (rows + self.attended(heads.transpose(1, 2).flatten(2))).relu() * there[..., None]
        mean = rows.sum(dim=1) / there.sum(dim=1, keepdim=True).clamp(min=1)
        condensed = self.condensed(rows) * there[..., None]
        by_place = by_place.scatter(1, order[..., None].expand(condensed.shape), condensed)
        return self.placed(by_place.flatten(1)), self.pooled(torch.cat([mean, rows.amax(dim=1)], dim=1))

    def named_arrays(self, outputs: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        """Return the weights by their names in a file."""
        return {**self.state_dict(), **{f"outputs.{kind}": array for kind, array in outputs.items()}}


class Rows(nn.Linear):
    """Embedding of the rows of a part with entities, from their numbers and their places in the part."""

    def __init__(self, part: Part, width: int) -> None:
        super().__init__(part.width + sum(part.extent), width)
        self.numbers = part.width
        self.register_buffer("places", torch.from_numpy(places_of(part)), persistent=False)

    def forward(self, part: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the embeddings and which entities are there, shapes (n, rows, width) and (n, rows)."""
        rows = part.reshape(len(part), -1, self.numbers)
        places = functional.linear(self.places, self.weight[:, self.numbers :], self.bias)
        return (functional.linear(rows, self.weight[:, : self.numbers]) + places).relu(), rows[..., 0] > 0


class Planes(nn.Module):
    """Two convolutions and a linear layer for the planes of a board."""

    def __init__(self, part: Part, sizes: PartsSizes) -> None:
        super().__init__()
        self.first = nn.Conv2d(part.width, sizes.channels, 3, padding=1)
        self.second = nn.Conv2d(sizes.channels, sizes.channels, 3, padding=1)
        self.linear = nn.Linear(sizes.channels * math.prod(part.extent), sizes.width)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Return the output, shape (n, width)."""
        return self.linear(self.second(self.first(planes).relu()).relu().flatten(1))
