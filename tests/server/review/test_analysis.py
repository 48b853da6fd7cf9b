"""The server's coach: a game is analysed once for all, in the background, and the analysis is stored with the match."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import mandapa
from mandapa.coach import analysis
from mandapa.coach.analysis import MARK_THRESHOLDS
from mandapa.coach.lessons import lessons
from mandapa.server.review import analysis_jobs
from records import written_game

from ..conftest import TIMEOUT, TWO, Guest, RunningServer, settled


def over(guest: Guest) -> str:
    """A match that this guest has played to its end alone on one device."""
    table = guest.open_table([{"kind": "me"}, {"kind": "local", "name": "Bala"}])
    page = guest.look(table)
    while page.prompt["result"] is None:
        page.play_turn()
    return table


def judged(guest: Guest, table: str) -> dict[str, Any]:
    """Wait for the coach's analysis and return it."""
    end = time.monotonic() + TIMEOUT
    while (answer := guest.get(f"/api/tables/{table}/analysis"))["state"] == "working":
        assert time.monotonic() < end
        time.sleep(0.05)
    found: dict[str, Any] = answer["analysis"]
    return found


def test_a_finished_match_is_judged_once_for_all(
    start: Callable[..., RunningServer], arrive: Callable[..., Guest], postgresql: str, monkeypatch: Any
) -> None:
    mandapa.game_type("kerala").engine.warm()
    monkeypatch.setattr(analysis_jobs, "SIMULATIONS", 40)
    monkeypatch.setattr(analysis, "SCENARIOS", 4)
    running = start(database=postgresql)
    asha, bala = arrive("Asha", running), arrive("Bala", running)
    table = asha.post("/api/records", written_game("kerala/short"))["id"]
    assert asha.get(f"/api/tables/{table}/analysis")["state"] == "none"
    assert asha.post(f"/api/tables/{table}/analysis")["state"] == "working"
    found = judged(asha, table)
    replay = asha.get(f"/api/tables/{table}/replay")["plies"]
    assert [replay[one["ply"]]["seat"] for one in found["verdicts"]] == [one["seat"] for one in found["verdicts"]]
    assert sum(one["count"] for one in found["verdicts"]) == sum(ply["seat"] is not None for ply in replay)
    assert all(step["log"]["key"].startswith("kerala.") for one in found["verdicts"] for step in one["plan"])
    again = bala.post(f"/api/tables/{table}/analysis")
    assert (again["state"], again["analysis"]) == ("done", found)
    try_better_turns(bala, table, found, replay)


def test_every_process_shows_the_progress_of_an_analysis(
    start: Callable[..., RunningServer], arrive: Callable[..., Guest], postgresql: str, monkeypatch: Any
) -> None:
    mandapa.game_type("kerala").engine.warm()
    monkeypatch.setattr(analysis_jobs, "SIMULATIONS", 5)
    monkeypatch.setattr(analysis, "SCENARIOS", 4)
    first, second = (start(database=postgresql) for _ in range(2))
    asha = arrive("Asha", first)
    bala = arrive("Bala", second)
    table = asha.post("/api/records", written_game("kerala/short"))["id"]
    path = f"/api/tables/{table}/analysis"
    may_go, analyse_part = threading.Event(), analysis_jobs.Analyst.analyse_part

    def analyse_later(analyst: Any, part: Any) -> None:
        assert may_go.wait(TIMEOUT)
        analyse_part(analyst, part)

    monkeypatch.setattr(analysis_jobs.Analyst, "analyse_part", analyse_later)
    asha.post(path)
    settled(lambda: bala.get(path)["total"] > 0)
    progress = asha.get(path)
    assert progress["state"] == "working" and bala.post(path) == bala.get(path) == progress
    assert second.app.state.analysis_jobs[table] is None, "it is not analysed twice"
    may_go.set()
    found = judged(asha, table)
    assert bala.get(path)["analysis"] == found


