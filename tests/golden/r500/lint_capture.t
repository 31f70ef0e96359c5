# Programs of draws with the draws' registers; the third draw has no vertices.
run: relit asm --isa r500.vs in.vs.asm -o vs.bin; relit asm --isa r500.fs in.fs.asm -o fs.bin; printf '\000\064\000\300\044\000\003\000' > draw.bin; printf '\000\064\000\300\044\000\000\000' > nothing.bin; cat vs.bin fs.bin draw.bin draw.bin nothing.bin > stream.bin
run: relit lint --isa r500 stream.bin || echo $?
run: relit lint --isa r500 stream.bin --json || true
run: relit lint --isa r500 stream.bin --fix 2>&1 || echo $?
run: relit lint $DATA/r500/gouraud_triangle && echo clean
---- in in.vs.asm
.reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1, VTX_COLOR_0_PRESENT=1}
.reg VAP_OUT_VTX_FMT_1 = 0
.reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=0}
.code 0
out[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;
---- in in.fs.asm
.reg US_CODE_ADDR = {END_ADDR=1}
.reg US_PIXSIZE = 1
.const 7 = 1.0, 1.0, 1.0, 1.0
.code 0
src0.rgb = temp[0] : temp[1].rgb = MAX src0.rgb src0.rgb ;
OUT TEX_SEM_WAIT src0.rgb = temp[1] : out[0].rgb = 4.0 * MDH src0.rgb -src0.111 src0.rgb ;
---- out
stream.bin: draws 1 to 3: r500.vs: instruction 0: output-format: out[1] (colour 0) is passed on and not written: VAP_OUT_VTX_FMT and the program disagree [Mesa r300, r300_state_derived.c]
stream.bin: draws 1 to 3: r500.fs: instruction 0: derivative-nop: the next instruction is MDH or MDV, which needs NOP on any ALU instruction before it [Mesa r300, r500_fragprog_emit.c]
stream.bin: draws 1 to 3: r500.fs: instruction 1: derivative-omod: MDH and MDV with a factor give wrong results where they go straight to a target [Mesa d94d2a05b26]
stream.bin: draw 3: empty-draw: a draw of no vertices: the kernel rejects it, for it counts vertices less one [Linux radeon, r100_cs_track_check]
1
{
  "isa": "r500",
  "findings": [
    {
      "draws": [
        1,
        2,
        3
      ],
      "program": "r500.vs",
      "instruction": 0,
      "offset": 156,
      "rule": "output-format",
      "reason": "out[1] (colour 0) is passed on and not written: VAP_OUT_VTX_FMT and the program disagree",
      "fixable": false,
      "source": "Mesa r300, r300_state_derived.c"
    },
    {
      "draws": [
        1,
        2,
        3
      ],
      "program": "r500.fs",
      "instruction": 0,
      "offset": 156,
      "rule": "derivative-nop",
      "reason": "the next instruction is MDH or MDV, which needs NOP on any ALU instruction before it",
      "fixable": false,
      "source": "Mesa r300, r500_fragprog_emit.c"
    },
    {
      "draws": [
        1,
        2,
        3
      ],
      "program": "r500.fs",
      "instruction": 1,
      "offset": 156,
      "rule": "derivative-omod",
      "reason": "MDH and MDV with a factor give wrong results where they go straight to a target",
      "fixable": false,
      "source": "Mesa d94d2a05b26"
    },
    {
      "draws": [
        3
      ],
      "instruction": 0,
      "offset": 172,
      "rule": "empty-draw",
      "reason": "a draw of no vertices: the kernel rejects it, for it counts vertices less one",
      "fixable": false,
      "source": "Linux radeon, r100_cs_track_check"
    }
  ]
}
stream.bin: error: nothing is repaired in a command stream
4
clean
