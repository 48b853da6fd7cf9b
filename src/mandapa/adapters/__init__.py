"""Adapters for research libraries.

The first three modules require the extra with the same name, and ``device_batch`` the extra ``gpu``; the others need
only NumPy.

* ``mandapa.adapters.openspiel``: every game registered with OpenSpiel, e.g. ``mandapa_kerala(players=3)``
* ``mandapa.adapters.pettingzoo``: AEC environments, e.g. ``kerala_v1``
* ``mandapa.adapters.gymnasium``: one learner against bots, single or vectorized
* ``mandapa.adapters.batch``: batches of games, stepped by machine code on all cores
* ``mandapa.adapters.device_batch``: the same on an NVIDIA graphics card
* ``mandapa.adapters.policy_files``: files of trained policies
"""


def missing(extra: str, error: ImportError) -> ImportError:
    """Return an ``ImportError`` for a library that is not installed, with the command that installs the library."""
    return ImportError(
        f"mandapa.adapters.{extra} needs a library that is not installed ({error}); pip install 'mandapa[{extra}]'",
        name=error.name,
    )
