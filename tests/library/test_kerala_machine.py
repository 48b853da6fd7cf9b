"""Hypothesis plays a game of Kerala: apply, undo, copies, texts and JSON agree at all times."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import mandapa


class KeralaMachine(RuleBasedStateMachine):
    """A game, the hashes it has been through, and copies made on the way."""

    def __init__(self):
        super().__init__()
        self.state = mandapa.load("kerala", players=2, colours=["blue", "red"], rounds=8).new_state()
        self.start = self.state.copy().record
        self.hashes = [self.state.hash()]
        self.copies = []

    @precondition(lambda self: not self.state.is_terminal)
    @rule(choice=st.integers(0, 200), times=st.integers(1, 12))
    def play(self, choice, times):
        for number in range(times):
            texts = self.state.legal_actions
            if not texts:
                return
            self.state.apply(texts[(choice + 7 * number) % len(texts)])
            self.hashes.append(self.state.hash())

    @precondition(lambda self: self.state.history)
    @rule(times=st.integers(1, 40))
    def undo(self, times):
        for _ in range(min(times, len(self.state.history))):
            last = self.state.history[-1]
            assert self.state.undo() == last
            self.hashes.pop()

    @rule()
    def copy(self):
        self.copies = [*self.copies[-3:], (self.state.copy(), self.state.hash())]

    @precondition(lambda self: self.copies)
    @rule(which=st.integers(0, 3))
    def go_on_with_a_copy(self, which):
        self.state = self.copies[which % len(self.copies)][0].copy()
        replayed = self.state.game.new_state()
        self.hashes = [replayed.hash()]
        for text in self.state.history:
            replayed.apply(text)
            self.hashes.append(replayed.hash())

    @rule()
    def write_and_read(self):
        assert self.state.game.state_from_json(self.state.to_json()) == self.state

    @rule(text=st.text(max_size=12))
    def nonsense_is_refused(self, text):
        if text not in self.state.legal_actions:
            assert isinstance(self.state.refusal(text), mandapa.IllegalAction)

    @invariant()
    def agrees(self):
        assert self.state.hash() == self.hashes[-1]
        assert len(self.hashes) == len(self.state.history) + 1
        assert all(copy.hash() == then for copy, then in self.copies)
        assert self.state.game.type.invariant(self.start, self.state.record) is None
        for action, text in zip(self.state.legal_action_ids, self.state.legal_actions, strict=True):
            assert self.state.parse(text) == action


TestKerala = KeralaMachine.TestCase
TestKerala.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
