"""Turns compared under common random numbers: hints, chances to win, analyses of finished games, puzzles, lessons."""

from mandapa.coach.analysis import Analysis, Analyst, GamePart, Luck, Summary, TurnJudge, Verdict, analyse

__all__ = ["Analysis", "Analyst", "GamePart", "Luck", "Summary", "TurnJudge", "Verdict", "analyse"]
