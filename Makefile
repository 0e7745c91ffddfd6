# The few commands that one needs. `make` alone explains them.
#
# Everything runs with the project's own Python: .venv comes first in PATH, for Snakemake's rules too.

SHELL := /bin/bash
export PATH := $(CURDIR)/.venv/bin:$(PATH)

# How many cells run at the same time; results do not depend on it.
CORES ?= all
PORT ?= 8000
SITE ?= results/site
# Whose cells `make verify-published` samples, and how many.
STUDY ?= config/config.yaml
CELLS ?= 2
BUNDLE ?= bundle
# What `make site` makes of the rows in reference/.
PUBLISHED := results/published

.DEFAULT_GOAL := help
.PHONY: help report site edition serve compare setup test test-kernel test-compiled test-slurm test-cpus verify-published repeats truth lint docs campaign tidy clean bundle relock

define HELP
bandwise: how do database engines respond to storage bandwidth?

  make report    measure the default study and build its website; only what is stale runs
  make site      the website of the rows in reference/, without measuring anything
  make edition NAME=2026-11
                 freeze a copy of that website and its rows in editions/NAME, for publishing beside
                 later ones, and tag the commit
  make serve     show the website at http://localhost:$(PORT)/ (PORT=... for another port, SITE=... for
                 another folder)
  make compare A=postgresql-17 B=postgresql-18
                 the same work on two builds or settings, and what differs; BASKET=io or =full for more
                 work, TWINS=5 for more repeats (docs/compare.md)
  make test      every check and test, a small study from end to end included
  make test-kernel
                 the emulator on several CPUs, on kernels that we build with KASAN, lockdep, KCSAN
  make test-compiled
                 engines compiled from source: the same bytes twice, patches, commits, errors
  make test-slurm
                 a small study through a Slurm cluster of two nodes, which it starts on this host
  make test-cpus machines with several CPUs: that what they do is the same in every run
  make verify-published
                 measure a sample of the published cells on this machine, and compare every row
                 (CELLS=10 for another number of cells, STUDY=config/survey.yaml for all engines)
  make repeats   measure in real time, with more seeds until the ratios of engines are known within
                 5 % or there are 10 (WITHIN=0.1 AT_MOST=5; STUDY=config/host.yaml); needs root
  make truth     measure what says how far to trust the other studies: config/truth.yaml, sensitivity.yaml and
                 scale.yaml, a night of two cores, and as root config/host.yaml; each has a site of its own
  make campaign  wrong configurations, garbled outputs, kills, full disks, and pairs of runs on a
                 busy host: a small sample of each; SECONDS_EACH=... for more
  make lint      the quick checks alone: style of Python, JavaScript, shell and Snakemake
                 files, types of Python and JavaScript
  make docs      write what is generated from models, views and the table of the device's settings
  make setup     install what is missing: system packages, .venv, node_modules
  make tidy      delete data sets and snapshots that earlier versions of the studies needed, and what
                 comparisons built
  make bundle    write all packages that the locks name into bundle/ (BUNDLE=folder), for
                 machines without a network and for later years: BANDWISE_BUNDLE=folder make report
  make relock    take today's packages (NAMES="mysql-9.7 ..."), and show what moves
  make clean     delete what was measured and built (results/)

CORES=2 limits how many cells run at once. Once set up, with .venv/bin in PATH:

  snakemake --cores 8                      as make report; try --dry-run to see what is stale
  snakemake --cores 8 --configfile config/smoke.yaml        another study
  python -m scripts.plan check             what a study consists of
  python -m scripts.layers build envs/NAME.yaml             one layer, such as a new engine
  pytest -m kernels                        the emulator on Debian's oldest and newest kernels
endef

help:
	$(info $(HELP))
	@:

setup:
	@envs/setup.sh

report: export BANDWISE_COMMAND = make report
report: setup
	snakemake --cores $(CORES)
	@echo
	@echo "The report is $(SITE)/index.html; browsers want it served: make serve"

