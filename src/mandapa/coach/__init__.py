"""Turns compared under common random numbers: hints, chances to win, analyses of finished games, puzzles, lessons."""

from mandapa.coach.analysis import Analysis, Analyst, Judge, Luck, Part, Summary, Verdict, analyse

__all__ = ["Analysis", "Analyst", "Judge", "Luck", "Part", "Summary", "Verdict", "analyse"]
