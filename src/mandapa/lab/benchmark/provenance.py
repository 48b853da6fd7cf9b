"""Provenance of results: commit, versions, machine and threads."""

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from mandapa.lab.benchmark.protocol import Data

LIBRARIES = ("mandapa", "numpy", "numba", "llvmlite", "scipy", "torch")
THREAD_VARIABLES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")

RESULTS = ":(exclude)benchmarks/results"
"""Files that a series of evaluations extends, in git's notation."""


class Provenance(Data):
    """The software and the machine that were used for a measurement or a training.

    Attributes:
        commit: commit of the checkout; None for an installed package.
        modified: True if tracked files of the checkout, other than results, differ from the commit.
        python: version of Python.
        libraries: versions of installed libraries.
        system, processor: operating system, and model of the processor.
        cores: number of logical cores.
        gpu: name of the GPU if torch has been imported and has one.
        threads: numbers of threads of numerical libraries, as set; that of ``torch`` only if it has been imported.
        workers: number of parallel processes.
    """

    commit: str | None
    modified: bool
    python: str
    libraries: dict[str, str]
    system: str
    processor: str
    cores: int
    gpu: str | None
    threads: dict[str, int]
    workers: int = 1


def provenance(workers: int = 1) -> Provenance:
    """Return the provenance of results that the current process computes."""
    commit = _git("rev-parse", "HEAD")
    return Provenance(
        commit=commit,
        modified=bool(commit and _git("status", "--porcelain", "--untracked-files=no", "--", ".", RESULTS)),
        python=platform.python_version(),
        libraries=_libraries(),
        system=f"{platform.system()} {platform.machine()}",
        processor=_processor(),
        cores=os.cpu_count() or 1,
        gpu=_gpu(),
        threads=_threads(),
        workers=workers,
    )


def _git(*arguments: str) -> str | None:
    """Return the output of git in the checkout that contains this file; None if there is no checkout."""
    root = Path(__file__).resolve().parents[4]
    if not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def _libraries() -> dict[str, str]:
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


def _gpu() -> str | None:
    torch = sys.modules.get("torch")
    return str(torch.cuda.get_device_name()) if torch is not None and torch.cuda.is_available() else None


def _threads() -> dict[str, int]:
    found = {name: int(os.environ[name]) for name in THREAD_VARIABLES if os.environ.get(name, "").isdigit()}
    torch = sys.modules.get("torch")
    return found if torch is None else {**found, "torch": int(torch.get_num_threads())}
