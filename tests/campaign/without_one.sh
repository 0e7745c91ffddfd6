#!/bin/sh
# Compiles QEMU as qemu/build.sh does, and then once more without each of our patches that can be taken back alone.
# reverts.py runs this inside the tree of envs/qemu-build.yaml, with the same folders as source.py; /campaign is this
# script's. Programs are left in /build/out/whole and /build/out/<patch>.
# shellcheck source=qemu/build.sh
. /recipe/build.sh

finish() {
	mkdir "/build/out/$1"
	strip --strip-all -o "/build/out/$1/qemu-system-x86_64" qemu-system-x86_64
}

mkdir /build/out/whole
mv /build/out/qemu-system-x86_64 /build/out/whole/
for file in /recipe/patches/*.patch; do
	name=$(basename "$file" .patch)
	echo "without $name"
	if ! patch --directory=/build/src --strip=1 --reverse --dry-run --quiet <"$file" >/dev/null; then
		echo "others rest on $name"
		continue
	fi
	patch --directory=/build/src --strip=1 --reverse --quiet <"$file"
	if ninja -j "$1" qemu-system-x86_64; then finish "$name"; fi
	patch --directory=/build/src --strip=1 --quiet <"$file"
done
