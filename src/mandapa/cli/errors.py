"""Expected errors of the ``mandapa`` command, and its exit codes: 2 for wrong usage, 1 for other failures."""

USAGE = 2
FAILURE = 1


class UsageError(ValueError):
    """Wrong usage of the command. The message gives the value found and the values expected."""


class Failure(ValueError):
    """A request that cannot be carried out. The message says where and why."""


def exit_code(error: Exception) -> int | None:
    """Return the exit code for an error that is caused by the user or the machine; None for a bug in this program."""
    from mandapa.bots import PolicyError
    from mandapa.kernel.errors import ComponentError, IllegalAction, OptionError, PositionError, RuleError
    from mandapa.play import RecordError

    if isinstance(error, BrokenPipeError):  # the reader of our output has closed the pipe: print no message
        return None
    if isinstance(error, UsageError | OptionError):
        return USAGE
    failures = (Failure, OSError, PositionError, ComponentError, RecordError, IllegalAction, RuleError, PolicyError)
    if isinstance(error, failures):
        return FAILURE
    return None


def explain(error: Exception) -> str:
    """Describe an error in one sentence."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
