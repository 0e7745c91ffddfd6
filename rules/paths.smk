"""Where everything lies, and what stands for what.

A rule declares each file that its command reads and writes, with one convention. The manifest of a
folder is written last and has a hash of what lies beside it, so it stands for all of that which is
not declared: layer.json for its layer (image, tree, boot files), outcome.json for its cell
(outbox, console), rows.json for the folders of
rows beside it, index.html for the site's pages. Images that
are declared are `ancient` as inputs: their manifest says whether they changed.
"""

RESULTS = STUDY.config.results_dir
SHARED = STUDY.config.shared_dir
REFERENCE = "reference"

PLAN_FILE = f"{RESULTS}/plan.json"
OUTCOMES = expand(f"{RESULTS}/cells/{{cell}}/outcome.json", cell=CELLS)
ROWS = f"{RESULTS}/rows/rows.json"
DATABASE = f"{RESULTS}/results.duckdb"
SITE = f"{RESULTS}/site/index.html"
COMPLETE = f"{RESULTS}/complete.json"

LAYER = f"{SHARED}/layers/{{layer}}/layer.json"
TOOLCHAIN = LAYER.format(layer="toolchain")
BASE = LAYER.format(layer="base")
LAYERS = expand(LAYER, layer=[layer.id for layer in PLAN.layers])
EMULATOR = [f"{SHARED}/{name}" for name in EMULATOR_FILES]
HOST_EMULATOR = [f"{SHARED}/{name}" for name in host_emulator_files()]
BOOT = [f"{SHARED}/{name}" for name in BOOT_FILES]
TPCH = f"{SHARED}/tpch/sf{{scale}}"
TPCH_TABLES = [f"{TPCH}/{name}" for name in TPCH_FILES]
# A user's own tables by the hash of what they are made from, and scripts by theirs.
OWN = f"{SHARED}/own/{{own}}/own.json"
OWN_SCRIPT = f"{SHARED}/own/{{own}}/scripts/{{script}}-{{sha256}}.json"
DATASET, MACHINE, SNAPSHOT = (
    [f"{SHARED}/{kind}s/{{{kind}}}/{name}" for name in (f"{kind}.json", *IMAGES[kind])]
    for kind in ("dataset", "machine", "snapshot")
)
