"""Code that several checks use: the files of a tree, comments and literals of a source."""
import os
import re

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
