"""Code that several checks use: the files of a tree, comments and literals of a source, ceilings that fall."""
import os
import re
import sys

SOURCE_FILE = re.compile(r"(src|include|tests|bench|fuzz)/.*\.(cpp|hpp|inc|comp|glsl)")
# Literals are matched too, so that no comment begins in one.
SLASH_COMMENT = re.compile(r'(?P<comment>//[^\n]*|/\*.*?\*/)|R"(?P<raw>\w*)\(.*?\)(?P=raw)"|"(?:\\.|[^"\\\n])*"|'
                           r"(?<!\w)'(?:\\.|[^'\\\n])+'", re.DOTALL)


def files_and_folders(root):
    """The files of a tree, and its folders, as paths from its root; without build/ and what begins with a dot."""
    files, folders = [], []
    for folder, below, names in os.walk(root):
        prefix = "" if folder == root else os.path.relpath(folder, root) + "/"
        below[:] = sorted(i for i in below if i[0] != "." and prefix + i != "build")
        files += [prefix + name for name in sorted(names)]
        folders += [prefix + name for name in below]
    return files, folders


def folder_of_arguments(arguments):
    """The folder that a check was given, or the tree that it is in; and whether ceilings are to be lowered."""
    folders = [i for i in arguments if i != "--lower"]
    if len(folders) > 1 or any(i.startswith("-") for i in folders):
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} [--lower] [FOLDER]")
    return (folders or [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))])[0], "--lower" in arguments


class Ceilings:
    """The rows of a check in scripts/ceilings.txt: how much there may still be of what should not be there at all, or beyond a
    limit. Ceilings only fall."""

    def __init__(self, root, check, lower):
        self.path, self.check, self.lower = os.path.join(root, "scripts/ceilings.txt"), check, lower
        self.is_wrong = False
        self.lines = []
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.lines = file.read().splitlines()
        self.rows = {}
        for line in self.lines:
            columns = line.split(" | ")
            if len(columns) == 3 and columns[0] == check:
                self.rows[columns[1]] = int(columns[2])

    def compare(self, what, count, report, limit=0):
        """Compares a count with its ceiling, or the limit if it has none; `report` is printed with one that is above."""
        ceiling = self.rows.pop(what, limit)
        if count > ceiling:
            self.fail(f"{what}: {count}, and at most {ceiling} are allowed", *report)
        elif max(count, limit) < ceiling:
            self.fall(what, ceiling, max(count, limit), limit)

    def fall(self, what, ceiling, to, limit):
        if not self.lower:
            self.fail(f"{what}: {to} are enough, the ceiling is {ceiling}: run scripts/{self.check} --lower")
            return
        row = self.lines.index(f"{self.check} | {what} | {ceiling}")
        self.lines[row:row + 1] = [f"{self.check} | {what} | {to}"] if to > limit else []
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n")

    def fail(self, *lines):
        print("\n".join(lines))
        self.is_wrong = True

    def finish(self):
        """The exit code of the check. What was not counted is there no more."""
        for what, ceiling in list(self.rows.items()):
            self.fall(what, ceiling, 0, 0)
        return int(self.is_wrong)