def try_better_turns(guest: Guest, table: str, found: dict[str, Any], replay: list[dict[str, Any]]) -> None:
    """Retry a turn that had a better alternative: the played turn is wrong, the better one is right."""
    turn = max((one for one in found["verdicts"] if one["mark"] in MARK_THRESHOLDS), key=lambda one: one["lost_chance"])
    path = f"/api/tables/{table}/analysis/{turn['ply']}"
    shown = guest.post(path, {})
    assert shown["seat"] == turn["seat"] and shown["choices"] and not shown["over"]
    played = [ply["text"] for ply in replay[turn["ply"] : turn["ply"] + turn["count"]]]
    best = [step["action"] for step in turn["plan"]]
    wrong, right = (guest.post(path, {"actions": line, "want": "verdict"}) for line in (played, best))
    assert wrong["over"] and right["over"] and not right["choices"]
    assert not wrong["verdict"]["right"]
    assert (wrong["verdict"]["mark"], wrong["verdict"]["lost_chance"]) == (turn["mark"], turn["lost_chance"])
    assert right["verdict"]["right"] and right["verdict"]["lost"] == 0
    answer = guest.post(path, {"want": "answer"})["answer"]
    assert (answer["plan"], answer["gain_chance"]) == (turn["plan"], turn["lost_chance"])
    assert replay[0]["seat"] is None, "a draw: nobody had a better one"
    assert guest.refused("POST", f"/api/tables/{table}/analysis/0", {})[0] == 404


def test_a_puzzle_is_tried_and_judged(arrive: Callable[..., Guest]) -> None:
    mandapa.game_type("kerala").engine.warm()
    asha = arrive("Asha")
    listed = asha.get("/api/puzzles")
    assert listed["today"]["id"] in {one["id"] for one in listed["puzzles"]}
    one = mandapa.puzzles("kerala")[0]
    path = f"/api/puzzles/kerala/{one.id}"
    shown = asha.post(path, {})
    assert (shown["seat"], shown["over"], shown["verdict"], shown["answer"]) == (one.seat, False, None, None)
    right, wrong = (asha.post(path, {"actions": list(line), "want": "verdict"}) for line in (one.best, one.greedy))
    assert right["verdict"]["right"] and right["verdict"]["reasons"] == []
    assert not wrong["verdict"]["right"] and wrong["verdict"]["lost_chance"] >= 0.06
    answer = asha.post(path, {"want": "answer"})["answer"]
    assert [step["action"] for step in answer["plan"]] == list(one.best) and answer["gain"] == one.gain
    assert answer["idea"]["key"].startswith("kerala.idea.")
    half = {"actions": list(one.best[:1]), "want": "verdict"}
    assert asha.refused("POST", path, half)[1]["code"] == "not_over"
    more = {"actions": [*one.best, "pass"]}
    assert asha.refused("POST", path, more)[1]["code"] == "not_your_turn"
    assert asha.refused("POST", path, {"actions": ["fly"]})[0] == 422
    assert asha.refused("POST", "/api/puzzles/kerala/none", {})[0] == 404
    assert asha.refused("POST", "/api/puzzles/chess/none", {})[0] == 404


def test_a_task_of_a_lesson_is_tried_as_a_puzzle_is(arrive: Callable[..., Guest]) -> None:
    mandapa.game_type("kerala").engine.warm()
    asha = arrive("Asha")
    lesson = asha.get("/api/lessons/kerala")["lessons"][0]
    assert lesson["proof"]["better"] > 0.5
    task = lesson["tasks"][0]
    found = next(one for one in lessons("kerala")[0].tasks if one.id == task["id"])
    answer = asha.post(f"/api/puzzles/kerala/{task['id']}", {"actions": list(found.second.actions), "want": "verdict"})
    assert (answer["seat"], answer["verdict"]["right"]) == (task["seat"], False)
    assert asha.refused("GET", "/api/lessons/chess")[0] == 404


