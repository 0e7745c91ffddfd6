#!/usr/bin/env bash
# Makes this machine ready: system packages, the Python environment (.venv), node_modules.
#
#   envs/setup.sh            what a report needs
#   envs/setup.sh --cluster  and what the profile for Slurm needs
#   envs/setup.sh --lint     and what `make lint` needs (the checks of JavaScript)
#   envs/setup.sh --tests    and what the tests need (both, a C compiler, a browser)
#   envs/setup.sh --cpus     and what the tests of several CPUs need (those, and another processor, emulated)
#   envs/setup.sh --slurm    and what the tests on a Slurm cluster need, which they start themselves
#   envs/setup.sh --site     only what building the website of stored rows needs
#
# With BANDWISE_BUNDLE=folder, Python's and Node's packages come from a folder that `make bundle`
# made, and no network is needed; the system packages must be there then.
#
# Every step is skipped when its work is done already, so that running this again costs a second.
# Meant for Debian 12, Debian 13 and Ubuntu 24.04; elsewhere it names what is missing.
set -o errexit -o nounset -o pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH="$PATH:/usr/sbin:/sbin"

for_lab=yes
for_lint=no
for_tests=no
for_cpus=no
for_slurm=no
for_cluster=no
case "${1:-}" in
    "") ;;
    --cluster) for_cluster=yes ;;
    --lint) for_lint=yes ;;
    --tests) for_lint=yes for_tests=yes for_cluster=yes ;;
    --cpus) for_lint=yes for_tests=yes for_cluster=yes for_cpus=yes ;;
    --slurm) for_slurm=yes for_cluster=yes ;;
    --site) for_lab=no ;;
    *) echo "error: $1: the options are --cluster, --lint, --tests, --cpus, --slurm and --site" >&2; exit 2 ;;
esac

BANDWISE_BUNDLE="${BANDWISE_BUNDLE:+$(realpath "$BANDWISE_BUNDLE")}"
scratch="$(mktemp --directory)"
trap 'rm --recursive --force "$scratch"' EXIT

required=() # Debian packages, without which nothing works
optional=() # Debian packages, without which some tests are skipped

has() { command -v "$1" > /dev/null 2>&1; }

# The first Python that is new enough and can make environments; pyenv's and others' count as well.
find_python() {
    local candidate
    for candidate in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if has "$candidate" && "$candidate" -c \
            'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

# Whether Node is there and new enough for the compiler of the charts.
has_node() {
    has node && [ "$(node --print 'process.versions.node.split(".")[0]')" -ge 18 ]
}

# On Ubuntu, chromium-browser may be a stub that only asks for a snap: so the answer counts.
has_browser() {
    local name
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        if has "$name" && timeout 20 "$name" --version > /dev/null 2>&1; then return 0; fi
    done
    return 1
}

is_ubuntu() { grep --quiet '^ID=ubuntu' /etc/os-release 2> /dev/null; }

list_missing() {
    required=()
    optional=()
    has make || required+=(make)
    has_node || required+=(nodejs)
    has npm || required+=(npm)
    find_python > /dev/null || required+=(python3 python3-venv)
    if [ "$for_lab" = yes ]; then
        has mmdebstrap || required+=(mmdebstrap)
        [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] ||
            [ -e /usr/share/keyrings/debian-archive-keyring.pgp ] ||
            required+=(debian-archive-keyring)
        has unshare || required+=(util-linux)
        has mount || required+=(mount)
        has git || required+=(git)
        # Root needs no help to build the layers; everybody else needs a range of user ids.
        [ "$(id --user)" = 0 ] || has newuidmap || required+=(uidmap)
    fi
    if [ "$for_slurm" = yes ]; then
        has slurmctld || required+=(slurmctld)
        has slurmd || required+=(slurmd)
        has slurmdbd || required+=(slurmdbd)
        has sbatch || required+=(slurm-client)
        has munged || required+=(munge)
        has mariadbd || required+=(mariadb-server-core)
        has mariadb-install-db || required+=(mariadb-server-core)
        has mariadb || required+=(mariadb-client)
    fi
    if [ "$for_cpus" = yes ]; then
        has qemu-x86_64 || has qemu-x86_64-static || required+=(qemu-user)
    fi
    if [ "$for_tests" = yes ]; then
        has cc || required+=(gcc libc6-dev)
        has_browser || if is_ubuntu; then optional+=(chromium-browser); else optional+=(chromium); fi
    fi
}

# Another apt-get may be at work: a new machine updates itself, or two setups run at once. A third
# party's broken package source need not stop this: what counts is the install.
update_package_lists() { # sudo
    local wait said
    for wait in 0 15 30 60 120 240; do
        sleep "$wait"
        if said="$("$@" env LC_ALL=C apt-get update --quiet=2 2>&1)"; then return 0; fi
        case "$said" in *"Could not get lock"*) ;; *) break ;; esac
    done
    printf '%s\n' "$said" "warning: apt-get update had errors" >&2
}

