"""The rules of Menara, one file for each part of the rulebook. Read ``turn.py`` first."""
