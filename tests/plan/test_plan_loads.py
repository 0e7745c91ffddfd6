"""Settings that an engine has while a data set is loaded."""

from __future__ import annotations

from scratch_study import Repository


def test_data_are_made_with_the_settings_that_are_fixed_with_them(repository: Repository) -> None:
    """A server refuses data whose pages have another size than it is told."""
    before = {entry.id for entry in repository.plan().datasets}
    sizes = "page: [{label: small, tuning.mariadb.innodb_page_size: 4096}, {label: usual}]"
    repository.replace("  seed: [1, 2]\n", f"  {sizes}\n")
    plan = repository.plan()
    assert before < {entry.id for entry in plan.datasets}
    tuning = {entry.id: entry.job["tuning"] for entry in plan.datasets}
    assert sorted(map(len, tuning.values())) == [0, 0, 1]
    for cell in plan.cells:
        assert tuning[cell.dataset_id] == cell.job["tuning"]


def test_a_load_may_have_settings_of_its_own(repository: Repository) -> None:
    """As where the buffer pool that fits a cell leaves no memory to make an index."""
    before = repository.plan()
    settings = "{mariadb: {innodb_page_size: 8192, innodb_buffer_pool_size: 64M}}"
    repository.replace("seed: 1}", f"seed: 1, load_tuning: {settings}}}")
    own = "  tuning: {mariadb: {innodb_page_size: 4096}}"
    repository.replace("  threads: 8\n", f"  threads: 8\n{own}\n")
    plan = repository.plan()
    tuning = {entry.job["engine"]: entry.job["tuning"] for entry in plan.datasets}
    # The data's own settings go before: the cells' server has to read them.
    assert tuning == {
        "postgresql-17": {},
        "mariadb-11.8": {"innodb_buffer_pool_size": "64M", "innodb_page_size": 4096},
    }
    assert {entry.id for entry in before.datasets} & {entry.id for entry in plan.datasets} == {
        entry.id for entry in plan.datasets if entry.job["engine"] == "postgresql-17"
    }
    for cell in plan.cells:
        assert "innodb_buffer_pool_size" not in cell.job["tuning"]
        assert "load_tuning" not in cell.job["dataset"]