install_system_packages() {
    list_missing
    local missing=("${required[@]}" "${optional[@]}")
    [ "${#missing[@]}" -gt 0 ] || return 0

    local as_root=()
    if [ "$(id --user)" != 0 ]; then
        if has sudo && sudo --non-interactive true 2> /dev/null; then
            as_root=(sudo --non-interactive)
        else
            as_root=(none)
        fi
    fi
    if ! has apt-get; then
        echo "error: install what Debian calls: ${missing[*]}" >&2
        [ "${#required[@]}" -eq 0 ] || exit 1
    elif [ "${as_root[*]}" = none ]; then
        if [ "${#required[@]}" -gt 0 ]; then
            echo "error: run this, then try again: sudo apt-get install --yes --no-install-recommends ${missing[*]}" >&2
            exit 1
        fi
    else
        echo "setup: installing system packages: ${missing[*]}"
        update_package_lists "${as_root[@]}"
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes \
            --option DPkg::Lock::Timeout=600 --no-install-recommends "${missing[@]}" \
            > /dev/null || true
    fi

    list_missing
    if [ "${#required[@]}" -gt 0 ]; then
        echo "error: still missing: ${required[*]} (see apt-get's messages above)" >&2
        exit 1
    fi
    if [ "${#optional[@]}" -gt 0 ]; then
        echo "warning: tests that need ${optional[*]} will be skipped" >&2
    fi
}

# Names the files of one kind in the bundle as they are called, in a new folder, and checks them.
unfold() { # kind folder
    local hash name
    if ! [ -e "$BANDWISE_BUNDLE/index.txt" ]; then
        echo "error: BANDWISE_BUNDLE: $BANDWISE_BUNDLE is not a bundle: name a folder that \`make bundle\` made" >&2
        exit 1
    fi
    mkdir "$2"
    while read -r hash name; do
        [ "${name%%/*}" = "$1" ] || continue
        if ! echo "$hash  $BANDWISE_BUNDLE/sha256/$hash" | sha256sum --check --status 2> /dev/null; then
            echo "error: $BANDWISE_BUNDLE: $name is missing or damaged: run \`make bundle\` again where there is a network" >&2
            exit 1
        fi
        cp --reflink=auto "$BANDWISE_BUNDLE/sha256/$hash" "$2/${name##*/}"
    done < "$BANDWISE_BUNDLE/index.txt"
}

# Installs the packages of a lock in envs/ into .venv. What makes one of a source distribution is
# locked as well (build.lock) and was installed before: pip would fetch today's.
install_lock() { # name
    local source=()
    if [ -n "$BANDWISE_BUNDLE" ]; then
        [ -e "$scratch/python" ] || unfold python "$scratch/python"
        source=(--no-index --find-links "$scratch/python")
    fi
    if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check --use-pep517 \
        --no-build-isolation "${source[@]}" --require-hashes --requirement "envs/$1.lock"; then
        [ -z "$BANDWISE_BUNDLE" ] || echo "error: the bundle does not suit $(.venv/bin/python --version): make it with the same Python" >&2
        exit 1
    fi
}

