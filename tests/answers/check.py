#!/usr/bin/python3
"""Runs `relit` with --json in every verb and checks answers and messages against docs/schemas.

usage: check.py RELIT [VERB...]    with RELIT the program; exit code 1 where an answer does not fit its schema
"""
import functools
import json
import lzma
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

import emulator_caches
import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"

# Definitions of answers that no run here gives: what `replay --verify` says of a driver that draws wrongly, a function of a cubin
# that is no kernel, sets whose branches depend on what no instruction wrote, steps of `verify` that answers of `run` have, and
# elements of eight floats of a draw that is replayed. A schema before a key: of this schema alone.
UNSEEN = ("batch 3.special.[].damaged", "batch $defs.run.", "$defs.first_vertex.inputs.[].then", "$defs.renderers_differ.", "4.function", "$defs.difference.first_goes_to", "$defs.difference.goes_to",
          "verify verdicts.[].registers_hide", "verify $defs.step.lookups.", "verify $defs.step.discards",
          "replay_capture verify.first")  # a device that draws something else

FILES = {
    "vp.vsh": "mov oPos, v0\n",
    "v.txt": "MOV o[0], v[0];\nMOV o[1], v[3];\n",
    "f.txt": "MOVR R0, f[COL0];\n",
    "two.txt": "SUST.D.2D.64.IGN [R2], R0, 0x0;\nEXIT;\n",
    "bones.txt": (
        ".container profile=vertex, revision=6, size=176, parameters=1, table=32, program=80, code.size=32, code=112\n"
        ".parameter type=float4, resource=C, variability=uniform, index=461, name=144, direction=in, number=0, referenced=1\n"
        ".vertex instructions=2, registers=1, inputs=1, outputs=1, clip=32\n"
        ".pad 8\n"
        ".code\n"
        "000: ARL A0.x, v[0];\n"
        "001: MOV o[1], c[A0.x + 461];\n"
        ".endcode\n"
        '.name "bones[0]"\n'
        ".pad 23\n"
    ),
    "in.json": '{"v0": [1, 2, 3, 4]}',
    "dump.txt": "sixteen bytes of",
    "sums.json": '{"s0": {"ints": [2, 1, 3, 4]}, "s1": {"bytes": 64}}',
    "sets.json": '[{"v0": [1]}, {"v0": [2]}]',
    "bad.vsh": "mov oPos, v0\nmov oPos\n",
    "bad.json": '{"v0": oops}',
    "late.json": '[{"v0": [1]}, {"v0": [2]}, {"v99": [3]}, {}]',
    "cut.json": '[{"v0": [1]}, {"v0"',
    "none.json": "{}",
    "nones.json": "[]",
    "grid.json": '{"groups": [2, 1, 1], "s0": {"ints": [1, 2, 3], "bytes": 256}, "s1": {"bytes": 256}}',
    "grids.json": '[{"s0": {"bytes": 128}}, {"s0": [1.5, "7fc00000"], "s1": {"floats": [2.5]}}]',
}
FILES |= {
    # more lines than a window of diff, none of which the other has
    "long_mov.txt": "MOV R0, R1 ;\n" * 6000 + "EXIT ;\n",
    "long_add.txt": "IADD R0, R1, R2 ;\n" * 6000 + "EXIT ;\n",
    # a draw of indices from an array, and no relocation
    "indexed.txt": "0xc0022f00 0x00000001 0x00000303 0x00000000\n0xc0013600 0x00020012 0x00010000\n"
                   "0xc0013600 0x00020012 0x00010000\n0x00001393 0x00000000\n",
    # an element of eight floats
    "eight.txt": "0x00000854 0x0000200a\n0x00000878 0x0000f688\n0x0000082d 0x00000008\n0xc0083500 0x00010031 "
                 "0x3f800000 0x40000000 0x40400000 0x40800000 0x40a00000 0x40c00000 0x40e00000 0x7f800000\n",
    "card.txt": "D1CRTC_STATUS 1\nFB[2] 7\n",
    "odd_word.txt": ".word 3, 0x01c00000, 0, 0, 0, 1\n"
                    "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;\n",
    # a draw with a palette that writes nothing, and draws of two that differ in the same way
    "dark.txt": ".gs stream\nFRAME_1 FBW=1, PSM=CT32\nTEST_1 ATE=1, ATST=NEVER, ZTE=1, ZTST=ALWAYS\nPRMODECONT AC=1\n"
                "TEX0_1 TBP0=64, TBW=1, PSM=T4, TW=3, TH=3, CBP=128, CPSM=CT32, CLD=1\n"
                ".tag PRIM=(PRIM=SPRITE, TME=1, FST=1), REGS=(UV XYZ2)\nUV U=0\nXYZ2 X=0\nUV U=8, V=8\nXYZ2 X=8, Y=8\n",
    "points.txt": ".gs stream\nFRAME_1 FBW=1\n.tag PRIM=(PRIM=POINT), REGS=(XYZ2)\nXYZ2 X=1\nXYZ2 X=2\n" + "XYZ2 X=3\n" * 6,
    "masked.txt": ".gs stream\nFRAME_1 FBW=1, FBMSK=1\n.tag PRIM=(PRIM=POINT), REGS=(XYZ2)\nXYZ2 X=1\nXYZ2 X=2\n" + "XYZ2 X=3\n" * 6 +
                  ".vsync 0\n.vsync 1\n",
    # what few files have, one of each: keys of answers that no other file brings
    "for_ever.txt": "L0: MOV R0, v[1];\nBRI L0;\nMOV o[0], v[0];\n",
    "behind.txt": ".gs stream\n.transfer path1.window\n.tag NLOOP=1, EOP=1, PRIM=(PRIM=POINT), REGS=(XYZ2)\n    XYZ2 X=1\n"
                  ".data 1, 2, 3, 4\n",
    "long.txt": "LOOP {10, 0, 1};\nADDR R0, R0, f[COL0];\nENDLOOP;\nMOVR R0, R0;\n",
    "kills.txt": "KIL;\nMOVR R0, f[COL0];\n",
    "longer.txt": "MOV R0, RZ ;\nMOV R2, c[0x0][0x310] ;\nMOV R3, c[0x0][0x314] ;\nL0: IADD R0, R0, 0x1 ;\n"
                  "ISETP.LT.AND P0, PT, R0, 0x11170, PT ;\n@P0 BRA L0 ;\nSTG.E [R2], R0 ;\nEXIT ;\n",
    "dual.txt": ".sph type=2, version=3, shader=5, targets=0xff\nEXIT ;\n",
    "spills.txt": ".sph type=1, version=3, shader=1, in_generics=0x1, out_system_ab=0xf0000000\nALD R0, a[0x80] ;\n"
                  "LOP.AND R0, R0, 0x1c ;\nSTL [R0], R0 ;\nLDL R0, [R0] ;\nAST.128 a[0x70], R0 ;\nEXIT ;\n",
    "plain_fp.txt": ".sph type=2, version=3, shader=5, targets=0xf\nEXIT ;\n",
    "shares.txt": "STS [0x10], R0 ;\nEXIT ;\n",
    "nibbles.txt": ".screenshot 1, 1\n    .data 0xff0000ff\n.upload DBP=64, DBW=2, DPSM=T4, RRW=32, RRH=1\n"
                   "    .data 0x76543210, 0x76543210, 0x76543210, 0x76543210\n"
                   "FRAME_1 FBW=1, PSM=CT32\nSCISSOR_1 SCAX1=63, SCAY1=31\nZBUF_1 ZBP=1, ZMSK=1\nTEST_1 ZTE=1, ZTST=ALWAYS\n"
                   "TEX0_1 TBP0=64, TBW=2, PSM=T4, TW=5, TH=5, CBP=128, CLD=1\nPRMODECONT AC=1\n"
                   ".tag PRIM=(PRIM=SPRITE, TME=1, FST=1), REGS=(UV XYZ2)\n    UV U=0, V=0\n    XYZ2 X=0, Y=0\n"
                   "    UV U=32, V=8\n    XYZ2 X=32, Y=8\n.vsync 0\n",
}
# Files that stand in golden tests.
GOLDEN = {
    "mixed.txt": "gs/replay_pixel_transfers.t in.txt",
    "packets.txt": "gs/stream.t in.txt",
    "a.vpo": "rsx/vpo_info.t in.vpo",
    "odd.vpo": "rsx/vpo_info_numbers.t in.vpo",
    "a.fpo": "rsx/fpo_info_json.t in.fpo",
    "none.fpo": "rsx/fpo_no_parameters.t in.fpo",
    "rsx.push": "rsx/vp_stream.t in",
    "nv2a.push": "nv2a/push_buffer_launch.t in.push",
    "refused.txt": "cli/verify_refused.t in.txt",
    "state.txt": "r500/diff_nothing.t state.txt",
    "idle.txt": "gs/replay_nothing.t in.txt",
    "stage_a.txt": "maxwell/linked.t a.txt",
    "stage_b.txt": "maxwell/linked.t b.txt",
    "stage_gp.txt": "maxwell/linked.t gp.txt",
    "stage_fp.txt": "maxwell/linked.t fp.txt",
    "unknown.txt": "maxwell/unknown_words.t in.txt",
    "bios.txt": "r500/atom_tables.atom",
    "tables.txt": "r500/atom_run.atom",
    "hazards.txt": "r500/fs_lint.t in.fs.asm",
    "drawn.vs.asm": "r500/lint_capture.t in.vs.asm",
    "drawn.fs.asm": "r500/lint_capture.t in.fs.asm",
    "assumptions.txt": "gs/assumptions.t in.txt",
    "module.ir": "ir/verbs.t in.ir",
    "kernel_log.txt": "r500/text_kernel_log.t two.txt",
    "gaps.log": "nv2a/log_gaps.t in.log",
    "begin.rrc": "rsx/capture_info.t begin",
    "vp.log": "r500/mesa_listing.t vp.log",
    "fp.log": "r500/mesa_listing.t fp.log",
    "begin_short.rrc": "rsx/capture_info.t short",
    "begin_pairs.rrc": "bundle/import_capture.t begin",
    "end_pairs.rrc": "bundle/import_capture.t end",
}
GS, MAXWELL, R500 = DATA / "gs", DATA / "maxwell", DATA / "r500"
TRIS = GS / "prim_tris.gs.xz"
GROUP = "--context maxwell.workgroup0=32 --context maxwell.workgroup1=1 --context maxwell.workgroup2=1"
CUT = 4250000  # bytes of that dump, its packets among them, with a draw of the last one cut off
ISAS = {"nv2a": ["nv2a"], "maxwell": ["maxwell"], "rsx": ["rsx.vp", "rsx.fp"], "gs": ["gs"]}

