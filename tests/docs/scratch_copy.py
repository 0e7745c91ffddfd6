"""A copy of the repository in which a recipe is followed, and what a page says to do there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Read and never written by recipes.
LINKED = ("reference", "emulator", "node_modules")
_BLOCK = re.compile(
    r"^(?P<verb>Add to |In (?:`(?P<function>\w+)` of )?)?`(?P<path>[\w/.-]+)`:\n\n"
    r"```\w+\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def copy_repository(folder: Path) -> None:
    """Copy the files that git knows, or would know, into an empty folder."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.split("\0"):
        if name and name.partition("/")[0] not in LINKED and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
    for name in LINKED:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    # Tests list files with git.
    for arguments in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def sections(page: str) -> dict[str, str]:
    """The recipes of CONTRIBUTING.md by their headings."""
    recipes = page.partition("\n## Adding a thing\n")[2].partition("\n## ")[0]
    parts = re.split(r"^### (.*)\n", recipes, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def write_files(recipe: str, folder: Path) -> list[str]:
    """Write and edit the files of a recipe in a copy; their names."""
    names = []
    for match in _BLOCK.finditer(recipe):
        path, text = folder / match["path"], match["text"]
        names.append(match["path"])
        if match["verb"] is None:
            assert not path.exists(), f"{path} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif match["verb"] == "Add to ":
            path.write_text(path.read_text() + text)
        elif match["function"]:
            path.write_text(_in_function(path.read_text(), match["function"], text))
        else:
            path.write_text(_with_line(path.read_text(), text))
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True, capture_output=True)
    return names


def _in_function(code: str, name: str, lines: str) -> str:
    """Code with lines ahead of the last statement of a function, its ``return``."""
    head, begin, rest = code.partition(f"def {name}(")
    assert begin, f"there is no function {name}"
    body, end, after = rest.partition("\n\n\n")
    before, last, value = body.rpartition("\n    return ")
    assert last
    return f"{head}{begin}{before}\n{lines.rstrip()}{last}{value}{end}{after}"


def _with_line(text: str, line: str) -> str:
    """A YAML file with a line in place of the one that has its key and indentation."""
    key = line.partition(":")[0]
    changed, count = re.subn(rf"^{key}:.*\n", line, text, flags=re.MULTILINE)
    assert count == 1, f"{key.strip()} is there {count} times"
    return changed


def commands(recipe: str) -> list[str]:
    """The commands of a recipe, in order."""
    return [line for block in _COMMANDS.findall(recipe) for line in block.splitlines()]


def run(command: str, folder: Path) -> str:
    """Run a command in a copy; what it prints. Fails with its output when it fails."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def recipe_files(page: str) -> set[str]:
    """The files that the recipes of a page have their reader write or edit, and locks of layers."""
    names = {match["path"] for match in _BLOCK.finditer(page)}
    return names | {name.replace(".yaml", ".lock.yaml") for name in names if "envs/" in name}
