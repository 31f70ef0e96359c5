#!/usr/bin/python3
"""Runs the commands of the listings in README.md, docs/tour.md, docs/guide and docs/examples and compares what they print,
standard error included.

A listing is fenced by ```console; a line `$ ...` is a command, what follows is its output. A line `...` stands for any
lines, `...` within a line for any text. Commands run where tests/data is, as in the repository, and must succeed: where the exit
code matters, `; echo "exit code $?"` shows it. The commands of a page share a folder, so a later one may read what an earlier one
wrote.

usage: check.py RELIT [PAGE...]    with RELIT the program; exit code 1 where a listing differs
"""
import difflib
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def fences(text):
    """(kind, first line's number, lines) of every fenced block."""
    kind, lines, start = None, [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```") and kind is None:
            kind, lines, start = line[3:], [], number + 1
        elif line == "```":
            yield kind, start, lines
            kind = None
        elif kind is not None:
            lines.append(line)


def listings(text):
    """(line number, command, lines of its output) of every command in a ```console block."""
    for kind, start, lines in fences(text):
        if kind != "console":
            continue
        for at, line in enumerate(lines):
            if line.startswith("$ "):
                output = lines[at + 1 :]
                end = next((i for i, one in enumerate(output) if one.startswith("$ ")), len(output))
                stands_apart = 0 < end < len(output) and not output[end - 1]  # the next command, by an empty line
                yield start + at, line[2:], output[: end - 1 if stands_apart else end]


def pattern(expected):
    """What matches the output that a listing shows."""
    lines = (".*\n" if line == "..." else ".*".join(re.escape(part) for part in line.split("...")) + "\n" for line in expected)
    return "".join(f"(?:{line})*?" if line == ".*\n" else line for line in lines)


def outside(text):
    """Lines with a command that no listing holds: no test would run them."""
    shown = {start + i for kind, start, lines in fences(text) if kind == "console" for i in range(len(lines))}
    return [number for number, line in enumerate(text.splitlines(), 1)
            if re.match(r" *\$ \S", line) and number not in shown]


def run(relit, command, folder):
    """The words behind `relit` go to the program; pipes and redirections to a shell."""
    environment = {**os.environ, "PATH": f"{os.path.dirname(relit)}:{os.environ['PATH']}"}
    done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
    return done.returncode, done.stdout.decode()


def faults_of_listings(relit, name, text):
    """How many listings a page has, and what is wrong with them."""
    count, faults = 0, []
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ROOT / "tests", os.path.join(folder, "tests"))
        for line, command, expected in listings(text):
            count += 1
            code, printed = run(relit, command, folder)
            if code != 0:
                faults.append(f"{name}:{line}: {command}: exit code {code}")
            if not re.fullmatch(pattern(expected), printed):
                difference = difflib.unified_diff(expected, printed.splitlines(), name, "printed", lineterm="")
                faults.append(f"{name}:{line}: {command} prints something else:\n" + "\n".join(difference))
    return count, faults if count else [f"{name} has no listing"]


def check(relit, page):
    """How many listings a page has, and all that is wrong with it."""
    name, text = os.path.relpath(page, ROOT), page.read_text()
    count, faults = faults_of_listings(relit, name, text)
    faults += [f"{name}:{line}: a command outside of a ```console listing" for line in outside(text)]
    product = re.search(r"^product=(\w+)$", (ROOT / "go").read_text(), re.M).group(1)
    if name == "README.md" and f"`build/{product}/relit`" not in text:
        faults.append(f"{name} does not say that ./go demo leaves the program at `build/{product}/relit`")
    return count, faults


def main():
    relit = os.path.abspath(sys.argv[1])
    named = [pathlib.Path(page).resolve() for page in sys.argv[2:]]
    folders = (sorted(ROOT.glob(f"docs/{folder}/*.md")) for folder in ("guide", "examples"))
    usual = [ROOT / "README.md", ROOT / "docs/tour.md", *itertools.chain(*folders)]
    results = [check(relit, page) for page in named or usual]
    count, faults = sum(one for one, _ in results), [fault for _, some in results for fault in some]
    print("\n".join(faults) or f"{count} listings of {len(results)} pages are as the program prints them")
    return 1 if faults else 0


sys.exit(main())
