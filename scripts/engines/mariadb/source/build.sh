#!/bin/sh
# Compiles MariaDB with InnoDB, and the engines that its own tables need, as its only storage engines and
# without plugins to load; installs it where Debian's packages do: scripts/layers/recipe/common.sh.
set -eu
# shellcheck source=scripts/layers/recipe/common.sh
. /common/common.sh
unpack
# Ninja refuses a library that is a link to itself, as this one is where Debian has it.
sed -i '/^create_symlink(libmariadb.*STATIC_LIBRARY/d' libmariadb/libmariadb/CMakeLists.txt

cd /build/work
# These would be part of the program; what can be loaded alone is left out by WITHOUT_DYNAMIC_PLUGINS.
set --
for name in ARCHIVE BLACKHOLE FEDERATEDX FEEDBACK; do
	set -- "$@" "-DPLUGIN_$name=NO"
done
# These look for libraries, or fetch them, whether they are compiled or not.
for name in AUTH_PAM COLUMNSTORE CONNECT MROONGA OQGRAPH ROCKSDB S3 SPIDER; do
	set -- "$@" "-DPLUGIN_$name=NO"
done
cmake -G Ninja /build/src --log-level=WARNING \
	-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
	-DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$CFLAGS" \
	-DCMAKE_C_FLAGS_RELWITHDEBINFO=-DNDEBUG -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-DNDEBUG \
	-DCMAKE_EXE_LINKER_FLAGS="$LDFLAGS" -DCMAKE_SHARED_LINKER_FLAGS="$LDFLAGS" -DCMAKE_MODULE_LINKER_FLAGS="$LDFLAGS" \
	-DBUILD_CONFIG=mysql_release -DDEB=Debian -DINSTALL_LAYOUT=DEB -DCMAKE_INSTALL_PREFIX=/usr \
	-DINSTALL_MYSQLTESTDIR= -DMYSQL_UNIX_ADDR=/run/mysqld/mysqld.sock -DMYSQL_DATADIR=/var/lib/mysql \
	-DWITH_SSL=system -DWITH_ZLIB=system -DWITH_PCRE=system -DWITH_LIBFMT=system -DWITH_JEMALLOC=no \
	-DWITH_URING=ON -DIGNORE_AIO_CHECK=ON -DWITH_NUMA=ON -DWITH_SYSTEMD=no -DWITH_READLINE=no -DWITH_LIBWRAP=OFF \
	-DWITH_WSREP=OFF -DWITH_UNIT_TESTS=OFF -DWITH_EMBEDDED_SERVER=OFF -DWITH_MARIABACKUP=OFF \
	-DWITHOUT_DYNAMIC_PLUGINS=ON -DCONC_WITH_UNIT_TESTS=OFF -DCONC_WITH_MSI=OFF -DCONC_DEFAULT_CHARSET=utf8mb4 "$@"
ninja -j "$JOBS"
DESTDIR=$ROOT cmake --install . >install.log
# Configuration that no package of the tree has; what is for benchmarks, compiling and reading.
rm -rf "${ROOT:?}/etc" "$ROOT/usr/sql-bench" "$ROOT/usr/include" "$ROOT/usr/share/aclocal" "$ROOT/usr/share/man" \
	"$ROOT/usr/share/mariadb-test" "$ROOT/usr/share/mysql-test" "$ROOT/usr/lib/x86_64-linux-gnu/pkgconfig" \
	"$ROOT/usr/share/pkgconfig" "$ROOT/usr/share/doc"
find "$ROOT" -name '*.a' -delete
split_symbols
