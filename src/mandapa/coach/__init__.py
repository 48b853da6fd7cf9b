"""Judges what was played: decisions by what a better one would have brought, chance by what it was worth on average."""

from mandapa.coach.analysis import Analysis, Analyst, Judge, Luck, Part, Summary, Verdict, analyse

__all__ = ["Analysis", "Analyst", "Judge", "Luck", "Part", "Summary", "Verdict", "analyse"]
