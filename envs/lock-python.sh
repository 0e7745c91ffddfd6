#!/usr/bin/env bash
# Makes envs/requirements.lock anew from envs/requirements.in, cluster.lock from cluster.in, with the
# same versions of what both name, and build.lock from build.in, for Python 3.11 and later.
#
#   envs/lock-python.sh           with today's versions
#   envs/lock-python.sh --keep    with the versions that it has; for a package that is added
#
# One version of each package for all Pythons (fork strategy "fewest"): the statistics of the
# report must not depend on the host's release. The lock names no package index, so that everyone
# installs from the one that is theirs; the hashes make sure that it is the same file.
set -o errexit -o nounset -o pipefail

upgrade=(--upgrade)
case "${1:-}" in
    "") ;;
    --keep) upgrade=() ;;
    *) echo "error: $1: the option is --keep" >&2; exit 2 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch="$(mktemp --directory)"
trap 'rm --recursive --force "$scratch"' EXIT

python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet uv

# lock NAME OPTION...: make envs/NAME.lock of envs/NAME.in.
lock() {
    # Versions are kept from the file that is written over.
    cp "envs/$1.lock" "$scratch/$1.lock"
    "$scratch/venv/bin/uv" pip compile --quiet --no-config "${upgrade[@]}" --universal \
        --fork-strategy fewest --python-version 3.11 --generate-hashes --no-header --no-annotate \
        --no-emit-index-url --no-emit-find-links --output-file "$scratch/$1.lock" "${@:2}" \
        "envs/$1.in" > /dev/null
    {
        echo "# Made by envs/lock-python.sh from envs/$1.in: do not edit."
        cat "$scratch/$1.lock"
    } > "envs/$1.lock"
}

lock build
lock requirements
lock cluster --constraint envs/requirements.lock
