"""Fill the machine-code cache: ``python -m mandapa.warm kerala [...]`` prints one progress line per rule function.

The module runs in a separate process, because compiling holds the interpreter lock. ``--for PURPOSE`` selects the entry
points to compile; the default is those that a table needs.
"""

import sys

from mandapa.kernel.compile.engine import TABLE, CompileStep
from mandapa.kernel.errors import RuleError
from mandapa.library import game_type, games


def report(step: CompileStep) -> None:
    """Print a progress line with game, purpose, functions done and total, seconds left and current function."""
    print(f"{step.game} {step.purpose} {step.done}/{step.total} {step.left:.0f} {step.doing}", flush=True)


def main(arguments: list[str]) -> int:
    """Compile the named games, or all of them if none is named; return the exit status."""
    purposes = [arguments.pop(at + 1) for at in reversed(range(len(arguments) - 1)) if arguments[at] == "--for"]
    names = [argument for argument in arguments if argument != "--for"]
    try:
        for name in names or games():
            game_type(name).engine.warm(*(purposes or [TABLE]), report=report)
    except RuleError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
