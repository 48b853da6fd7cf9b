"""Judges what was played: decisions by what a better one would have brought, chance by what it was worth on average."""

from mandapa.coach.analysis import Analysis, Analyst, Luck, Part, Summary, analyse
from mandapa.coach.judging import Judge, Verdict

__all__ = ["Analysis", "Analyst", "Judge", "Luck", "Part", "Summary", "Verdict", "analyse"]