stamp_of() { sha256sum "$@" | sha256sum | cut --delimiter=' ' --fields=1; }

install_python_packages() {
    local python stamp
    python="$(find_python)"
    # The folder is part of it: a moved .venv names its interpreter where it no longer is.
    stamp="$(stamp_of envs/build.lock envs/requirements.lock) $PWD"
    stamp+=" $("$python" -c 'import sys; print(sys.version)' | tr --delete '\n')"
    if [ "$(cat .venv/stamp 2> /dev/null)" = "$stamp" ]; then return 0; fi
    echo "setup: installing the Python packages of envs/requirements.lock into .venv"
    "$python" -m venv --clear .venv
    install_lock build
    install_lock requirements
    echo "$stamp" > .venv/stamp
}

# Each start of Snakemake imports them, so they are not there for everybody.
install_cluster_packages() {
    local stamp
    stamp="$(stamp_of envs/cluster.lock)"
    if [ "$for_cluster" = no ] || [ "$(cat .venv/cluster-stamp 2> /dev/null)" = "$stamp" ]; then
        return 0
    fi
    echo "setup: installing the Python packages of envs/cluster.lock into .venv"
    install_lock cluster
    echo "$stamp" > .venv/cluster-stamp
}

# Snakemake finds its plugins by their names in Python's path.
install_own_plugins() {
    local packages
    for packages in .venv/lib/python3*/site-packages; do
        echo "$PWD/scripts/plugins" > "$packages/bandwise.pth"
    done
}

# The lock names no registry, and npm then asks one for each package's address. With an address, it
# takes the file of the locked hash from its cache.
install_node_packages_of_bundle() { # options of npm
    local folder="$scratch/node"
    unfold npm "$scratch/npm"
    mkdir "$folder"
    npm cache add --silent --cache "$scratch/cache" "$scratch/npm"/*
    cp package.json .npmrc "$folder"
    # shellcheck disable=SC2016 # what has a dollar is JavaScript
    REGISTRY="$(npm config get registry)" node --eval '
        const lock = JSON.parse(require("fs").readFileSync("package-lock.json"));
        for (const [path, entry] of Object.entries(lock.packages)) {
            const name = path.split("node_modules/").pop();
            const file = `${name.split("/").pop()}-${entry.version}.tgz`;
            if (path) entry.resolved = `${process.env.REGISTRY}${name}/-/${file}`;
        }
        console.log(JSON.stringify(lock));
    ' > "$folder/package-lock.json"
    (cd "$folder" && npm ci "$@" --silent --no-progress --offline --cache "$scratch/cache")
    rm --recursive --force node_modules
    mv "$folder/node_modules" node_modules
}

# A report needs three quarters of them; what has all of them keeps them.
install_node_packages() {
    local stamp options=() words="the Node packages"
    stamp="$(stamp_of package.json package-lock.json) $(node --version)"
    if [ "$(cat node_modules/stamp 2> /dev/null)" = "$stamp with those of checks" ]; then return 0; fi
    if [ "$for_lint" = yes ]; then
        stamp+=" with those of checks"
        words+=", with those of checks,"
    elif [ "$(cat node_modules/stamp 2> /dev/null)" = "$stamp" ]; then
        return 0
    else
        options=(--omit=dev)
    fi
    echo "setup: installing $words of package-lock.json into node_modules"
    if [ -n "$BANDWISE_BUNDLE" ]; then
        install_node_packages_of_bundle "${options[@]}"
    else
        npm ci "${options[@]}" --silent --no-progress
    fi
    echo "$stamp" > node_modules/stamp
}

install_system_packages
install_python_packages
install_cluster_packages
install_own_plugins
install_node_packages