site:
	@envs/setup.sh --site
	python -m scripts.store restore --claims config/claims.yaml --out $(PUBLISHED)/results.duckdb
	python -m scripts.site build --database $(PUBLISHED)/results.duckdb --out $(PUBLISHED)/site --every-sentence
	@echo
	@echo "The site is $(PUBLISHED)/site/index.html: make serve SITE=$(PUBLISHED)/site"

# A copy of the site with its rows, and a tag on the commit that both are of.
edition: EDITION = editions/$(NAME)
edition: edition-name site
	rm -rf "$(EDITION).new"
	mkdir -p editions
	cp -R "$(PUBLISHED)/site" "$(EDITION).new"
	cp -R reference "$(EDITION).new/rows"
	git tag "edition-$(NAME)"
	mv "$(EDITION).new" "$(EDITION)"
	@echo
	@echo "The edition is $(EDITION), which git ignores: keep it, and push the tag edition-$(NAME)"

.PHONY: edition-name
edition-name:
	@[[ "$(NAME)" =~ ^[a-z0-9]+([.-][a-z0-9]+)*$$ ]] || { echo "error: NAME=$(NAME): name it with small letters, digits, dots and hyphens: make edition NAME=2026-11" >&2; exit 1; }
	@test ! -e "editions/$(NAME)" && ! git rev-parse -q --verify "refs/tags/edition-$(NAME)" > /dev/null || { echo "error: editions/$(NAME) or the tag edition-$(NAME) exists, and an edition stays as it is: take another name" >&2; exit 1; }
	@git diff --quiet HEAD || { echo "error: there are uncommitted changes: commit them, as the tag has to name what the copy is made of" >&2; exit 1; }

serve:
	@test -e $(SITE)/index.html || { echo "error: there is no $(SITE)/index.html: run make report, or make site" >&2; exit 1; }
	@python -m scripts.site serve --dir $(SITE) --port $(PORT)

BASKET ?= quick
TWINS ?= 3
compare: setup
	@test -n "$(A)" && test -n "$(B)" || { echo "error: name two sides: make compare A=postgresql-17 B=postgresql-18" >&2; exit 1; }
	python -m scripts.compare run '$(A)' '$(B)' $(if $(C),'$(C)') --basket $(BASKET) --twins $(TWINS) --cores $(CORES)

verify-published: setup
	snakemake --cores $(CORES) verify_published --configfile $(STUDY) --config verify_cells=$(CELLS)

repeats: STUDY = config/host.yaml
repeats: WITHIN ?= 0.05
repeats: AT_MOST ?= 10
repeats: setup
	@more=; while :; do \
	  snakemake --cores $(CORES) --configfile $(STUDY) $${more:+--config "experiment_overrides=$$more"} || exit; \
	  more=$$(python -m scripts.analyse repeats --config $(STUDY) --within $(WITHIN) --at-most $(AT_MOST)) || exit; \
	  test -n "$$more" || break; \
	done

# In pieces: what is stopped goes on with the same command. A study that failed stops no other.
TRUTH ?= truth sensitivity scale $(if $(filter 0,$(shell id -u)),host)
truth: setup
	@trap 'exit 130' INT TERM; failed=; \
	test "$$(id -u)" = 0 || echo "config/host.yaml is left out: only root can measure in real time"; \
	for study in $(TRUTH); do \
	  snakemake --cores $(CORES) --configfile config/$$study.yaml || failed+=" $$study"; \
	done; \
	if test -n "$$failed"; then echo "failed:$$failed" >&2; exit 1; fi

# LONG=no leaves out tests that take minutes each, for a slow machine; LONG=only runs those alone.
LONG ?= yes
AND_LONG := $(if $(filter no,$(LONG)), and not long)$(if $(filter only,$(LONG)), and long)
# What has a target of its own below.
NOT_HERE := and not kernels and not compiled and not slurm and not cpus
tests = python -m pytest --durations=10 -m "($(1)) $(NOT_HERE)$(AND_LONG)"

