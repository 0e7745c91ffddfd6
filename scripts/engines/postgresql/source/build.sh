#!/bin/sh
# Compiles PostgreSQL and installs it where Debian's package does: scripts/layers/recipe/common.sh.
set -eu
# shellcheck source=scripts/layers/recipe/common.sh
. /common/common.sh
unpack

cd /build/work
major=$(sed -n "s/^AC_INIT(\[PostgreSQL\], \[\([0-9]*\).*/\1/p" /build/src/configure.ac)
prefix=/usr/lib/postgresql/$major
share=/usr/share/postgresql/$major
if test -e /build/src/meson.build; then
	set --
	if grep -q "'liburing'" /build/src/meson_options.txt; then
		set -- -Dliburing=enabled
	fi
	CC="ccache gcc" meson setup /build/src "$@" --prefix="$prefix" --libdir="$prefix/lib" \
		--datadir="$share" --mandir="$share/man" -Dc_args="$CFLAGS" -Dc_link_args="$LDFLAGS" \
		--buildtype=plain -Db_colorout=never --auto-features=disabled -Dicu=enabled -Dlz4=enabled \
		-Dreadline=enabled -Dssl=openssl -Dzlib=enabled -Dzstd=enabled \
		-Dsystem_tzdata=/usr/share/zoneinfo -Drpath=true
	ninja -j "$JOBS"
	DESTDIR=$ROOT meson install --no-rebuild --quiet
else
	/build/src/configure CC="ccache gcc" CFLAGS="$CFLAGS" LDFLAGS="$LDFLAGS" --prefix="$prefix" \
		--libdir="$prefix/lib" --datadir="$share" --mandir="$share/man" \
		--with-icu --with-lz4 --with-ssl=openssl --with-zstd --with-system-tzdata=/usr/share/zoneinfo
	make --silent -j "$JOBS" world-bin
	make --silent DESTDIR="$ROOT" install-world-bin
fi
# What is for compiling extensions; headers, static libraries, manuals.
rm -rf "$ROOT$prefix/include" "$ROOT$prefix/lib/pkgconfig" "$ROOT$prefix/lib/pgxs" "$ROOT$share/man"
find "$ROOT" -name '*.a' -delete
split_symbols
