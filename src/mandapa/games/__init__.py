"""The games: one package each, all with the same subpackages. No game imports another."""