# Lint and tests all run, whatever fails before them. Machines wait for each other and browsers for
# pages, so these tests and those of units run side by side; the first report as they go on, and the
# others when they are over. Exit code 5 of pytest: there is no such test, as none of the site is long.
test:
	@envs/setup.sh --tests
	@failed=; reports=$$(mktemp -d); \
	$(call tests,not lab and not browser and not built) > $$reports/units 2>&1 & units=$$!; \
	$(call tests,browser or built) > $$reports/site 2>&1 & site=$$!; \
	trap "kill $$units $$site 2> /dev/null; rm -r $$reports" EXIT; \
	$(MAKE) --no-print-directory lint-only || failed+=" lint"; \
	echo "Tests of units and of the site run beside those in machines; their reports come last."; \
	$(call tests,lab) || failed+=" tests-lab"; \
	wait $$site || test $$? = 5 || failed+=" tests-site"; \
	cat $$reports/site; \
	wait $$units || failed+=" tests-units"; \
	cat $$reports/units; \
	if test -n "$$failed"; then echo "failed:$$failed" >&2; exit 1; fi; \
	echo "all checks and tests passed"

# Compiles two kernels, ten minutes each with two cores, and keeps them in results/kernels/.
test-kernel:
	@envs/setup.sh --tests
	python -m pytest --durations=10 -m kernels tests/emulator/test_watching_kernels.py

# Compiles PostgreSQL a dozen times, some minutes each with two cores, and MariaDB from nothing, half an hour or more;
# searches a history of PostgreSQL for a commit.
test-compiled:
	@envs/setup.sh --tests
	python -m pytest --durations=10 -m compiled tests/layers tests/compare

# Ten minutes: the smoke study is measured here and on the nodes, and nodes die. Needs root.
test-slurm:
	@envs/setup.sh --slurm
	python -m pytest --durations=10 -m slurm tests/slurm

# Machines with several CPUs, in pairs and disturbed.
test-cpus:
	@envs/setup.sh --cpus
	snakemake --cores $(CORES) --configfile config/cpus.yaml --until source_layer boot module dataset
	python -m pytest --durations=10 -m "cpus$(AND_LONG)" tests/cpus

lint:
	@envs/setup.sh --lint
	@$(MAKE) --no-print-directory lint-only

# What is generated and kept with the code; tests fail when it is out of date.
docs:
	python -m scripts.device write
	python -m scripts.plan docs
	python -m scripts.store docs

.PHONY: lint-only
lint-only:
	ruff check
	ruff format --check
	snakefmt --check Snakefile rules
	snakemake --lint
	mypy
	PYTHONPATH=. lint-imports --no-cache
	shellcheck --external-sources .ci/run $$(git ls-files '*.sh')
	node_modules/.bin/eslint report scripts tests/site
	node_modules/.bin/tsc
	PYTHONWARNINGS=ignore sqlfluff lint --processes 2 --disable-progress-bar --nocolor sql

# All go through the same faults each time; --seed and --state of the programs go further.
SECONDS_EACH ?= 50
campaign: setup
	@failed=; \
	nice python tests/campaign/wrong_configs.py --sample 100000 --seconds $(SECONDS_EACH) || failed+=" configurations"; \
	nice python tests/campaign/garbled.py --count 1000000 --seconds $(SECONDS_EACH) || failed+=" outputs"; \
	python tests/campaign/kills.py --count 1000 --seconds $(SECONDS_EACH) || failed+=" kills"; \
	python tests/campaign/pairs.py --count 1000 --seconds $(SECONDS_EACH) || failed+=" pairs"; \
	if test "$$(id -u)" = 0; then \
	  python tests/campaign/full_disk.py --count 1000 --seconds $(SECONDS_EACH) || failed+=" disks"; \
	else echo "full disks: left out, as only root can mount a small file system"; fi; \
	if test -n "$$failed"; then echo "failed:$$failed" >&2; exit 1; fi

# For a study of your own: python -m scripts.plan tidy --config ... --delete
tidy: setup
	python -m scripts.plan tidy --delete

bundle: setup
	python -m scripts.layers bundle --out "$(BUNDLE)"

relock: setup
	python -m scripts.layers relock $(NAMES)
	python -m scripts.layers.settings

clean:
	rm -rf results