# schema, exit code, command; its answer is on standard output, or in the file behind `>`.
ANSWERS = [
    ("asm", 0, "asm --isa nv2a vp.vsh --json"),
    ("asm", 0, "asm --isa nv2a vp.vsh --json -o vp.bin"),
    ("asm", 0, "asm --isa nv2a vp.vsh --json --as c"),
    ("asm", 0, "asm --isa nv2a vp.vsh --json --as rust --name VP -o vp.rs"),
    ("disasm", 0, "disasm vp.rs --json"),
    ("disasm", 0, f"disasm {DATA}/rsx/containers/types.cgb --values --json"),
    ("disasm", 0, f"disasm {DATA}/maxwell/cuda/module.fatbin --kernel scale --arch sm_61 --values --json"),
    ("asm", 0, "asm --isa rsx.vp v.txt --json -o v.bin"),
    ("asm", 0, "asm --isa rsx.fp f.txt --json -o f.bin"),
    ("asm", 0, "asm --isa maxwell two.txt --json -o two.bin"),
    ("disasm", 0, "disasm --isa nv2a vp.bin --json"),
    ("disasm", 0, "disasm --isa maxwell two.bin --json"),
    ("disasm", 0, f"disasm {GS}/scanmsk.gs.xz --json"),
    ("explain", 0, "explain --isa nv2a vp.bin --json"),
    ("explain", 0, "explain --isa rsx.fp f.bin --json"),
    ("explain", 0, f"explain {GS}/scanmsk.gs.xz --json"),
    ("info", 0, "info --isa nv2a vp.bin --json"),
    ("info", 0, "info --isa rsx.vp v.bin --json"),
    ("info", 0, "info --isa rsx.fp f.bin --json"),
    ("info", 0, "info --isa maxwell two.bin --json"),
    ("info", 0, f"info {GS}/scanmsk.gs.xz --json"),
    ("info", 0, "info module.ir --json"),
    ("asm", 0, "asm module.ir --json"),
    ("disasm", 0, "disasm module.ir --json"),
    ("disasm", 0, "disasm --isa rsx.vp bones.txt --json"),
    ("explain", 0, "explain --isa rsx.vp bones.txt --json"),
    ("explain", 0, "explain module.ir --json"),
    ("ir", 0, "ir module.ir --json"),
    ("translate", 0, "translate module.ir --json"),
    ("translate", 0, "translate --isa nv2a vp.bin --json"),
    ("translate", 0, "translate --isa nv2a vp.bin --to spirv --json"),
    ("translate", 0, "translate --isa nv2a vp.bin --to spirv --json -o vp.spv"),
    ("translate", 0, "translate --isa nv2a vp.bin --to ir --json"),
    ("translate", 0, "translate --isa rsx.vp,rsx.fp v.bin f.bin --json"),
    ("translate", 0, "translate --isa rsx.vp,rsx.fp v.bin f.bin --to spirv --json -o pair"),
    ("translate", 0, "translate --isa rsx.vp,rsx.fp v.bin f.bin --to ir --json"),
    ("run", 0, "run --isa nv2a vp.bin --inputs in.json --json"),
    ("run", 0, f"run {DATA}/rsx/hand/fp_tex.fp.bin --isa rsx.fp --grid 4 --json"),
    ("run", 0, f"run {DATA}/rsx/hand/fp_tex.fp.bin --isa rsx.fp --grid 3 --inputs none.json --json --numbers"),
    ("run", 0, "run --isa rsx.fp kills.txt --grid 2 --json"),
    ("run", 0, "run --isa rsx.fp long.txt --grid 2 --loop-limit 3 --json"),
    ("run", 0, "run --isa nv2a vp.bin --inputs sets.json --json --numbers"),
    ("run", 0, "run --isa nv2a vp.bin --inputs sets.json --json --trace"),
    ("run", 0, "run --isa nv2a vp.bin --inputs sets.json --json --why o0.x"),
    ("run", 0, "run --isa nv2a vp.bin --inputs sets.json --json --first nan"),
    ("run", 0, "run --isa nv2a vp.bin --inputs sets.json --json --first difference"),
    ("run", 0, f"run {MAXWELL}/c_loop.uam.comp.dksh --inputs sums.json --json --why s1[0x0]"),
    ("run", 0, f"run {DATA}/rsx/hand/vp_sets.vp.bin --isa rsx.vp --inputs none.json --json --trace"),
    ("run", 0, f"run {DATA}/rsx/hand/fp_tex.fp.bin --isa rsx.fp --inputs none.json --json --trace"),
    ("run", 0, "run --isa rsx.fp kills.txt --inputs none.json --json --trace"),
    ("run", 0, f"run {DATA}/rsx/containers/tint.fpo --inputs none.json --json --trace"),
    ("run", 0, f"run {DATA}/maxwell/cuda/module.sm_61.cubin --kernel _Z5scalePfS_f {GROUP} --inputs none.json --json --trace"),
    ("run", 0, f"run {DATA}/r500/fs_loop_uniform_4.fs.bin --isa r500.fs --inputs none.json --json --trace"),
    ("verify", 0, "verify --isa nv2a vp.bin --samples 4 --json"),
    ("verify", 0, "verify --isa nv2a vp.bin --inputs sets.json --json"),
    ("replay_capture", 3, "replay without_blobs --json"),
    ("replay_capture", 0, f"replay {R500}/gouraud_triangle --json -o readout.png"),
    ("replay_capture", 0, f"replay {R500}/gouraud_triangle --json --stats"),
    ("replay_capture", 0, "replay culled --json --explain"),
    ("replay_capture", 0, f"replay {R500}/depth_range --json --pixel 64,64"),
    ("replay_capture", 0, f"replay {R500}/depth_range --json --pixels 8x8 --stats"),
    ("replay_capture", 0, f"replay {R500}/depth_range --json --pixels 60,60,3x2"),
    ("replay_capture", 0, f"replay {R500}/depth_range --json --verify"),
    ("replay_capture", 0, f"replay {R500}/depth_range --json --verify --pixel 64,64"),
    ("replay_capture", 1, f"replay {R500}/depth_range --json --verify --draw 1 --pixel 5000,5"),
    *[("replay_capture", 0, f"replay {capture} --json --pixel 64,64") for capture in ("tested", "deep", "blended", "sampled")],
    ("replay_capture_draw", 0, f"replay {R500}/gouraud_triangle --draws 2..3 --out taken > taken/draw-000003.json"),
    ("replay_capture_diff", 1, f"replay {R500}/gouraud_triangle culled --diff --json -o apart"),
    ("replay_capture_diff", 1, f"replay {R500}/gouraud_triangle shallow --diff --json"),
    ("replay_capture_diff", 0, f"replay {R500}/gouraud_triangle {R500}/gouraud_triangle --diff --json"),
    ("replay_capture_diff", 1, "replay drawless drawless --diff --json"),
    ("replay_capture_draw", 0, f"replay {R500}/depth_range --draws 2..2 --out deep > deep/draw-000002.json"),
    ("replay", 0, f"replay {GS}/scanmsk.gs.xz --json --stats"),
    ("replay", 0, f"replay {GS}/scanmsk.gs.xz --json -o last.png"),
    ("replay", 0, f"replay {GS}/prim_tris.gs.xz --json --all frames --frame 1"),
    ("replay", 0, f"replay {GS}/prim_tris.gs.xz --json --pixel 320,200 --stats --draw 40"),
    ("replay", 0, f"replay {GS}/prim_tris.gs.xz --json --pixels 4x3 --stats --draw 40"),
    ("replay", 0, f"replay {GS}/gif_formats.gs.xz --json --pixels 100,75,3x2 -o region.png"),
    ("replay", 0, f"replay {GS}/prim_tris.gs.xz {GS}/prim_tris.gs.xz --diff --json -o same"),
    ("replay", 1, f"replay {GS}/prim_tris.gs.xz {GS}/scanmsk.gs.xz --diff --json -o apart"),
    ("replay", 0, f"replay {GS}/prim_tris.gs.xz --json --draws 3..4 --out draws"),
    ("replay_draw", 0, f"replay {GS}/gif_formats.gs.xz --draws 12 --out draws > draws/draw-000012.json"),
    ("replay_pass", 0, f"replay {GS}/gif_formats.gs.xz --split 100 --out parts > parts/draws-000102-000150.json"),
    ("replay_list", 0, f"replay {GS}/gif_formats.gs.xz --list --json --raw listed --all frames"),
    ("replay_list", 0, f"replay {GS}/gif_formats.gs.xz --list --json --raw words --target depth --draws 2 --out draws"),
    ("replay_list", 0, f"replay {GS}/scanmsk.gs.xz --list --json --group 1 -o listed.png"),
    # streams
    ("asm", 0, "asm --isa gs mixed.txt --json -o mixed.gs"),
    ("asm", 0, "asm --isa gs packets.txt --json -o packets.gs.zst"),
    ("asm", 0, "asm --isa gs dark.txt --json -o dark.gs"),
    ("asm", 0, "asm --isa gs points.txt --json -o points.gs"),
    ("asm", 0, "asm --isa gs masked.txt --json -o masked.gs"),
    ("replay_list", 0, "replay dark.gs --isa gs --list --json"),
    ("diff", 1, "diff --isa gs dark.gs points.gs --json"),
    ("diff", 1, "diff --isa gs points.gs masked.gs --json"),
    ("diff", 1, "diff --isa gs points.gs masked.gs --draws --json"),
    ("disasm", 0, "disasm mixed.gs --json"),
    ("disasm", 0, "disasm mixed.gs --json --option notes=all"),
    ("disasm", 0, "disasm - --json < packets.gs.zst"),
    ("explain", 0, "explain mixed.gs --json"),
    ("info", 0, "info mixed.gs --json"),
    ("info", 0, "info - --json < packets.gs.zst"),
    ("info", 3, "info cut.gs --json"),
    ("asm", 0, "asm --isa atom bios.txt --json -o bios.rom"),
    ("disasm", 0, "disasm bios.rom --json"),
    ("explain", 0, "explain bios.rom --json"),
    ("info", 0, "info bios.rom --json"),
    ("asm", 0, "asm odd.txt --json -o odd.rom"),
    ("info", 0, "info odd.rom --json"),
    ("info", 0, "info flash.bin --json"),
    ("info", 0, "info kernel_log.txt --json"),
    ("pm4", 0, "pm4 kernel_log.txt --json"),
    ("info", 0, "info gaps.log --json"),
    ("info", 0, "info both.log --json"),
    ("info", 0, "info frame.rrc --json"),
    ("info", 0, "info short.rrc --json"),
    ("bundle", 3, "bundle import pairs.rrc --out of_capture --json"),
    ("bundle", 0, "bundle show of_capture/pairs-draw1.relit --json"),
    ("info", 0, f"info {MAXWELL}/cuda/module.fatbin --json"),
    ("info", 0, f"info {MAXWELL}/cuda/module.sm_61.cubin --json"),
    ("info", 0, f"info {MAXWELL}/cuda/module.sm_61.cubin --kernel scale --json"),
    ("docs", 0, "docs atom --json"),
    ("asm", 0, "asm --isa atom tables.txt -o tables.rom --json"),
    ("run", 0, "run tables.rom --table EnableCRTC --registers card.txt --trace --json"),
    ("lint", 1, "lint --isa r500.fs hazards.txt --json"),
    ("report", 0, "report --isa nv2a vp.bin -o vp.html --json"),
    ("view", 0, "view --isa nv2a vp.bin --browser none --json"),
    ("replay_list", 0, "replay dark.gs --isa gs --list --out groups --json"),
    ("report", 0, "report --isa rsx.vp,rsx.fp v.bin f.bin -o pair.html --json"),
    ("report", 0, f"report {TRIS} one.rom drawn.bin -o streams.html --json"),
    ("report", 0, "report --diff --isa nv2a vp.bin --other --arithmetic=exact -o apart.html --json"),
    ("translate", 0, "translate --isa nv2a vp.bin --lines --json"),
    ("translate", 0, "translate --isa nv2a vp.bin --to ir --steps --json"),
    ("lint", 1, "lint --isa r500 drawn.bin --json"),
    ("asm", 0, "asm --isa gs assumptions.txt --json -o assumptions.gs"),
    ("info", 0, "info assumptions.gs --json"),
    *[(verb, 0, f"{verb} --isa r500.{stage} {R500}/{name} --json")
      for verb in ("disasm", "explain", "info", "translate")
      for stage, name in (("vs", "vs_flow_3.vs.bin"), ("fs", "fs_loop_uniform_4.fs.bin"))],
    ("docs", 0, "docs r500.vs --json"),
    ("docs", 0, "docs r500.fs --json"),
    ("docs", 0, "docs r500 --json"),
    ("r500", 0, "r500 reg US_CONFIG 2 --json"),
    ("r500", 0, "r500 reg R520_MC_STATUS 1 --json"),
    ("r500", 0, "r500 float 0.4 --json"),
    ("r500", 0, "r500 header --json"),
    ("info", 0, f"info {R500}/gouraud_triangle --json"),
    ("disasm", 0, f"disasm {R500}/gouraud_triangle --json"),
    ("explain", 0, f"explain {R500}/gouraud_triangle --json"),
    ("pm4", 0, f"pm4 {R500}/gouraud_triangle --json"),
    ("pm4", 0, f"pm4 {R500}/gouraud_triangle --draw 2 --json"),
    ("surface", 0, f"surface {R500}/fmt_dxt1 --json"),
    ("surface", 0, f"surface {R500}/fmt_dxt1 --out . --json"),
    ("surface_dump", 0, f"surface {GS}/gif_formats.gs.xz --json"),
    ("surface_dump", 0, f"surface {GS}/gif_formats.gs.xz --draw 12 --out . --json"),
    ("diff", 1, f"diff {R500}/gouraud_triangle {R500}/depth_range --json"),
    ("diff", 1, f"diff --isa r500 {R500}/gouraud_triangle indexed.txt --json"),
    ("diff", 1, "diff --isa r500 state.txt state.txt --json"),
    ("diff", 1, "diff --isa maxwell long_mov.txt long_add.txt --json"),
    ("info", 0, "info --isa r500 indexed.txt --json"),
    ("info", 0, "info --isa r500.fs odd_word.txt --json"),
    ("info", 0, f"info --isa r500.vs {R500}/flow_stream.vs.bin --json"),
    ("pm4", 0, "pm4 indexed.txt --json"),
    ("pm4", 0, "pm4 eight.txt --json"),
    ("pm4", 0, "pm4 indexed.txt --draw 1 --json"),
    ("r500", 0, "r500 reg US_OUT_FMT_0 0x1b00 --json"),
    ("diff", 1, f"diff --isa r500.fs {R500}/fs_branches_4.fs.bin {R500}/fs_tex_proj_5.fs.bin --json"),
    ("replay", 0, "replay mixed.gs --json --stats --renderer vulkan"),
    ("replay", 0, "replay mixed.gs --json --verify"),
    ("asm", 0, "asm --isa gs idle.txt --json -o idle.gs"),
    ("replay", 1, "replay idle.gs --json --verify"),
    ("replay", 1, "replay idle.gs idle.gs --diff --json"),
    ("replay", 0, "replay mixed.gs --json --pixel 9,5"),
    ("replay", 0, "replay - --json --pixel 9,5 --stats < mixed.gs"),
    ("replay", 0, f"replay {GS}/gif_formats.gs.xz --json --pixel 100,75 --draw 60"),
    ("replay", 0, f"replay {GS}/dither.gs.xz --json --pixel 130,90 --raw memory -o at.png"),
    ("replay", 0, f"replay {TRIS} --json --raw memory"),
    ("replay", 0, f"replay {TRIS} --json --raw memory --stats"),
    ("replay", 0, f"replay {TRIS} --json --raw memory -o shown.png --all frames --draw 600 --target z"),
    ("replay", 0, f"replay {TRIS} --json --raw words --target depth --draw 600"),
    ("replay", 3, "replay cut.gs --json --stats"),
    ("replay", 0, f"replay {GS}/scanmsk.gs.xz --diff --rules console,plain --json"),
    ("replay", 1, f"replay {GS}/scanmsk.gs.xz mixed.gs --diff --json"),
    ("info", 0, "info --isa rsx.vp rsx.push --json"),
    ("disasm", 0, "disasm --isa rsx.vp rsx.push --json"),
    ("explain", 0, "explain --isa rsx.vp rsx.push --json"),
    ("translate", 0, "translate --isa rsx.vp rsx.push --json"),
    ("info", 0, "info --isa nv2a nv2a.push --json"),
    ("disasm", 0, "disasm --isa nv2a nv2a.push --json"),
    ("explain", 0, "explain --isa nv2a nv2a.push --json"),
    ("run", 0, "run --isa nv2a nv2a.push --inputs none.json --json"),
    ("info", 0, "info --isa nv2a mode.push --json"),
    # containers
    *[(verb, 0, f"{verb} {file} --json") for verb in ("info", "disasm", "explain", "translate")
      for file in ("a.vpo", "odd.vpo", "a.fpo", "none.fpo", MAXWELL / "f_deriv.uam.frag.dksh", MAXWELL / "v_ids.uam.vert.dksh",
                   MAXWELL / "g_amplify.nv117.geom.bin", MAXWELL / "f_tex2d.nv117.frag.bin", MAXWELL / "t_quad.nv117.tesc.bin")],
    ("run", 0, "run a.fpo --inputs none.json --json"),
    ("asm", 0, "asm --isa maxwell unknown.txt -o unknown.bin --json"),
    ("disasm", 0, "disasm --isa maxwell unknown.bin --json"),
    ("translate", 0, "translate --isa maxwell stage_a.txt stage_b.txt stage_gp.txt stage_fp.txt --json"),
    # compute programs
    ("translate", 0, f"translate {MAXWELL}/c_loop.uam.comp.dksh --json {GROUP}"),
    ("run", 0, f"run {MAXWELL}/c_loop.uam.comp.dksh --inputs grid.json --json {GROUP}"),
    ("run", 0, f"run {MAXWELL}/c_loop.uam.comp.dksh --inputs grids.json --json --numbers {GROUP}"),
    ("run", 0, f"run {MAXWELL}/c_loop.uam.comp.dksh --inputs nones.json --json {GROUP}"),
    ("run", 0, f"run {MAXWELL}/c_img2d.nv117.comp.bin --inputs none.json --json {GROUP}"),
    ("run", 0, f"run {MAXWELL}/c_img2d.nv117.comp.bin --inputs none.json --json --numbers {GROUP}"),
    ("verify", 0, f"verify {MAXWELL}/c_loop.uam.comp.dksh --samples 1 --groups 1,1,1 --json {GROUP}"),
    # what few answers have
    ("info", 0, "info --isa nv2a fixed.push --json"),
    ("info", 0, "info --isa nv2a no_register.bin --json"),
    ("info", 0, "info --isa maxwell unknown.bin --json"),
    ("info", 0, "info --isa rsx.vp started.push --json"),
    ("asm", 0, "asm --isa gs nibbles.txt --json -o nibbles.gs"),
    ("info", 0, "info nibbles.gs --json"),
    ("asm", 0, "asm --isa gs behind.txt --json -o behind.gs"),
    ("info", 0, "info --isa gs behind.gs --json"),
    ("replay", 0, "replay nibbles.gs --json --pixel 0,2"),
    ("surface_dump", 0, "surface nibbles.gs --json"),
    ("replay_draw", 0, "replay nibbles.gs --draws 1 --out nibbles > nibbles/draw-000001.json"),
    ("translate", 0, "translate --isa nv2a vp.bin --json --time"),
    ("translate", 0, "translate --isa rsx.vp v.bin --json --context rsx.vp.input0.format=0x32"),
    ("translate", 0, "translate --isa rsx.vp,rsx.fp v.bin f.bin --json --context rsx.vp.input0.format=0x32"),
    ("translate", 0, "translate --isa maxwell dual.txt --json --context maxwell.dual_source=1"),
    ("translate", 0, "translate --isa maxwell spills.txt plain_fp.txt --json"),
    ("translate", 0, f"translate --isa maxwell shares.txt --json {GROUP}"),
    *[("translate", 0, f"translate --isa maxwell {programs} --json {to}")
      for to in ("", "--to ir")
      for programs in (f"{MAXWELL}/v_ids.uam.vert.dksh {MAXWELL}/t_quad.nv117.tesc.bin {MAXWELL}/t_quad.uam.tese.dksh",
                       f"{MAXWELL}/v_ids.uam.vert.dksh {MAXWELL}/g_amplify.nv117.geom.bin")],
    ("run", 0, "run --isa rsx.vp for_ever.txt --inputs none.json --json --loop-limit 4"),
    ("run", 0, "run --isa rsx.fp kills.txt --inputs none.json --json"),
    ("verify", 1, f"verify {MAXWELL}/f_img_store.uam.frag.dksh --samples 1 --json"),
    ("asm", 0, "asm --isa maxwell refused.txt -o refused.bin --json"),
    ("verify", 0, "verify --isa maxwell refused.bin --samples 1 --context maxwell.workgroup0=1 --json"),
    # lavapipe leaves every loop after 65,535 rounds (docs/devices.md); this one has 70,000
    ("verify", 1, "verify --isa maxwell longer.txt --samples 1 --groups 1,1,1 --loop-limit 100000 --json --context "
                  "maxwell.workgroup0=1"),
    ("verify", 1, "verify --isa rsx.vp for_ever.txt --samples 1 --loop-limit 100000 --json"),
    ("ir", 0, "ir --isa nv2a vp.bin --json"),
    # caches
    ("translate", 0, "translate --isa nv2a vp.bin --json --arithmetic exact --cache kept"),
    ("cache", 0, "cache list --cache kept --json"),
    ("cache", 0, "cache stat --cache kept --json"),
    ("cache", 0, "cache show KEY --cache kept --json"),
    ("cache", 0, "cache show PROGRAM_KEY --cache kept --json"),
    ("cache", 0, "cache why --isa nv2a vp.bin --arithmetic exact --cache kept --json"),
    ("cache", 1, "cache why --isa nv2a vp.bin --to spirv --cache kept --json"),
    ("translate", 0, "translate --each vp.bin --isa nv2a -o each --cache kept --json"),
    ("cache", 0, "cache warm vp.bin --isa nv2a --arithmetic exact --cache kept --json"),
    ("cache", 0, "cache verify --again 100 --cache kept --json"),
    ("cache", 1, "cache verify --cache hurt --json"),
    ("cache", 0, "cache export --cache kept -o kept.pack --json"),
    ("cache", 0, "cache import kept.pack --cache other --json"),
    ("cache", 0, "cache merge third other kept --json"),
    ("cache", 0, "cache prune --size 0 --cache third --json"),
    ("cache", 1, "cache verify --cache third --json"),
    # batches
    ("batch", 1, "batch translate vp.bin bad.vsh --isa nv2a --out store --json"),
    ("batch", 1, "batch status store --json"),
    ("batch", 0, "batch extract store --out extracted --json"),
    ("batch", 1, "batch verify vp.bin --isa nv2a --samples 1000000 --memory-limit 1 --out hog --json"),
    ("batch", 1, "batch status hog --json"),
    ("batch", 0, "batch plan translate vp.bin bad.vsh --isa nv2a --out planned --shard-seconds 1 --json"),
    ("batch", 1, "batch status planned --json"),
    ("batch", 0, "batch resubmit planned --json"),
    ("batch", 0, "batch submit planned --slurm --dry-run --json"),
    ("batch", 1, "batch check planned --json"),
    ("batch", 1, "batch work planned --shard 1/1 --json"),
    ("batch", 0, "batch submit planned --slurm --json"),
    ("batch", 0, "batch merge planned store --out merged --json"),
    ("batch", 0, "batch check merged --json"),
    ("batch", 0, "batch translate vp.bin --isa nv2a --out store --json"),
    ("batch", 1, "batch check store --json"),
    ("batch", 1, "batch compare hog hog --json"),
    ("batch", 0, f"batch replay {GS}/dither.gs.xz --out console --json"),
    ("batch", 0, f"batch replay {GS}/dither.gs.xz --rules plain --out plain --json"),
    ("batch", 1, "batch compare console plain --out images --html worst.html --json"),
    ("batch", 1, "batch translate old --isa nv2a --out of_old --json"),
    ("batch", 1, "batch translate new --isa nv2a --out of_new --json"),
    ("batch", 0, "batch compare of_old of_new --json"),
    # bundles
    ("bundle", 0, "bundle make --isa nv2a vp.bin --json -o least.relit"),
    ("bundle", 0, "bundle make --isa rsx.vp,rsx.fp v.bin f.bin --json -o pair.relit --inputs none.json --expected none.json "
                  "--constants-from dump.txt --notes two --context rsx.fp.control=0x40 --to spirv --target-version 15 "
                  "--debug-info lines --features int64 --loop-limit 9 --passes to_ssa --constants packed --allow-unknown"),
    ("bundle", 0, "bundle make --isa nv2a vp.bin --json -o literal.relit --literal --for opengl"),
    *[("bundle", 0, f"bundle show {name}.relit --json") for name in ("pair", "literal", "verified")],
    ("bundle", 0, "bundle extract pair.relit -o pair --json"),
    ("bundle", 0, "bundle check pair.relit least.relit --json"),
    ("bundle", 4, "bundle import shaders_cache -o imported --json"),
    ("bundle", 0, "bundle import vulkan.bin -o imported --json"),
    ("bundle", 0, "bundle show imported/vulkan-1A-2B-3C-4D.relit --json"),
    ("info", 0, "info shaders_cache/pipelines/vulkan/v1.95/1A+2B+3C+4D.bin --json"),
    ("info", 0, "info vulkan.bin --json"),
    ("info", 0, "info ryujinx/guest.toc --json"),
    ("info", 0, "info ryujinx/shared.toc --json"),
    ("docs", 0, "docs ir --json"),
    ("docs", 0, "docs man --json"),
    ("docs", 0, "docs completion-bash --json"),
    ("docs", 0, "docs completion-zsh --json"),
]

