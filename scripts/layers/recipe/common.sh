#!/bin/sh
# What the recipes of engines share: a recipe (scripts/engines/<family>/source/build.sh) sources this
# file. scripts/layers/engine_source.py runs it inside the tree of a build layer, without network, where
# the folders are always the same, so that the program is, too:
#   /sources  Debian's source package or source.tar, and patches/    /recipe  the family's recipe
#   /common   this folder    /ccache  what was compiled before    /build  an empty folder
# $1 is the number of compilers at once. The recipe installs below /build/out/root, as the package does.
# shellcheck disable=SC2034 # used by the recipes
set -eu

JOBS=$1
ROOT=/build/out/root
DEBUG=/build/out/debug
# The compiler that a cached object is of is named by its layer's hash, in BUILDER.
export CCACHE_DIR=/ccache CCACHE_COMPILERCHECK="string:$BUILDER" CCACHE_MAXSIZE=8G CCACHE_UMASK=000
# As Debian compiles; no path of the build and no identity that depends on it.
CFLAGS="-g -O2 -fstack-protector-strong -fstack-clash-protection -fcf-protection -D_FORTIFY_SOURCE=2"
CFLAGS="$CFLAGS -ffile-prefix-map=/build/src=. -ffile-prefix-map=/build/work=build"
LDFLAGS="-Wl,--build-id=none -Wl,-z,relro"

# Unpack the source into /build/src, with Debian's patches if it is Debian's, then the layer's.
unpack() {
	mkdir -p /build/src /build/work "$ROOT" "$DEBUG"
	if test -e /sources/source.tar; then
		tar --extract --directory=/build/src --file=/sources/source.tar
	else
		tar --extract --directory=/build/src --strip-components=1 \
			--file="$(echo /sources/*.orig.tar.*)"
		tar --extract --directory=/build/src --file="$(echo /sources/*.debian.tar.*)"
	fi
	cd /build/src
	if test -e debian/patches/series; then
		grep --invert-match --extended-regexp '^(#|$)' debian/patches/series | while read -r name; do
			echo "patch debian/patches/$name"
			patch --strip=1 --quiet <"debian/patches/$name"
		done
	fi
	for file in /sources/patches/*; do
		test -e "$file" || continue
		echo "patch ${file##*/[0-9][0-9][0-9][0-9]-}"
		# Not --batch, which takes back a patch that the source has already.
		patch --strip=1 --force --fuzz=0 <"$file"
	done
}

# Take the debug symbols out of all programs and libraries below $ROOT, into files beside them that no
# guest is given: what a guest runs does not depend on them.
split_symbols() {
	find "$ROOT" -type f ! -name '*.o' ! -name '*.a' | sort | while read -r file; do
		test "$(head --bytes=4 "$file" | tr -d '\177\0')" = ELF || continue
		debug="$DEBUG${file#"$ROOT"}.debug"
		mkdir -p "${debug%/*}"
		objcopy --only-keep-debug "$file" "$debug"
		strip --strip-unneeded --remove-section=.comment "$file"
	done
}
