run: relit lint --isa r500.fs in.fs.asm || echo $?
run: relit lint --isa r500.fs in.fs.asm --option floats=mesa || echo $?
run: relit lint --isa r500.vs in.vs.asm --json || echo $?
---- in in.fs.asm
-- a loop without full flow control, temp[2] of a frame of 2, temp[3] that is never written, and a target without a format
.reg RS_COUNT = {IT_COUNT=4, HIRES_EN=1}
.reg RS_INST_COUNT = 0
.reg RS_IP_0 = {TEX_PTR_S=0, TEX_PTR_T=1, TEX_PTR_R=2, TEX_PTR_Q=3}
.reg RS_INST_0 = {TEX_CN=1, TEX_ADDR=0}
.reg US_PIXSIZE = 2
.reg US_FC_CTRL = 0
.reg US_FC_INT_CONST_0 = {KR=4}
.reg US_OUT_FMT_0 = {OUT_FMT=C4_8_S_U}, {OUT_FMT=15}
.code 0
FC ALU_WAIT IGNORE_UNCOVERED LOOP if(never) to L2 int[0] ;
L1: src0.rgb = temp[0], src1.rgb = temp[3] : temp[2].rgb = MAD src0.rgb src0.111 src1.rgb ;
L2: FC ALU_WAIT ANY IGNORE_UNCOVERED ENDLOOP if(always) to L1 int[0] ;
OUT TEX_SEM_WAIT src0.rgb = temp[2] : out[1].rgb = MAX src0.rgb src0.rgb ;
---- in in.vs.asm
.reg VAP_CNTL = {PVS_NUM_SLOTS=10, PVS_NUM_CNTLRS=5}
.code 0
temp[31].xyzw = VE_ADD input[0].xyzw input[0].0000 ;
out[0].xyz = VE_ADD temp[31].xyzw temp[30].xyz0 ;
---- out
in.fs.asm:11:1: full-flow-control: it is off: loops, calls and four nested ifs need US_FC_CTRL.FULL_FC_EN [Mesa r300, r500_fragprog_emit.c]
in.fs.asm:12:5: unwritten-temporary: temp[3].rgb: neither the rasteriser nor an instruction before it writes what this reads [Mesa r300]
in.fs.asm:12:5: stack-frame: temp[2] of 2: the temporary is not in the pixel stack frame of US_PIXSIZE [Mesa r300]
in.fs.asm:12:5: stack-frame: temp[3] of 2: the temporary is not in the pixel stack frame of US_PIXSIZE [Mesa r300]
in.fs.asm:14:1: out-format: target 1 is written and has no format: US_OUT_FMT and the program disagree [AMD R5xx guide]
1
in.fs.asm:11:1: full-flow-control: it is off: loops, calls and four nested ifs need US_FC_CTRL.FULL_FC_EN [Mesa r300, r500_fragprog_emit.c]
in.fs.asm:12:5: unwritten-temporary: temp[3].rgb: neither the rasteriser nor an instruction before it writes what this reads [Mesa r300]
in.fs.asm:12:5: stack-frame: temp[3] of 3: the temporary is not in the pixel stack frame of US_PIXSIZE [Mesa r300]
in.fs.asm:14:1: out-format: target 1 is written and has no format: US_OUT_FMT and the program disagree [AMD R5xx guide]
1
{
  "isa": "r500.vs",
  "findings": [
    {
      "instruction": 1,
      "offset": 36,
      "line": 4,
      "column": 1,
      "rule": "unwritten-temporary",
      "reason": "temp[30].xyz: no instruction before it writes what this reads",
      "fixable": false,
      "source": "Mesa r300"
    },
    {
      "instruction": 1,
      "offset": 36,
      "line": 4,
      "column": 1,
      "rule": "no-position",
      "reason": "out[0].w is missing: nothing writes out[0], the position",
      "fixable": false,
      "source": "Mesa r300"
    },
    {
      "instruction": 1,
      "offset": 36,
      "line": 4,
      "column": 1,
      "rule": "vap-cntl",
      "reason": "32 temporaries for PVS_NUM_CNTLRS 5: vertices in flight share a memory of 128 vectors, and VAP_CNTL asks for more than fit",
      "fixable": false,
      "source": "Mesa 97cbb563f82"
    }
  ]
}
1
