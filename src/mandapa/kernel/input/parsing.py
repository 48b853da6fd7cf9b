"""Parse JSON and TOML from users, raising ``ValueError`` for any kind of invalid input."""

import json
import sys
import tomllib
from collections.abc import Callable
from typing import Any


def parse_json(text: str) -> Any:
    """Parse JSON, which may begin with a byte order mark.

    Raises:
        ValueError: the text is not valid JSON (``json.JSONDecodeError``), is nested too deeply, or has a number with
            too many digits.
    """
    return _parse(json.loads, text)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML, which may begin with a byte order mark.

    Raises:
        ValueError: the text is not valid TOML (``tomllib.TOMLDecodeError``), is nested too deeply, or has a number with
            too many digits.
    """
    tables: dict[str, Any] = _parse(tomllib.loads, text)
    return tables


def _parse(loads: Callable[[str], Any], text: str) -> Any:
    try:
        return loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except (json.JSONDecodeError, tomllib.TOMLDecodeError):
        raise
    except ValueError:  # Python limits the digits of integers, because conversion takes quadratic time
        raise ValueError(f"a whole number of more than {sys.get_int_max_str_digits():,} digits") from None
