"""Makes the helper modules of this folder importable, whoever collects it."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