# exit code, command: standard error is messages alone, with an error of this code. Standard output has nothing, or an answer.
FAULTS = [
    (2, "cache no_such --json"),
    (2, "cache list --json"),
    (2, "cache prune --cache kept --json"),
    (3, "cache list --cache no_such_folder --json"),
    (3, "cache show 00000000000000000000000000000000 --cache kept --json"),
    (3, "cache import vp.bin --cache kept --json"),
    (2, "batch no_such --json"),
    (2, "batch info vp.bin --json"),
    (3, "batch status vp.bin --json"),
    (2, "batch compare store hog --json"),
    (3, "batch info no_such --out none --json"),
    (2, "batch plan no_such vp.bin --out none --json"),
    (2, "batch work store --shard 1 --json"),
    (2, "batch work planned --shard 9 --json"),
    (2, "batch merge planned hog --out none --json"),
    (2, "batch submit planned --json"),
    (3, "batch check vp.bin --json"),
    (2, "bundle no_such --json"),
    (2, "bundle make vp.bin --isa nv2a --json"),
    (2, "bundle extract pair.relit --json"),
    (3, "bundle show vp.bin --json"),
    (3, "bundle import vp.bin -o imported --json"),
    (3, "bundle check vp.bin --json"),
    (2, "--json"),
    (2, "disasm --json --no-such-option vp.bin"),
    (2, "translate --json --to hlsl vp.bin"),
    (2, "docs --json no_such_page"),
    (2, "info --json --dialect gl vp.bin"),
    (2, "disasm --json --isa no_such vp.bin"),
    (2, f"replay --json {GS}/scanmsk.gs.xz"),
    (2, f"replay - --json --pixel 5000,5000 < {TRIS}"),
    (2, f"replay {TRIS} --json --pixel 5000,5000"),
    (2, f"replay {TRIS} --json --pixels 5000,5000,2x2"),
    (2, f"replay {TRIS} --json --pixels 65x64"),
    (2, f"replay {TRIS} --json --pixels 65"),
    (2, f"replay - --json --pixels 4x4 < {TRIS}"),
    (2, f"replay - --json --pixel 320,200 --draw 9999 < {TRIS}"),
    (4, f"replay - --json --pixel 320,200 --max-pixels 1000 < {TRIS}"),
    (2, f"replay {TRIS} --json --stats --frame 99"),
    (2, f"replay {TRIS} --json --raw -"),
    (2, f"replay {TRIS} --stats --json --raw -"),
    (3, "replay - --json --pixel 320,200 < cut.gs"),
    (3, "replay cut.gs --json --stats"),
    (3, "replay cut.gs --json -o cut.png"),
    (3, "replay cut.gs cut.gs --json --diff"),
    (3, "info cut.gs --json"),
    (3, "disasm - --json < cut.gs"),
    (3, "explain cut.gs --json"),
    (3, "run --json --isa nv2a vp.bin --inputs late.json"),
    (3, "run --json --isa nv2a vp.bin --inputs cut.json"),
    (3, "disasm --json no_such_file"),
    (3, "asm --json --isa nv2a bad.vsh"),
    (3, "run --json --isa nv2a vp.bin --inputs bad.json"),
    (3, f"translate --json {GS}/scanmsk.gs.xz"),
    (6, "verify --json --isa nv2a vp.bin --device no_such_device"),
]


