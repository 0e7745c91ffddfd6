"""Locks: noticing that the mirror has moved on, without stopping for it."""

import pytest

from scripts.layers.errors import LayerError
from scripts.layers.lock import compare, lock_path, read_lock, write_lock

PACKAGES = {"libc6": "2.41-12", "postgresql-17": "17.6-0+deb13u1"}
LOCK = {"packages": PACKAGES, "image_sha256": "ab" * 32}


def test_a_lock_survives_writing_and_reading(tmp_path):
    path = lock_path(tmp_path / "mariadb-11.8.yaml")
    write_lock(path, {**LOCK, "lock_matches": False, "name": "mariadb-11.8"})
    assert path.name == "mariadb-11.8.lock.yaml"
    assert read_lock(path) == LOCK
    assert list(tmp_path.iterdir()) == [path]


def test_versions_that_look_like_numbers_stay_text(tmp_path):
    path = tmp_path / "base.lock.yaml"
    packages = {"bash-like": "1.10", "tzdata": "2026", "epoch": "1:30"}
    write_lock(path, {"packages": packages, "image_sha256": "12e4"})
    assert read_lock(path) == {"packages": packages, "image_sha256": "12e4"}


def test_what_is_as_locked_is_not_mentioned():
    assert compare(LOCK, dict(PACKAGES), "ab" * 32) is None


def test_a_security_update_is_named():
    difference = compare(LOCK, {**PACKAGES, "libc6": "2.41-13"}, "cd" * 32)
    assert difference is not None
    assert "libc6 2.41-12 -> 2.41-13;" in difference


def test_added_and_dropped_packages_are_named():
    difference = compare(LOCK, {"libc6": "2.41-12", "libnew": "1"}, "cd" * 32)
    assert difference is not None
    assert "libnew absent -> 1, postgresql-17 17.6-0+deb13u1 -> absent" in difference


def test_a_long_list_of_changes_is_cut():
    packages = {f"package-{number}": "2" for number in range(9)}
    lock = {"packages": dict.fromkeys(packages, "1"), "image_sha256": "ab"}
    difference = compare(lock, packages, "cd")
    assert difference is not None
    assert "package-4 1 -> 2 and 4 more" in difference
    assert "package-5" not in difference


def test_other_bytes_from_the_same_packages_are_reported():
    assert "please report" in (compare(LOCK, PACKAGES, "cd" * 32) or "")


def test_a_layer_without_a_lock_says_so(tmp_path):
    assert read_lock(tmp_path / "none.lock.yaml") is None
    assert "no lock" in (compare(None, PACKAGES, "ab") or "")


def test_a_damaged_lock_is_refused(tmp_path):
    path = tmp_path / "base.lock.yaml"
    path.write_text("packages: {}\n")
    with pytest.raises(LayerError, match="not a lock"):
        read_lock(path)
