"""Policies as another package might provide them, good ones and bad ones."""

from __future__ import annotations

from types import SimpleNamespace


def last(question):
    """Take the last action."""
    return question.legal_actions[-1]


def by_id(question):
    return question.legal_action_ids[-1]


def drawn(question):
    return int(question.rng.choice(question.legal_action_ids))


def only_nim(question):
    return question.legal_actions[0]


only_nim.games = ("nim",)
only_nim.title = "Nimmer"


class Counting:
    """Counts how often it was called."""

    def __init__(self, game, rng):
        self.game = game
        self.asked = 0

    def __call__(self, question):
        self.asked += 1
        return question.legal_action_ids[min(self.asked, len(question.legal_action_ids)) - 1]


class Unmakeable:
    def __init__(self, game):
        self.game = game


def raises(question):
    raise KeyError("weights")


def nothing(question):
    return None


def illegal(question):
    return 99


def truth(question):
    return True


def unknown_text(question):
    return "take everything" * 100


class Unshowable:
    def __repr__(self):
        raise RuntimeError("no")


def unshowable(question):
    return Unshowable()


not_callable = 3
inner = SimpleNamespace(last=last)