@functools.cache
def validator(name):
    schema = json.loads((ROOT / "docs" / "schemas" / f"{name}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def golden(location):
    """The bytes of a file of tests/data, or of one that a golden test brings, as text or as hex."""
    if " " not in location:
        return (ROOT / "tests" / "data" / location).read_bytes()
    path, name = location.split()
    for part in (ROOT / "tests" / "golden" / path).read_text().split("\n---- ")[1:]:
        head, _, body = part.partition("\n")
        if head == f"in {name}":
            return body.encode() + b"\n"
        if head == f"hex {name}":
            return bytes.fromhex("".join(line.partition("#")[0] for line in body.splitlines()))
    raise KeyError(location)


def changed_capture(relit, folder, name, pattern, text):
    """A copy of a capture with other values of a register, in the first submission."""
    copy = pathlib.Path(folder) / name
    shutil.copytree(R500 / "gouraud_triangle", copy)
    listed = subprocess.run([relit, "disasm", copy], capture_output=True, text=True, timeout=100).stdout
    (pathlib.Path(folder) / f"{name}.txt").write_text(re.sub(pattern, text, listed))
    subprocess.run([relit, "asm", "--isa", "r500", f"{name}.txt", "-o", f"{name}.pm4"], cwd=folder, capture_output=True)
    submission = copy / "ib000.bin"
    size = submission.stat().st_size
    submission.chmod(0o644)
    submission.write_bytes((pathlib.Path(folder) / f"{name}.pm4").read_bytes()[:size])


def rom_image(image, code_type, is_last):
    """An image of whole units of 512 bytes, with a PCI data structure at its end that says which code it has."""
    units = -(-(len(image) + 24) // 512)
    whole = bytearray(image.ljust(512 * units, b"\0"))
    struct.pack_into("<H", whole, 24, len(whole) - 24)
    struct.pack_into("<4s2H8xH2xBB", whole, len(whole) - 24, b"PCIR", 0x1002, 0x71C1, units, code_type, 0x80 if is_last else 0)
    return bytes(whole)


def members(value, path=(), shape=()):
    """Where values stand in an answer, and their names without numbers."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        one = shape + ("*" if isinstance(value, list) else re.sub("[0-9]+", "#", key),)
        yield path + (key,), one
        yield from members(item, path + (key,), one)


def shape_of(value):
    """Of which values an object is made: two of one shape test a schema alike."""
    if isinstance(value, dict):
        return tuple((key, shape_of(item)) for key, item in value.items())
    return tuple(sorted({repr(shape_of(item)) for item in value})) if isinstance(value, list) else type(value).__name__


def shortened(value):
    """An answer whose lists have one object of a shape."""
    if isinstance(value, dict):
        return {key: shortened(item) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return list({repr(shape_of(item)): shortened(item) for item in value}.values())
    return value


def cut_to(value, path):
    """A copy with no more objects in lists than those on a path."""
    if isinstance(value, dict):
        return {key: cut_to(item, path[1:] if path[:1] == (key,) else ()) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        return [cut_to(value[path[0]], path[1:])] if path else []
    return value


def inner_of(answer, path):
    """What stands at a path in an answer that has been cut to it."""
    return functools.reduce(lambda inner, key: inner[min(key, len(inner) - 1) if isinstance(inner, list) else key], path, answer)


def broken(answer, schema):
    """Copies of an answer that are wrong in one way each: a value of another type, another key. They are short where that is valid."""
    once = {shape: path for path, shape in reversed(list(members(answer)))}
    is_valid = functools.cache(lambda text: schema.is_valid(json.loads(text)))
    for shape, path in once.items():
        text = json.dumps(cut_to(answer, path))
        if not is_valid(text):
            text = json.dumps(answer)
        name = ".".join(map(str, shape))
        for wrong in ("", " with another key"):
            changed = json.loads(text)
            inner = inner_of(changed, path[:-1])
            last = min(path[-1], len(inner) - 1) if isinstance(inner, list) else path[-1]
            if not wrong:
                inner[last] = {"no": {"such": "thing"}}
            elif isinstance(inner[last], dict):
                inner[last]["no such key"] = {"a": 1}
            else:
                continue
            yield name + wrong, changed
    if isinstance(answer, dict):
        yield "another key", {**answer, "no such key": {"a": 1}}


class Keys:
    """The keys that a schema declares, each by its path or that of the definition, and those that stood in an answer."""

    def __init__(self, checker):
        self.checker, self.schema, self.met = checker, checker.schema, set()

    def resolved(self, schema, path):
        while isinstance(schema, dict) and "$ref" in schema:
            path = tuple(schema["$ref"].split("/")[1:])
            schema = functools.reduce(lambda inner, name: inner[name], path, self.schema)
        return (schema, path) if isinstance(schema, dict) else ({}, path)

    def parts(self, schema):
        """What a schema says of the keys, the items and the whole of a value."""
        keys = {**schema.get("properties", {}), **schema.get("patternProperties", {})}
        if isinstance(schema.get("additionalProperties"), dict):
            keys["*"] = schema["additionalProperties"]
        return keys, schema.get("items", {}), schema.get("oneOf", []) + schema.get("anyOf", [])

    def declared(self, schema, path=()):
        schema, path = self.resolved(schema, path)
        keys, items, choices = self.parts(schema)
        for key, inner in keys.items():
            yield path + (key,)
            yield from self.declared(inner, path + (key,))
        for name, inner in [("[]", items), *((f"{number}", choice) for number, choice in enumerate(choices, 1))]:
            yield from self.declared(inner, path + (name,)) if inner else ()

    def meet(self, value, schema, path=()):
        """Notes the keys of a value that fits."""
        schema, path = self.resolved(schema, path)
        keys, items, choices = self.parts(schema)
        for name, inner in value.items() if isinstance(value, dict) else ():
            patterns = [key for key in schema.get("patternProperties", {}) if re.search(key, name)]
            for key in [name] if name in schema.get("properties", {}) else patterns or [key for key in keys if key == "*"]:
                self.met.add(path + (key,))
                self.meet(inner, keys[key], path + (key,))
        for item in value if isinstance(value, list) and items else ():
            self.meet(item, items, path + ("[]",))
        for number, choice in enumerate(choices, 1):
            if self.checker.evolve(schema=choice).is_valid(value):
                self.meet(value, choice, path + (f"{number}",))

    def missing(self):
        return [".".join(path) for path in dict.fromkeys(self.declared(self.schema)) if path not in self.met]


def main():
    relit, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        for name, text in FILES.items():
            (pathlib.Path(folder) / name).write_text(text)
        # Two methods: the mode with its range of constants, and what writes them.
        for version in ("old", "new"):
            (pathlib.Path(folder) / version).mkdir()
            (pathlib.Path(folder) / version / "p.vsh").write_text(f"mov oPos, v0\nof {version}\n")
        shutil.copytree(R500 / "fmt_dxt1", pathlib.Path(folder) / "without_blobs", ignore=shutil.ignore_patterns("b"))
        (pathlib.Path(folder) / "mode.push").write_bytes(struct.pack("<4I", 0x41E94, 6, 0x41E98, 1) + golden(
            "nv2a/push_buffer_launch.t in.push"))
        # The mode of programs, and one of them; a register that does not exist; a start behind two slots of which one is run.
        (pathlib.Path(folder) / "fixed.push").write_bytes(struct.pack("<2I", 0x41E94, 0) + golden(
            "nv2a/push_buffer_launch.t in.push"))
        (pathlib.Path(folder) / "no_register.bin").write_bytes(struct.pack("<4I", 0, 0x0020001B, 0xD436106C, 0x2070F801))
        (pathlib.Path(folder) / "started.push").write_bytes(golden("rsx/vp_stream.t in") + struct.pack(">2I", 0x41EA0, 1))
        for name, location in GOLDEN.items():
            (pathlib.Path(folder) / name).write_bytes(golden(location))
        # A capture of RPCS3 ends with registers; a flash chip has a chain of two images.
        (pathlib.Path(folder) / "both.log").write_bytes(golden(GOLDEN["vp.log"]) + golden(GOLDEN["fp.log"]))
        program = (DATA / "rsx" / "hand" / "fp_tex.fp.bin").read_bytes()
        for name, capture in (("frame", golden(GOLDEN["begin.rrc"])), ("short", golden(GOLDEN["begin_short.rrc"])),
                              ("pairs", golden(GOLDEN["begin_pairs.rrc"]) + program + golden(GOLDEN["end_pairs.rrc"]))):
            (pathlib.Path(folder) / f"{name}.rrc").write_bytes(capture + bytes(74240))
        subprocess.run([relit, "asm", DATA / "r500" / "atom_tables.atom", "-o", "one.rom"], cwd=folder, capture_output=True)
        image = (pathlib.Path(folder) / "one.rom").read_bytes()
        (pathlib.Path(folder) / "flash.bin").write_bytes(
            b"\xff" * 1024 + rom_image(image, 0, False) + rom_image(b"\x55\xaa", 3, True))
        (pathlib.Path(folder) / "cut.gs").write_bytes(lzma.decompress(TRIS.read_bytes())[:CUT])
        bios = (pathlib.Path(folder) / "bios.txt").read_text()  # with a command table where none can be
        (pathlib.Path(folder) / "odd.txt").write_text(bios.replace(".fill 68, 0\n", ".offset 0x0020\n.fill 66, 0\n"))

        # Caches of emulators around programs that are here.
        emulator_caches.rpcs3(pathlib.Path(folder) / "shaders_cache", (DATA / "rsx" / "hand" / "vp_sat.vp.bin").read_bytes(),
                              (DATA / "rsx" / "hand" / "fp_tex.fp.bin").read_bytes())
        emulator_caches.yuzu(pathlib.Path(folder) / "vulkan.bin", (MAXWELL / "f_tex2d.nv117.frag.bin").read_bytes())
        emulator_caches.ryujinx(pathlib.Path(folder) / "ryujinx")
        # A capture whose triangle is culled, whichever way it faces; one whose first draw uses no depth; one without draws.
        changed_capture(relit, folder, "culled", "SU_CULL_MODE = .*", "SU_CULL_MODE = {CULL_FRONT=1, CULL_BACK=1}")
        # An alpha test with depth of the program; blending, apart for alpha; several samples.
        changed_capture(relit, folder, "tested", "FG_ALPHA_FUNC = .*", "FG_ALPHA_FUNC = {AF_VAL=9, AF_FUNC=6, AF_EN=1}")
        changed_capture(relit, folder, "deep", "FG_DEPTH_SRC = .*", "FG_DEPTH_SRC = 1")
        changed_capture(relit, folder, "blended", r"RB3D_BLENDCNTL = 0\n\+ RB3D_ABLENDCNTL = 0",
                        "RB3D_BLENDCNTL = {ALPHA_BLEND_ENABLE=1, SEPARATE_ALPHA_ENABLE=1, READ_ENABLE=1, SRCBLEND=4, DESTBLEND=5}"
                        "\n+ RB3D_ABLENDCNTL = {SRCBLEND=1, DESTBLEND=1}")
        changed_capture(relit, folder, "sampled", "GB_AA_CONFIG = .*", "GB_AA_CONFIG = {AA_ENABLE=1, NUM_AA_SUBSAMPLES=2}")
        changed_capture(relit, folder, "shallow", "ZB_CNTL = .*", "ZB_CNTL = 0")
        shutil.copytree(R500 / "gouraud_triangle", pathlib.Path(folder) / "drawless")
        listed = pathlib.Path(folder) / "drawless" / "manifest.json"
        manifest = json.loads(listed.read_text())
        manifest["submissions"] = [manifest["submissions"][1] | {"index": 0}]
        listed.chmod(0o644)
        listed.write_text(json.dumps(manifest))
        # Two programs and a draw of them.
        parts = [pathlib.Path(folder) / f"{stage}.part" for stage in ("vs", "fs")]
        for part in parts:
            assemble = ["asm", "--isa", f"r500.{part.stem}", f"drawn.{part.stem}.asm", "-o", part]
            subprocess.run([relit, *assemble], cwd=folder, capture_output=True, timeout=100)
        draw = struct.pack("<2I", 0xC0003400, 0x00030024)
        (pathlib.Path(folder) / "drawn.bin").write_bytes(b"".join(part.read_bytes() for part in parts) + draw)
        # What verify leaves for others.
        verify = ["verify", "--isa", "nv2a", DATA / "nv2a" / "op_add.bin", "--samples", "2", "--dump", "verified.relit"]
        subprocess.run([relit, *verify], cwd=folder, capture_output=True, timeout=100)

        # A value that is not what it was.
        translate = ["translate", "--isa", "nv2a", DATA / "nv2a" / "op_add.bin", "-o", "vp.glsl", "--cache", "hurt"]
        subprocess.run([relit, *translate], cwd=folder, capture_output=True, timeout=100)
        for entry in (pathlib.Path(folder) / "hurt" / "entries").iterdir():
            entry.write_bytes(entry.read_bytes().replace(b"void main", b"void mair"))
        kept_keys = {}

        def run(command, code):
            command = re.sub("PROGRAM_KEY|KEY", lambda name: kept_keys.get(name.group(), "none"), command)
            words, _, given = command.partition(" > ")[0].partition(" < ")
            given = (pathlib.Path(folder) / given).read_bytes() if given else b""
            done = subprocess.run([relit, *words.split()], cwd=folder, input=given, capture_output=True, timeout=100)
            if done.returncode != code:
                faults.append(f"{command}: exit code {done.returncode}, expected {code}: {done.stderr.decode()[:300]}")
            said = []
            for line in done.stderr.decode().splitlines():
                try:
                    said.append(json.loads(line))
                    message.validate(said[-1])
                    keys["message"].meet(said[-1], message.schema)
                except (ValueError, jsonschema.ValidationError) as error:
                    faults.append(f"{command}: standard error: {line[:200]}: {str(error)[:200]}")
            return done, said

        def checked(command, name, text):
            schema = validator(name)
            try:
                answer = json.loads(text)
            except ValueError as error:
                faults.append(f"{command}: not JSON: {error}")
                return None, schema
            errors = list(schema.iter_errors(answer))
            for error in errors:
                best = jsonschema.exceptions.best_match([error])
                faults.append(f"{command}: {best.json_path}: {best.message[-300:]}")
            if not errors:
                keys[name].meet(answer, schema.schema)
            return answer, schema

        message = validator("message")
        keys = {path.stem: Keys(validator(path.stem)) for path in sorted((ROOT / "docs" / "schemas").glob("*.json"))}
        for name, code, command in ANSWERS:
            if wanted and name not in wanted and name != "asm":
                continue
            done, _ = run(command, code)
            kept = command.partition(" > ")[2]
            text = (pathlib.Path(folder) / kept).read_text() if kept else done.stdout
            *before, text = text.decode().split("\n{") if name == "batch" else [text]
            for line in before:
                checked(command, name, line if line.startswith("{") else "{" + line)
            if before:
                text = "{" + text
            answer, schema = checked(command, name, text)
            for entry in (answer or {}).get("entries", []) if "cache list" in command else []:
                kept_keys[{"shader": "KEY", "program": "PROGRAM_KEY"}.get(entry["kind"])] = entry["key"]
            for key, wrong in broken(shortened(answer), schema):
                if schema.is_valid(wrong):
                    faults.append(f"{command}: the schema lets a wrong \"{key}\" pass")
        if not wanted or "cache" in wanted:
            serve = "cache serve shared --listen 127.0.0.1:0 --json"
            with subprocess.Popen([relit, *serve.split()], cwd=folder, stdout=subprocess.PIPE) as server:
                checked(serve, "cache", server.stdout.readline())
                server.send_signal(signal.SIGINT)
                checked(serve, "cache", server.stdout.read())
        if not wanted or "view" in wanted:
            serve = "view --isa nv2a vp.bin --browser none --serve --json"
            with subprocess.Popen([relit, *serve.split()], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
                checked(serve, "view", "".join(server.stdout.readline().decode() for _ in range(3)))
                server.send_signal(signal.SIGINT)
        # Properties differ from file to file: every file there is, by every guest that takes it.
        fit = 0
        for path in sorted(DATA.rglob("*")) if not wanted or "info" in wanted else []:
            for isa in ISAS.get(path.relative_to(DATA).parts[0], []) if path.is_file() else []:
                done = subprocess.run([relit, "info", "--json", "--isa", isa, path], capture_output=True, timeout=100)
                if done.returncode != 0:
                    continue
                fit += 1
                checked(f"info {path}", "info", done.stdout)
        if fit < 40 and (not wanted or "info" in wanted):
            faults.append(f"info takes {fit} files alone")
        for code, command in FAULTS:
            if wanted and command.split()[0] not in wanted:
                continue
            done, said = run(command, code)
            if done.stdout:
                checked(command, command.split()[0], done.stdout)
            if [one["error"]["code"] for one in said if "error" in one] != [code]:
                faults.append(f"{command}: expected one error of code {code}: {said}")
        for name in keys if not wanted else set(wanted) & set(keys):
            missing = [key for key in keys[name].missing() if not key.startswith(UNSEEN)
                       and not f"{name} {key}".startswith(UNSEEN)]
            faults += [f"{name}: no answer has the key {key}" for key in missing]
    print("\n".join(faults) or "all answers fit their schemas")
    return 1 if faults else 0


sys.exit(main())
