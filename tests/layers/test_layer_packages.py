"""Reading package versions out of dpkg's records."""

from scripts.layers.packages import parse_status, parse_unpacked

STATUS = """\
Package: libc6
Status: install ok installed
Version: 2.41-12+deb13u1
Description: GNU C Library
 Version: this line is part of the description

Package: purged-thing
Status: deinstall ok config-files
Version: 1.0

Package: mariadb-server-core
Status: install ok installed
Version: 1:11.8.3-0+deb13u1
"""


def test_only_installed_packages_count():
    assert parse_status(STATUS) == {
        "libc6": "2.41-12+deb13u1",
        "mariadb-server-core": "1:11.8.3-0+deb13u1",
    }


def test_extracted_packages_count_as_well():
    text = "linux-image-6.12.48+deb13-amd64\t6.12.48-1\n"
    assert parse_unpacked(text) == {"linux-image-6.12.48+deb13-amd64": "6.12.48-1"}
    assert parse_unpacked("") == {}
