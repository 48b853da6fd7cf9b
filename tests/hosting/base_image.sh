#!/bin/sh
# Make a stand-in for the base image of deploy/Containerfile from Debian's packages, where no image registry is reachable.
#
#     tests/hosting/base_image.sh docker.io/library/python:3.13-slim-trixie
#
# Unlike the original, Python is Debian's, and the machine's certificates and pip settings are included.
set -eu
here=$(dirname "$0")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase --include=python3,python3-venv,python3-pip,ca-certificates trixie "$root" >&2
ln -s /usr/bin/python3 "$root/usr/local/bin/python"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
[ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/pip.conf"
find "$root/usr/share/doc" -type f ! -name copyright -delete
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/locale/*
tar -C "$root" -c . | "$here/podman.sh" import \
    --change "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt" --change 'CMD ["python"]' - "$1"
