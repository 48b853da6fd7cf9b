#!/bin/sh
# Run podman where a virtual machine has no systemd, mixed control groups or lower limits than podman's defaults.
#
#     tests/hosting/podman.sh run ...
set -eu
configuration=$(mktemp)
trap 'rm -f "$configuration"' EXIT
files=$(ulimit -Hn)
[ "$files" = unlimited ] && files=65536
printf '[containers]\ndefault_ulimits = ["nofile=%s:%s", "nproc=4096:4096"]\n' "$files" "$files" > "$configuration"
export CONTAINERS_CONF="$configuration"
# Separate calls of podman must see the same network namespaces, or rules of stopped containers stay in force.
mkdir -p /run/netns
mountpoint --quiet /run/netns || { mount --bind /run/netns /run/netns && mount --make-shared /run/netns; }
if mountpoint --quiet /sys/fs/cgroup/unified; then
    unshare --mount --propagation unchanged sh -c \
        'mount --make-rprivate /sys/fs/cgroup; umount /sys/fs/cgroup/unified; podman "$@"' podman "$@"
else
    podman "$@"
fi
