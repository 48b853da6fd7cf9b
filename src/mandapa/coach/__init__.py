"""Hints, analyses of finished games, puzzles, lessons and winning probabilities, all based on simulation."""

from mandapa.coach.analysis import Analysis, Analyst, GamePart, Luck, Summary, TurnJudge, Verdict, analyse

__all__ = ["Analysis", "Analyst", "GamePart", "Luck", "Summary", "TurnJudge", "Verdict", "analyse"]
