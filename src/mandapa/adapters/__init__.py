"""Adapters for research libraries; each module requires the extra with the same name.

* ``mandapa.adapters.openspiel``: every game registered with OpenSpiel, e.g. ``mandapa_kerala(players=3)``
* ``mandapa.adapters.pettingzoo``: AEC environments, e.g. ``kerala_v1``
* ``mandapa.adapters.gymnasium``: one learner against bots, single or vectorized
* ``mandapa.adapters.batch``: batches of games, stepped by machine code on all cores; needs only NumPy
"""


def missing(extra: str, error: ImportError) -> ImportError:
    """Return an ``ImportError`` for a library that is not installed, with the command that installs the library."""
    return ImportError(
        f"mandapa.adapters.{extra} needs a library that is not installed ({error}); pip install 'mandapa[{extra}]'",
        name=error.name,
    )
