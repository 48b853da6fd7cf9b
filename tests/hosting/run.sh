#!/bin/sh
# Run what docs/hosting.md describes: Caddy with TLS, PostgreSQL, the container, the systemd unit. For Debian, as root.
#
#     tests/hosting/run.sh              install what is missing, then all tests of this folder
#     tests/hosting/run.sh -k site      some of them, with options of pytest
#
# Needs the development environment (`make setup`). The container alone takes several minutes.
set -eu
cd "$(dirname "$0")/../.."
missing=""
for package in caddy crun debootstrap iptables netavark podman postgresql systemd util-linux; do
    dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
if [ -n "$missing" ]; then
    apt-get update --quiet
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing
fi
exec .venv/bin/python -m pytest -n 0 -m hosting -o faulthandler_timeout=3600 tests/hosting "$@"
