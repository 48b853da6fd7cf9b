"""Run the ``mandapa`` command with ``python -m mandapa``."""

from mandapa.cli import app

if __name__ == "__main__":
    app(prog_name="mandapa")
