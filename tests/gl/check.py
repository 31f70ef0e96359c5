#!/usr/bin/python3
"""Compiles the GLSL of many programs with the OpenGL driver's own compiler, which need not agree with glslang.

usage: check.py RELIT    with RELIT the program; exit code 1 where a text does not compile or link, 77 without OpenGL 4.5

The programs of tests/data, and random ones of each guest, are translated for each version of GLSL, optimised and literally. What
Relit refuses is left out. Random programs are not linked, and left out where they are long: the driver takes minutes for loops
that were unrolled. The driver is Mesa's for the CPU, without a window (EGL_MESA_platform_surfaceless).
"""
import collections
import ctypes
import os
import pathlib
import re
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
VERSIONS = ("330", "430", "450")
SAMPLES = 24  # random programs of each guest
MOST_OF_A_SAMPLE = 30000  # characters
GUESTS = {"nv2a": "nv2a/*.bin", "rsx.vp": "rsx/**/*vp.bin", "rsx.fp": "rsx/**/*fp.bin", "r500.vs": "r500/*.vs.bin",
          "r500.fs": "r500/*.fs.bin", "maxwell": "maxwell/*.*.bin maxwell/*.uam.*.dksh"}
STAGES = {"vert": 0x8B31, "frag": 0x8B30, "geom": 0x8DD9, "tesc": 0x8E88, "tese": 0x8E87, "comp": 0x91B9}
EGL_PLATFORM_SURFACELESS, EGL_OPENGL_API = 0x31DD, 0x30A2
EGL_OPENGL_BIT_OF_A_CONFIG = (0x3040, 0x0008, 0x3038)
EGL_CORE_4_5 = (0x3098, 4, 0x30FB, 5, 0x30FD, 1, 0x3038)
GL_COMPILE_STATUS, GL_LINK_STATUS, GL_PROGRAM_SEPARABLE = 0x8B81, 0x8B82, 0x8258


class OpenGl:
    """A context without a window."""

    def __init__(self):
        os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
        self.egl = ctypes.CDLL("libEGL.so.1")
        handle = ctypes.c_void_p
        for name, result, *arguments in (
                ("eglGetPlatformDisplay", handle, ctypes.c_uint, handle, handle),
                ("eglInitialize", ctypes.c_uint, handle, handle, handle),
                ("eglBindAPI", ctypes.c_uint, ctypes.c_uint),
                ("eglChooseConfig", ctypes.c_uint, handle, handle, handle, ctypes.c_int, handle),
                ("eglCreateContext", handle, handle, handle, handle, handle),
                ("eglMakeCurrent", ctypes.c_uint, handle, handle, handle, handle),
                ("eglGetProcAddress", handle, ctypes.c_char_p)):
            function = getattr(self.egl, name)
            function.restype, function.argtypes = result, arguments
        display = self.egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS, None, None)
        config, count = handle(), ctypes.c_int()
        wanted = (ctypes.c_int * 3)(*EGL_OPENGL_BIT_OF_A_CONFIG)
        if not self.egl.eglInitialize(display, None, None) or not self.egl.eglBindAPI(EGL_OPENGL_API):
            raise OSError("EGL has no display")
        self.egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
        context = self.egl.eglCreateContext(display, config, None, (ctypes.c_int * 7)(*EGL_CORE_4_5))
        if not context or not self.egl.eglMakeCurrent(display, None, None, context):
            raise OSError("no context of OpenGL 4.5")
        self.functions = {}

    def call(self, name, result, *arguments):
        """An OpenGL function; whole numbers are passed as ints, all else as pointers."""
        if name not in self.functions:
            types = [ctypes.c_int if isinstance(one, int) else ctypes.c_void_p for one in arguments]
            self.functions[name] = ctypes.CFUNCTYPE(result, *types)(self.egl.eglGetProcAddress(name.encode()))
        return self.functions[name](*arguments)

    def log_of(self, kind, number, status):
        """What the driver says of a shader or a program that is not as it should be; empty where it is."""
        done = ctypes.c_int()
        self.call(f"glGet{kind}iv", None, number, status, ctypes.cast(ctypes.byref(done), ctypes.c_void_p))
        if done.value:
            return ""
        text = ctypes.create_string_buffer(4000)
        self.call(f"glGet{kind}InfoLog", None, number, len(text), None, ctypes.cast(text, ctypes.c_void_p))
        return text.value.decode(errors="replace").strip() or "no word on why"

    def fault_of(self, text, stage, links):
        shader = self.call("glCreateShader", ctypes.c_uint, STAGES[stage])
        source = ctypes.c_char_p(text.encode())
        self.call("glShaderSource", None, shader, 1, ctypes.cast(ctypes.byref(source), ctypes.c_void_p), None)
        self.call("glCompileShader", None, shader)
        fault = self.log_of("Shader", shader, GL_COMPILE_STATUS)
        if not fault and links:
            program = self.call("glCreateProgram", ctypes.c_uint)
            self.call("glProgramParameteri", None, program, GL_PROGRAM_SEPARABLE, 1)
            self.call("glAttachShader", None, program, shader)
            self.call("glLinkProgram", None, program)
            fault = self.log_of("Program", program, GL_LINK_STATUS)
            self.call("glDeleteProgram", None, program)
        self.call("glDeleteShader", None, shader)
        return fault


def programs(relit, folder):
    """(guest, stage, path, whether it is linked) of every program."""
    for guest, patterns in GUESTS.items():
        made = os.path.join(folder, guest)
        subprocess.run([relit, "sample", guest, "--count", str(SAMPLES), "--out", made], check=True, capture_output=True)
        random = sorted(path for path in pathlib.Path(made).rglob("*") if path.is_file())
        kept = sorted(path for pattern in patterns.split() for path in DATA.glob(pattern))
        for path in [*kept, *random]:
            stage = re.search(rf"\.({'|'.join(STAGES)})\.", path.name)
            default = "frag" if guest in ("rsx.fp", "r500.fs") else "comp" if guest == "maxwell" else "vert"
            yield guest, stage.group(1) if stage else default, str(path), path not in random


def main():
    relit = os.path.abspath(sys.argv[1])
    try:
        driver = OpenGl()
    except OSError as error:
        print(f"gl.compiles: Skipped\n{error}")
        return 77
    counts, faults = collections.Counter(), collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for guest, stage, path, links in programs(relit, folder):
            for how in [*([version] for version in VERSIONS), [VERSIONS[-1], "--literal"]]:
                command = [relit, "translate", "--isa", guest, "--to", "glsl", "--for", "opengl", "--target-version", *how, path]
                done = subprocess.run(command, capture_output=True)
                is_long = not links and len(done.stdout) > MOST_OF_A_SAMPLE
                counts["refused" if done.returncode else "long" if is_long else guest] += 1
                fault = "" if done.returncode or is_long else driver.fault_of(done.stdout.decode(), stage, links)
                if fault:
                    faults[re.sub(r"^0:\d+\(\d+\)", "", fault)].append(" ".join(command[1:]))
    for fault, commands in faults.items():
        print(f"{fault}\n    {len(commands)} times, first by relit {commands[0]}")
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    return 1 if faults or min(counts[guest] for guest in GUESTS) == 0 else 0


sys.exit(main())
