"""The games in the interfaces that research uses; each module needs the extra of its name.

* ``mandapa.adapters.openspiel``: every game registered with OpenSpiel, e.g. ``mandapa_kerala(players=3)``
* ``mandapa.adapters.pettingzoo``: agent-environment cycles, e.g. ``kerala_v1``
* ``mandapa.adapters.gymnasium``: one learner against computer players, alone or in batches
* ``mandapa.adapters.batch``: many games at once, stepped by machine code on all cores; numpy is enough for it
"""

from __future__ import annotations


def missing(extra: str, error: ImportError) -> ImportError:
    """The error for a library that is not installed: which, and how to get it."""
    return ImportError(
        f"mandapa.adapters.{extra} needs a library that is not installed ({error}); pip install 'mandapa[{extra}]'",
        name=error.name,
    )
