#!/usr/bin/python3
"""Runs the commands of README.md's listings and compares what they print, standard error included.

A listing is fenced by ```console; a line `$ relit ...` is a command, what follows is its output. A line `...` stands for any
lines, `...` within a line for any text. Commands run where tests/data is, as in the repository, and must succeed.

usage: check.py RELIT [README]    with RELIT the program; exit code 1 where a listing differs
"""
import difflib
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
    """Lines with a command that no listing holds: nobody would run them."""
    shown = {start + i for kind, start, lines in fences(text) if kind == "console" for i in range(len(lines))}
    return [number for number, line in enumerate(text.splitlines(), 1)
            if re.match(r" *\$ relit ", line) and number not in shown]


def run(relit, command, folder):
    """The words behind `relit` go to the program; pipes and redirections to a shell."""
    environment = {**os.environ, "PATH": f"{os.path.dirname(relit)}:{os.environ['PATH']}"}
    done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
    return done.returncode, done.stdout.decode()


def main():
    relit = os.path.abspath(sys.argv[1])
    readme = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "README.md"
    text = readme.read_text()
    faults = [f"{readme.name}:{line}: a command outside of a ```console listing" for line in outside(text)]
    product = re.search(r"^product=(\w+)$", (ROOT / "go").read_text(), re.M).group(1)
    if f"`build/{product}/relit`" not in text:
        faults.append(f"{readme.name} does not say that ./go demo leaves the program at `build/{product}/relit`")
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ROOT / "tests", os.path.join(folder, "tests"))
        for line, command, expected in listings(text):
            count += 1
            code, printed = run(relit, command, folder)
            if code != 0:
                faults.append(f"{readme.name}:{line}: {command}: exit code {code}")
            if not re.fullmatch(pattern(expected), printed):
                difference = difflib.unified_diff(expected, printed.splitlines(), "README.md", "printed", lineterm="")
                faults.append(f"{readme.name}:{line}: {command} prints something else:\n" + "\n".join(difference))
    if count == 0:
        faults.append(f"{readme.name} has no listing")
    print("\n".join(faults) or f"{count} listings are as the program prints them")
    return 1 if faults else 0


sys.exit(main())
