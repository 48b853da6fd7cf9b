"""Where a floor may lie: what the rules ask of any pose (``places.py``), and poses found for programs and people."""
