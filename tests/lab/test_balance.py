"""Balance statistics and report, checked on games with known results."""

from __future__ import annotations

import copy
import csv
import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.bots import toys

import mandapa
from mandapa.cli.lab.balance import balance_tables
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena import balance as lab, game_statistics
from mandapa.lab.arena.balance import Balance, Variant, balance
from mandapa.lab.arena.game_statistics import GameStatistics, leader, sheet_items, watch
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.reports.html_report import page


def watched(number: int, scores: list[float], wins: list[float], **others) -> GameStatistics:
    seen = GameStatistics(number, scores, wins, order=[1, 0], plies=9, branching=Counter({1: 2, 3: 2}))
    seen.kinds, seen.events = Counter(take=3, step=1), Counter(draw=5)
    seen.led = [None] * 5 + [1.0] * 5
    seen.items = [{"edges": score} for score in scores]
    for name, value in others.items():
        setattr(seen, name, value)
    return seen


@pytest.fixture
def variant() -> Variant:
    games = [watched(0, [4, 2], [1, 0]), watched(1, [0, 6], [0, 1], lead_changes=2), watched(2, [3, 3], [0.5, 0.5])]
    return Variant("as it is", mandapa.load("kerala", 2), games)


def test_what_is_summed_up(variant):
    data = variant.to_json()
    assert [seat["win_rate"] for seat in data["seats"]] == [0.5, 0.5]
    assert data["seats"][1]["score"]["mean"] == pytest.approx(11 / 3)
    assert data["turn_order"][0]["score"] == data["seats"][1]["score"]
    assert data["lead_changes"]["mean"] == pytest.approx(2 / 3)
    assert data["spread"]["mean"] == pytest.approx((2 + 6 + 0) / 3)
    assert data["leader_wins"] == [None] * 5 + [1.0] * 5
    assert (data["legal_actions"], data["forced_share"]) == (2, 0.5)
    assert data["decisions_a_game"]["take"] == {"mean": 3, "margin": 0}
    assert data["score_sheet"]["edges"]["points"]["mean"] == 3
    assert data["score_sheet"]["edges"]["share"] == pytest.approx(5 / 6)


def test_a_game_is_watched_closely(monkeypatch):
    """With four stones left, the first player takes one at random; the second sees the win and takes the rest."""
    monkeypatch.setattr(game_statistics, "warm", lambda game: game)
    monkeypatch.setattr(game_statistics, "sheet_items", lambda sheet: {})
    game = toys.nim(4)
    monkeypatch.setattr(mandapa.State, "scores", lambda self, explain=False: [0.0, 1.0] if explain else [1.0, 0.0])
    seen = watch(game, [PlayerSpec.parse("random"), PlayerSpec.parse("random")], 1, 0)
    assert seen.order == [0, 1][: len(seen.order)] and seen.plies == seen.decisions == seen.branching.total()
    assert seen.kinds.total() == seen.plies and not seen.events
    assert sum(seen.wins) == 1 and seen.led == [seen.wins[0]] * 10 and seen.lead_changes == 0


def test_no_bot_draws_the_random_numbers_of_chance(monkeypatch):
    """NumPy pads seeds with zeros: [1, 0] and [1, 0, 0] give the same numbers."""
    monkeypatch.setattr(game_statistics, "warm", lambda game: game)
    streams = [np.random.default_rng([1, 0]).random()]

    class RecordingSpec:
        def player(self, game, rng):
            streams.append(copy.deepcopy(rng).random())
            return PlayerSpec.parse("random").player(game, rng)

    watch(mandapa.load("kerala", 3, rounds=2), [RecordingSpec()] * 3, 1, 0)
    assert len(set(streams)) == 4


def test_a_real_game_adds_up():
    game = mandapa.load("kerala", 3, rounds=2)
    one, again = (watch(game, [PlayerSpec.parse("greedy")] * 3, 7, number) for number in (4, 4))
    assert one == again
    assert one.plies == one.decisions + one.events.total() and one.events["draw"] > 0
    assert one.branching.total() == one.decisions and sorted(one.order) == [0, 1, 2]
    assert [sum(items.values()) for items in one.items] == one.scores
    assert len(one.led) == 10 and one.led[-1] in (None, 1.0)