def test_the_coach_says_what_a_turn_loses_before_it_is_confirmed(arrive: Callable[..., Guest]) -> None:
    mandapa.game_type("kerala").engine.warm()
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}], coach=True)
    path, page = f"/api/tables/{table}/verdict", asha.look(table)
    assert page.picture["table"]["coach"] and bala.look(table).picture["table"]["coach"]
    assert asha.refused("POST", path)[1]["code"] == "not_your_turn", "it is not complete"
    page.play_turn(confirm=False)
    assert page.prompt["can_confirm"]
    answer = asha.post(path)
    found = answer["verdict"]
    assert (answer["seat"], answer["unit"]) == (0, "points")
    assert found["right"] == (found["mark"] in ("forced", "best", "good")) == (not found["plan"])
    assert bala.refused("POST", path)[1]["code"] == "not_seated"
    while page.prompt["can_back"]:
        assert page.request("back")["type"] == "ok"
    assert asha.refused("POST", path)[1]["code"] == "not_your_turn", "it was taken back"


def test_the_coach_says_what_it_expects_of_every_choice_by_the_end(arrive: Callable[..., Guest]) -> None:
    mandapa.game_type("kerala").engine.warm()
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}])
    page, path = asha.look(table), f"/api/tables/{table}/expected"
    answer = asha.post(path)
    assert answer["unit"] == "points"
    assert set(answer["values"]) == {choice["action"] for choice in page.picture["choices"]}
    assert bala.refused("POST", path)[1]["code"] == "not_your_turn"


def test_the_coach_is_silent_where_others_play(arrive: Callable[..., Guest]) -> None:
    asha = arrive("Asha")
    quiet = asha.open_table([{"kind": "me"}, {"kind": "local"}])
    asha.look(quiet).play_turn(confirm=False)
    assert asha.refused("POST", f"/api/tables/{quiet}/verdict")[1]["code"] == "no_coach", "it was not asked for"
    alone = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    for seats, confirm in ((TWO, True), (alone, False)):
        plan = {"game": "kerala", "seats": seats, "confirm": confirm, "coach": True}
        status, error = asha.refused("POST", "/api/tables", plan)
        assert (status, error["where"]) == (422, "coach")
    table = asha.open_table(alone, coach=True)
    for seats, kept in ((alone, True), (TWO, False)):
        fork = asha.post(f"/api/tables/{table}/fork", {"ply": 0, "seats": seats})["id"]
        assert asha.look(fork).picture["table"]["coach"] == kept


def test_what_cannot_be_judged_is_refused(arrive: Callable[..., Guest]) -> None:
    asha = arrive("Asha")
    playing = asha.open_table()
    assert asha.refused("POST", f"/api/tables/{playing}/analysis")[1]["code"] == "not_over"
    assert asha.refused("GET", f"/api/tables/{playing}/analysis")[1]["code"] == "not_over"


def test_nobody_has_many_games_judged_at_once(
    start: Callable[..., RunningServer], arrive: Callable[..., Guest], monkeypatch: Any
) -> None:
    mandapa.game_type("kerala").engine.warm()
    monkeypatch.setattr(analysis_jobs, "MAX_ANALYSES_PER_GUEST", 1)
    go = threading.Event()
    monkeypatch.setattr(analysis_jobs, "analysis_json", lambda analyst: go.wait(TIMEOUT))
    asha = arrive("Asha", start())
    first, second = over(asha), over(asha)
    assert asha.post(f"/api/tables/{first}/analysis")["state"] == "working"
    assert asha.post(f"/api/tables/{first}/analysis")["state"] == "working"
    status, error = asha.refused("POST", f"/api/tables/{second}/analysis")
    assert (status, error["code"], error["expected"]) == (429, "flood", "at most 1 at once")
    monkeypatch.setattr(analysis_jobs, "ADDRESS_SHARE", 1)
    neighbour = Guest(asha.address, "Bala")
    error = neighbour.refused("POST", f"/api/tables/{second}/analysis")[1]
    neighbour.close()
    assert "your address" in error["message"]
    go.set()
