#!/bin/sh
# The first program of a cell on this host's kernel, in mount, PID, network and IPC namespaces of its
# own: make the root that init.sh makes in a guest, with everything at the same paths, and hand over
# to the runner. What is mounted here goes with the namespaces, loop devices included.
#
# enter.sh WORK GROUPS DISK BASE [NAME=IMAGE...]
#   WORK   holds root/ (empty), payload/, answer/      GROUPS the cell's control groups, in one word
#   DISK   the measured disk's name                BASE   the base layer's image
#   NAME   what the runner knows a further image as in /dev
set -eu
work=$1 groups=$2 disk=$3 base=$4
shift 4
scratch=$work/root root=$work/root/root

# Past the page cache where the image's file system can, so that the disk reads what the loop device is
# asked for and no more: what is more counts as that of neighbours (neighbours.py).
mount_image() {
	mount -t erofs -o ro,loop "$1" "$2"
	losetup --direct-io=on "$(findmnt --noheadings --output SOURCE --mountpoint "$2")" || true
}

mount -t tmpfs -o size=50%,mode=755 bandwise "$scratch"
cd "$scratch"
mkdir base files work root
mount_image "$base" "$scratch/base"
# Relative, as a colon or comma in a path would be read as the next option.
mount -t overlay -o lowerdir=base,upperdir=files,workdir=work overlay root
for folder in proc sys dev run/payload run/answer run/cgroups; do
	mkdir -p "$root/$folder"
done
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
# The host's own groups, where the runner's hide them.
mount --rbind /sys/fs/cgroup "$root/run/cgroups"

# No other disk of the host's is in this /dev, so none can be written to by accident.
mount -t tmpfs -o mode=755 dev "$root/dev"
for node in null zero full random urandom tty "$disk"; do
	cp --archive "/dev/$node" "$root/dev/$node"
done
for pair in "$@"; do
	name=${pair%%=*}
	mkdir "$scratch/$name"
	mount_image "${pair#*=}" "$scratch/$name"
	number=$(findmnt --noheadings --output MAJ:MIN --mountpoint "$scratch/$name" | tr -d ' ')
	mknod "$root/dev/$name" b "${number%:*}" "${number#*:}"
done

cp --recursive "$work/payload/." "$root/run/payload"
mount --bind "$work/answer" "$root/run/answer"
# Of control groups v2, the group becomes the root of all groups that the runner sees.
for group in $groups; do
	echo 0 >"$group/cgroup.procs"
done
exec unshare --cgroup -- chroot "$root" /usr/bin/env --ignore-environment --chdir=/run/payload \
	PYTHONPATH=/run/payload PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1 PYTHON_COLORS=0 \
	PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root \
	python3 -u -m guest.on_host
