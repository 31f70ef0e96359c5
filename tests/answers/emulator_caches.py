"""Writes small shader caches as RPCS3, Ryujinx and yuzu leave them (docs/emulators.md), for check.py and the guide.

usage: emulator_caches.py FOLDER    writes shaders_cache (RPCS3), vulkan.bin (yuzu) and ryujinx into the folder
"""
import pathlib
import struct
import sys

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"


def rpcs3(folder, vertex, fragment):
    """shaders_cache with one pipeline of two programs; gives the place of its record."""
    record = struct.pack("<3Q4I9Q2I", 0x1A, 0x2B, 0x3C, 0, 0xFFFFFFFF, 0, 0, (1 << len(vertex) // 16) - 1, *[0] * 8, 0, 0)
    record += struct.pack("<32H2HI", 0xFFFF, *[0] * 31, 0, 0, 0)
    record += struct.pack("<3I6H2BHI", 0x40, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0) + bytes(16)
    version = folder / "pipelines" / "vulkan" / "v1.95"
    version.mkdir(parents=True)
    (folder / "raw").mkdir()
    (folder / "raw" / "1A.vp").write_bytes(vertex)
    (folder / "raw" / "2B.fp").write_bytes(fragment)
    (version / "1A+2B+3C+4D.bin").write_bytes(record)
    (folder / "pipelines" / "vulkan" / "v1.91").mkdir()
    return version / "1A+2B+3C+4D.bin"


def yuzu(path, fragment):
    """vulkan.bin with one pipeline of one fragment program."""
    environment = struct.pack("<5Q7I", len(fragment), 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 4) + fragment + fragment[:80]
    path.write_bytes(b"yuzucach" + struct.pack("<2I", 11, 1) + environment + bytes(1032))


def ryujinx(folder):
    """A table of no code and one of no pipelines."""
    folder.mkdir()
    (folder / "guest.toc").write_bytes(b"TOCG" + struct.pack("<7I", 0x10001, *[0] * 6))
    (folder / "guest.data").write_bytes(b"")
    (folder / "shared.toc").write_bytes(b"TOCS" + struct.pack("<7I", 0x10002, *[0] * 6))
    (folder / "shared.data").write_bytes(b"")


def all_three(folder):
    """A cache of each emulator, around programs of tests/data."""
    folder.mkdir(exist_ok=True)
    hand = DATA / "rsx" / "hand"
    rpcs3(folder / "shaders_cache", (hand / "vp_sat.vp.bin").read_bytes(), (hand / "fp_tex.fp.bin").read_bytes())
    yuzu(folder / "vulkan.bin", (DATA / "maxwell" / "f_tex2d.nv117.frag.bin").read_bytes())
    ryujinx(folder / "ryujinx")


if __name__ == "__main__":
    all_three(pathlib.Path(sys.argv[1]))
