"""Matches: lists of entries that can be replayed, with seats, take-backs, confirmed turns, clocks, and record files."""

from mandapa.play.entries import Entry, Message, now
from mandapa.play.events import Event, visible_to
from mandapa.play.history import ReplayError
from mandapa.play.match import Match, RequestRefused
from mandapa.play.record import RecordError, actions_until, export_record, import_record
from mandapa.play.seats import Seat
from mandapa.play.story import Story, story

__all__ = [
    "Entry",
    "Event",
    "Match",
    "Message",
    "RecordError",
    "ReplayError",
    "RequestRefused",
    "Seat",
    "Story",
    "actions_until",
    "export_record",
    "import_record",
    "now",
    "story",
    "visible_to",
]
