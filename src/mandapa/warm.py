"""Fill the cache of machine code: ``python -m mandapa.warm kerala [...]``, one line of progress a rule function.

Run in a process of its own, because compiling holds the interpreter lock. ``--for PURPOSE`` says what for; what a table
needs, if nothing is said.
"""

import sys

from mandapa.kernel.compile.engine import TABLE, Step
from mandapa.kernel.errors import RuleError
from mandapa.library import game_type, games


def report(step: Step) -> None:
    """One line of progress: game, purpose, functions done and expected, seconds left, what is being done."""
    print(f"{step.game} {step.purpose} {step.done}/{step.total} {step.left:.0f} {step.doing}", flush=True)


def main(arguments: list[str]) -> int:
    """Compile the named games, all of them if none is named; returns the exit status."""
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
