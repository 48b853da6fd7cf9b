"""Write the playthroughs again: ``python tests/records/regenerate.py``. Then look at ``git diff``."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from playthroughs import GAMES, file_of, written

if __name__ == "__main__":
    for name in GAMES:
        file_of(name).parent.mkdir(exist_ok=True)
        file_of(name).write_text(written(name), encoding="utf-8")
        print(file_of(name))