def test_who_leads():
    assert leader([1, 3, 2]) == 1
    assert leader([3, 3, 2]) == game_statistics.NOBODY
    sheet = {"seat": 0, "edges": {"points": 2}, "total": 3, "odd": {"points": None}}
    assert sheet_items(sheet) == {"edges": 2, "other": 1}
    assert sheet_items({"seat": 0, "total": 3, "levels": 3}) == {}


@pytest.mark.parametrize("name", ["kerala", "chola", "indus", "hampi"])
def test_items_of_every_sheet_add_up(name):
    seen = watch(mandapa.load(name), [PlayerSpec.parse("random")] * mandapa.load(name).players, 1, 0)
    assert [pytest.approx(sum(items.values())) for items in seen.items] == seen.scores
    assert max(map(len, seen.items)) > 1


def test_lead_changes_pass_over_ties(monkeypatch):
    """Seat 0 leads, then there is a tie, then 0 leads again, then 1: one change."""
    scores = iter([[1, 0], [1, 1], [2, 1], [2, 3]])
    state = toys.nim(4).new_state()
    monkeypatch.setattr(type(state), "scores", lambda self, explain=False: [{}, {}] if explain else [2, 3])
    seen = game_statistics._ended(GameStatistics(0), state, [leader(one) for one in scores])
    assert seen.lead_changes == 1


def test_only_variants_of_one_game_are_compared():
    with pytest.raises(OptionError, match="variants of one game"):
        balance({"a": mandapa.load("kerala", 2), "b": mandapa.load("kerala", 3)}, ["random"] * 2, 2)


@pytest.fixture
def compared(variant) -> Balance:
    worse = [watched(n, [1, 5], [0, 1], events=Counter(draw=7), kinds=Counter(take=9)) for n in range(4)]
    changed = Variant("rounds=2 <b>", mandapa.load("kerala", 2, rounds=2), worse)
    return Balance([variant, changed], ["adept", "adept"], 3)


def test_tables_for_pandas(compared, tmp_path):
    written = compared.write_data(tmp_path / "data")
    assert {path.stem for path in written} == set(lab.ROWS)
    rows = {path.stem: list(csv.DictReader(path.open(encoding="utf-8"))) for path in written}
    assert len(rows["games"]) == 7 and len(rows["seats"]) == 14
    assert rows["seats"][0] == {"variant": "as it is", "game": "0", "seat": "0", "place": "1", "score": "4", "win": "1"}
    assert {row["kind"] for row in rows["actions"] if row["by"] == "chance"} == {"draw"}
    assert sum(float(row["points"]) for row in rows["items"] if row["variant"] == "as it is") == 18


def test_the_page_stands_alone(compared):
    text = page(compared)
    assert not re.search(r'(src|href)="(?!#)', text) and "@import" not in text and "<script" not in text
    assert "rounds=2 &lt;b&gt;" in text and "<b>" not in text
    assert re.search(r"<td>5\.00 ± 0\.00</td><td>7\.00 ± 0\.00</td><td>2\.00 ± 0\.00</td>", text)  # draws
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == text.count("<figcaption>") == text.count("In numbers") == 11
    for picture in pictures:
        ElementTree.fromstring(picture)
        assert 'role="img" aria-label="' in picture
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert "prefers-color-scheme: dark" in text and not re.search(r"#0[1-6]0[1-6]0[1-6]", text)
    assert page(compared) == text


def test_a_page_of_one_variant_has_nothing_to_compare(variant):
    text = page(Balance([variant], ["adept", "adept"], 3))
    assert "What the change did" not in text and "<svg" in text


def test_the_tables_name_everybody(compared):
    tables = balance_tables(compared)
    assert [table.row_count for table in tables] == [2, 2, 2]


def test_an_equal_score_in_every_game_has_no_margin():
    games = [watched(number, [3.0, 1.0], [1.0, 0.0]) for number in range(4)]
    table = balance_tables(Balance([Variant("as it is", mandapa.load("connect_four"), games)], ["random"] * 2, 1))[0]
    assert list(table.columns[3].cells) == ["3.0 ± 0.0", "1.0 ± 0.0"]
