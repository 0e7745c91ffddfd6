"""MariaDB compiled from nothing: the bytes that the lock names; errors of one line."""

import re

import pytest

from scripts.layers.erofs import Image
from scripts.layers.errors import LayerError
from tests.layers.test_layer_compiled import Work, content_of, said_in

pytestmark = [pytest.mark.compiled, pytest.mark.long]

ENGINE = "mariadb-10.11-source"
SERVER = "usr/sbin/mariadbd"
CHANGED = "storage/innobase/log/log0log.cc"


@pytest.fixture(scope="module")
def work(tmp_path_factory, toolchain):
    return Work(tmp_path_factory.mktemp("mariadb"), toolchain, ENGINE)


@pytest.fixture(scope="module")
def built(work):
    """Compiled from nothing."""
    return work.build(ENGINE)


def test_it_has_the_bytes_that_the_lock_names(built):
    """Those of a build on another day and host, with other objects in the cache."""
    layer, manifest = built
    assert manifest["lock_matches"]
    assert manifest["packages"]["MariaDB from source"] == "1:10.11.18-0+deb12u1"
    server = content_of(layer, SERVER)
    assert b"/build/src/" not in server
    assert b".debug_info" not in server
    assert (layer / "debug" / f"{SERVER}.debug").stat().st_size > 2 * len(server)


def test_configuration_and_accounts_are_those_of_the_tree(built, work):
    layer, _manifest = built

    def files(path):
        with path.open("rb") as stream:
            names = {made.name for made, _inode in Image(stream, path).entries()}
        return {name for name in names if name.startswith(("etc/", "var/", "usr/share/mysql-"))}

    image = layer / "image.erofs"
    assert files(image) == files(work.folder / "layers/mariadb-10.11/image.erofs")
    with image.open("rb") as stream:
        names = {made.name for made, _inode in Image(stream, image).entries()}
    assert "usr/share/mysql/english/errmsg.sys" in names
    assert not any(name.startswith("usr/sql-bench") for name in names)


def test_it_runs_with_innodb_and_what_its_own_tables_need(built, work):
    layer, _manifest = built
    argv = [f"/{SERVER}", "--no-defaults", "--verbose", "--help"]
    said = said_in(layer, work.folder, argv)
    assert "Ver 10.11.18-MariaDB" in said
    assert "--innodb-buffer-pool-size" in said
    # Each engine that is part of the program can be switched off, or has settings.
    assert not re.search(r"^  --(archive|blackhole|federated|feedback|rocksdb|spider)", said, re.M)


def replaced(old: str, new: str) -> str:
    """A patch of log_flush(), which each commit calls."""
    return (
        f"--- a/{CHANGED}\n+++ b/{CHANGED}\n@@ -1113,3 +1113,3 @@\n"
        f"   ut_ad(!log_sys.is_mmap());\n-{old}\n+{new}\n"
        '   DBUG_EXECUTE_IF("crash_after_log_write_upto", DBUG_SUICIDE(););\n'
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "  no such line;",
            "  another;",
            f"change.patch does not apply to this source: change it so that it does ({CHANGED}: "
            "hunk 1 at line 1113)",
        ),
        (
            "  ut_a(log_sys.flush(lsn));",
            "  ut_a(log_sys.flush(lsm));",
            "error: 'lsm' was not declared in this scope",
        ),
    ],
    ids=["hunk", "compiler"],
)
def test_what_cannot_be_compiled_is_one_line_with_its_log(built, work, old, new, said):
    name = work.derive(ENGINE, replaced(old, new))
    with pytest.raises(LayerError) as caught:
        work.build(name)
    log = work.folder / "layers" / f"{name}.failed.log"
    assert said in str(caught.value).replace("\u2018", "'").replace("\u2019", "'")
    assert str(caught.value).endswith(f"(log: {log})")
    assert log.exists()
    assert "\n" not in str(caught.value)
    assert not (work.folder / "layers" / name).exists()
