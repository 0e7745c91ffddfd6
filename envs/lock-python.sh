#!/usr/bin/env bash
# Makes envs/requirements.lock anew from envs/requirements.in, for Python 3.11 and later.
#
# One version of each package for all Pythons (fork strategy "fewest"): the statistics of the
# report must not depend on the host's release. The lock names no package index, so that everyone
# installs from the one that is theirs; the hashes make sure that it is the same file.
set -o errexit -o nounset -o pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch="$(mktemp --directory)"
trap 'rm --recursive --force "$scratch"' EXIT

python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet uv
{
    echo "# Made by envs/lock-python.sh from envs/requirements.in: do not edit."
    "$scratch/venv/bin/uv" pip compile --quiet --no-config --upgrade --universal \
        --fork-strategy fewest --python-version 3.11 --generate-hashes --no-header --no-annotate \
        --no-emit-index-url --no-emit-find-links envs/requirements.in
} > "$scratch/requirements.lock"
mv "$scratch/requirements.lock" envs/requirements.lock
