"""Commands for the benchmark (docs/benchmark.md): one module per command."""
