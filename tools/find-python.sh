#!/bin/sh
# Prints the first Python that can make the virtual environment: 3.11 or newer, with venv and pip. Otherwise says what to install.
# PYTHON=/path/to/python in the environment wins.
unusable=
for python in ${PYTHON:+"$PYTHON"} python3.13 python3.12 python3.11 python3 python; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
    if "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        "$python" -c 'import sys; print(sys.executable)'
        exit 0
    fi
    unusable=$python
done
if [ -n "$unusable" ]; then
    version=$("$unusable" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "Mandapa: $unusable lacks the module venv or ensurepip. On Debian and Ubuntu: sudo apt-get install python$version-venv" >&2
else
    echo "Mandapa needs Python 3.11 or newer; tried python3.13, python3.12, python3.11, python3." >&2
    echo "Install it (Debian, Ubuntu: sudo apt-get install python3 python3-venv), or name one: make PYTHON=/path/to/python ..." >&2
fi
exit 1
