"""The tower of Menara: where its pieces are, what stands, and what hands do to it. Read ``tower.py`` first."""
