#!/bin/sh
# Compiles QEMU: Debian's source package, with Debian's patches and ours. scripts/layers/source.py
# runs this inside the tree of envs/qemu-build.yaml, without network. Folders there, which are
# always the same so that the program is, too:
#   /sources  the source package's files    /recipe  this folder    /build  an empty folder
# $1 is the number of compilers at once. The program is left in /build/out.
set -eu

mkdir /build/src /build/work /build/out
tar --extract --directory=/build/src --strip-components=1 --file="$(echo /sources/*.orig.tar.xz)"
tar --extract --directory=/build/src --file="$(echo /sources/*.debian.tar.xz)"
cd /build/src
grep --invert-match '^#' debian/patches/series | while read -r name; do
	patch --strip=1 --quiet <"debian/patches/$name"
done
for file in /recipe/patches/*.patch; do
	echo "patch ${file##*/}"
	patch --strip=1 --fuzz=0 <"$file"
done
cp /recipe/devices.mak configs/devices/x86_64-softmmu/lab.mak
# Firmware is the toolchain layer's. This file names some that Debian's tarball lacks.
echo 'roms = []' >pc-bios/meson.build

cd /build/work
# The program is the lab's slowest part: -O3 and link-time optimization take 5 % of a cell's time off.
/build/src/configure --enable-lto -Db_lto_threads="$1" -Doptimization=3 \
	--target-list=x86_64-softmmu --with-devices-x86_64=lab \
	--without-default-features --without-default-devices \
	--enable-system --enable-tcg --disable-tools --disable-docs --disable-download \
	--disable-install-blobs
ninja -j "$1" qemu-system-x86_64
strip --strip-all -o /build/out/qemu-system-x86_64 qemu-system-x86_64
