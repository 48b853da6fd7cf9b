"""Check that every decision is either listed as legal or rejected for the fault that its rule returns."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from mandapa.kernel.actions import Kind, Vocabulary
from mandapa.kernel.record import Record
from mandapa.library import State
from mandapa.testing.playthrough import CheckFailed, record_that_leads_to

Counts = Mapping[Kind, Callable[[Record], int]]


class Decision(NamedTuple):
    """A decision of a kind that is due, that is, that belongs to the current phase; ``fault`` is 0 if it is legal."""

    kind: Kind
    numbers: list[int]
    fault: int

    def text(self, record: Record) -> str | None:
        """Return the text of the decision; None if parsing the text would not give this decision back.

        An example is an id that stands for a piece on an empty cell."""
        text = self.kind.write(record, self.numbers)
        match = self.kind.form.fullmatch(text)
        return text if match and self.kind.read(record, match.groupdict()) == self.numbers else None


def check_faults(vocabulary: Vocabulary, states: Iterable[State], counts: Counts | None = None) -> set[str]:
    """Check in every state that only decisions without a fault are legal, and that rejections name the fault.

    Every id of the kinds that are due is checked. For each fault that occurs in a state, the rejection of one text is
    checked. States in which no player acts are skipped.

    Args:
        vocabulary: the game's decisions, faults and rules.
        states: the states to check; the caller may continue to play each one.
        counts: functions ``count(record)`` for kinds that have fewer decisions than ids in some states.

    Returns:
        The names of the faults that occurred, so that a test can check that it has covered all faults.

    Raises:
        CheckFailed: named ``faults``, with the action, and the actual and the expected result.
    """
    met: set[int] = set()
    for state in states:
        if state.current_player >= 0:
            decisions = _decisions(vocabulary, state.record, counts or {})
            _check_listing(vocabulary, state, decisions)
            met |= _check_refusals(vocabulary, state, decisions)
    return {vocabulary.faults[fault].key.rpartition(".")[2] for fault in met}


def _decisions(vocabulary: Vocabulary, record: Record, counts: Counts) -> dict[int, Decision]:
    """Return all decisions that belong to the current phase, legal or not, by id."""
    found: dict[int, Decision] = {}
    for kind in vocabulary.kinds(record):
        if kind in vocabulary.events:
            continue
        first = -kind.index_in_kind(record, 0)
        for action in range(first, first + (counts[kind](record) if kind in counts else kind.count)):
            numbers = kind.split(record, action)
            found[action] = Decision(kind, numbers, vocabulary.fault_of(record, kind, numbers))
    return found


def _check_listing(vocabulary: Vocabulary, state: State, decisions: Mapping[int, Decision]) -> None:
    listed = set(state.legal_action_ids)
    for action in sorted(listed.symmetric_difference(id for id, one in decisions.items() if not one.fault)):
        if action not in decisions:
            found = f"action {action} is listed, but no kind of decision that is due has this id"
        elif decisions[action].fault:
            fault = vocabulary.faults[decisions[action].fault]
            found = f"{state.format(action)!r} is listed, but its rule says {fault.sentence!r} ({fault.key})"
        else:
            found = f"{state.format(action)!r} is not listed, but its rule says that nothing is wrong with it"
        raise CheckFailed("faults", found, record_that_leads_to(state))


def _check_refusals(vocabulary: Vocabulary, state: State, decisions: Mapping[int, Decision]) -> set[int]:
    """Check the rejection of one text for each fault; return the numbers of these faults."""
    texts: dict[int, str | None] = {}
    for decision in decisions.values():
        if decision.fault and texts.get(decision.fault) is None:
            texts[decision.fault] = decision.text(state.record)
    for number, text in texts.items():
        if text is None:
            continue
        refusal, fault = state.refusal(text), vocabulary.faults[number]
        if refusal is None or (refusal.clause, refusal.key) != (fault.clause, fault.key):
            found = f"{refusal.clause} {refusal.key}" if refusal else "no refusal"
            message = f"{text!r}: found {found}, expected {fault.clause} {fault.key} as its rule says"
            raise CheckFailed("faults", message, record_that_leads_to(state))
    return set(texts)
