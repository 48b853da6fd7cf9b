"""The rules of Chola: ``actions.py`` says what may be done and what comes of it; read it first."""
