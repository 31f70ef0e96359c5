# A capture packet by packet, with its draws, their vertices and programs.
run: relit pm4 $DATA/r500/gouraud_triangle | sed -n '1,12p;/3D_DRAW_IMMD_2/,/fragment program/p;/src0/p;$p'
---- out
gouraud_triangle: own scene program scenes.c, Mesa 21.2.0-devel r300 gallium driver, R580 0x7240, gb_pipes 4
submission 0: 816 dwords, 3 relocations
       0  SC_SCISSOR0 = 0
       2  + SC_SCISSOR1 = {XS1=127, YS1=127}
       3  RB3D_DSTCACHE_CTLSTAT = {DC_FLUSH=FLUSH, DC_FREE=FREE}
       5  ZB_ZCACHE_CTLSTAT = {ZC_FLUSH=1, ZC_FREE=1}
       7  WAIT_UNTIL = {WAIT_3D_IDLECLEAN=1}
       9  GB_AA_CONFIG = 0
      11  RB3D_AARESOLVE_CTL = 0
      13  RB3D_CCTL = {INDEPENDENT_COLORFORMAT_ENABLE=ENABLE}
      15  RB3D_COLOROFFSET_0 = 0  // buffer 3 + 0x0
      17  NOP 0x00000000  // relocation 0
     302  3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_EMBEDDED, NUM_VERTICES=1}  // draw 1
     304  + 0x42800000, 0x42800000, 0x3f800000, 0x3f800000
     308  + 0x3dcccccd, 0x3e4ccccd, 0x3e99999a, 0x3f800000
          draw 1: POINTS, 1 vertex in the packet
            vertex 0: in[0] = 64.0 64.0 1.0 1.0, in[1] = 0.1 0.2 0.3 1.0
            vertex program
              .fill mesa
              .reg VAP_CNTL = {PVS_NUM_SLOTS=10, PVS_NUM_CNTLRS=5, PVS_NUM_FPUS=8, VF_MAX_VTX_NUM=12, TCL_STATE_OPTIMIZATION=1}
              .reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1}
              .reg VAP_OUT_VTX_FMT_1 = {TEX_0_COMP_CNT=4}
              .reg VAP_VTE_CNTL = {VTX_XY_FMT=1, VTX_Z_FMT=1}
              .reg VAP_CNTL_STATUS = 0
              .reg VAP_VTX_STATE_CNTL = {COLOR_0_ASSEMBLY_CNTL=1, COLOR_1_ASSEMBLY_CNTL=1, COLOR_2_ASSEMBLY_CNTL=1, COLOR_3_ASSEMBLY_CNTL=1, COLOR_4_ASSEMBLY_CNTL=1, COLOR_5_ASSEMBLY_CNTL=1, COLOR_6_ASSEMBLY_CNTL=1, COLOR_7_ASSEMBLY_CNTL=1}
              .reg VAP_VSM_VTX_ASSM = {POSITION=1, TEXTURE_0=1}
              .reg VAP_TEX_TO_COLOR_CNTL = 0
              .reg VAP_CLIP_CNTL = {CLIP_DISABLE=1}
              .reg VAP_PVS_CODE_CNTL_0 = {PVS_XYZW_VALID_INST=2, PVS_LAST_INST=2}
              .reg VAP_PVS_CONST_CNTL = 0
              .reg VAP_PVS_CODE_CNTL_1 = 2
              .reg VAP_PVS_FLOW_CNTL_OPC = 0
              .code 0
              out[1].xyzw     = VE_ADD       input[1].xyzw    input[1].0000 ;
              out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
              out[2].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
            fragment program
              OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
     509  3D_DRAW_IMMD_2 {PRIM_TYPE=TRIANGLES, PRIM_WALK=VERTEX_EMBEDDED, NUM_VERTICES=3}  // draw 2
     511  + 0xbf4ccccd, 0xbf4ccccd, 0x00000000, 0x3f800000
     515  + 0x3f800000, 0x00000000, 0x00000000, 0x3f800000
     519  + 0x3f4ccccd, 0xbf4ccccd, 0x00000000, 0x3f800000
     523  + 0x00000000, 0x3f800000, 0x00000000, 0x3f800000
     527  + 0x00000000, 0x3f4ccccd, 0x00000000, 0x3f800000
     531  + 0x00000000, 0x00000000, 0x3f800000, 0x3f800000
          draw 2: TRIANGLES, 3 vertices in the packet
            vertex 0: in[0] = -0.8 -0.8 0.0 1.0, in[1] = 1.0 0.0 0.0 1.0
            vertex 1: in[0] = 0.8 -0.8 0.0 1.0, in[1] = 0.0 1.0 0.0 1.0
            vertex 2: in[0] = 0.0 0.8 0.0 1.0, in[1] = 0.0 0.0 1.0 1.0
            vertex program
              .fill mesa
              .reg VAP_CNTL = {PVS_NUM_SLOTS=10, PVS_NUM_CNTLRS=5, PVS_NUM_FPUS=8, VF_MAX_VTX_NUM=12, TCL_STATE_OPTIMIZATION=1}
              .reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1}
              .reg VAP_OUT_VTX_FMT_1 = {TEX_0_COMP_CNT=4}
              .reg VAP_VTE_CNTL = {VPORT_X_SCALE_ENA=1, VPORT_X_OFFSET_ENA=1, VPORT_Y_SCALE_ENA=1, VPORT_Y_OFFSET_ENA=1, VPORT_Z_SCALE_ENA=1, VPORT_Z_OFFSET_ENA=1, VTX_W0_FMT=1}
              .reg VAP_CNTL_STATUS = 0
              .reg VAP_VTX_STATE_CNTL = {COLOR_0_ASSEMBLY_CNTL=1, COLOR_1_ASSEMBLY_CNTL=1, COLOR_2_ASSEMBLY_CNTL=1, COLOR_3_ASSEMBLY_CNTL=1, COLOR_4_ASSEMBLY_CNTL=1, COLOR_5_ASSEMBLY_CNTL=1, COLOR_6_ASSEMBLY_CNTL=1, COLOR_7_ASSEMBLY_CNTL=1}
              .reg VAP_VSM_VTX_ASSM = {POSITION=1, TEXTURE_0=1}
              .reg VAP_TEX_TO_COLOR_CNTL = 0
              .reg VAP_CLIP_CNTL = {PS_UCP_MODE=3}
              .reg VAP_PVS_CODE_CNTL_0 = {PVS_XYZW_VALID_INST=2, PVS_LAST_INST=2}
              .reg VAP_PVS_CONST_CNTL = 0
              .reg VAP_PVS_CODE_CNTL_1 = 2
              .reg VAP_PVS_FLOW_CNTL_OPC = 0
              .code 0
              out[1].xyzw     = VE_ADD       input[1].xyzw    input[1].0000 ;
              out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
              out[2].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
            fragment program
              OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
     791  3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_EMBEDDED, NUM_VERTICES=1}  // draw 3
     793  + 0x42800000, 0x42800000, 0x00000000, 0x3f800000
     797  + 0x00000000, 0x00000000, 0x3f800000, 0x3f800000
          draw 3: POINTS, 1 vertex in the packet
            vertex 0: in[0] = 64.0 64.0 0.0 1.0, in[1] = 0.0 0.0 1.0 1.0
            vertex program
              .fill mesa
              .reg VAP_CNTL = {PVS_NUM_SLOTS=10, PVS_NUM_CNTLRS=5, PVS_NUM_FPUS=8, VF_MAX_VTX_NUM=12, TCL_STATE_OPTIMIZATION=1}
              .reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1}
              .reg VAP_OUT_VTX_FMT_1 = 0
              .reg VAP_VTE_CNTL = {VTX_XY_FMT=1, VTX_Z_FMT=1}
              .reg VAP_CNTL_STATUS = 0
              .reg VAP_VTX_STATE_CNTL = {COLOR_0_ASSEMBLY_CNTL=1, COLOR_1_ASSEMBLY_CNTL=1, COLOR_2_ASSEMBLY_CNTL=1, COLOR_3_ASSEMBLY_CNTL=1, COLOR_4_ASSEMBLY_CNTL=1, COLOR_5_ASSEMBLY_CNTL=1, COLOR_6_ASSEMBLY_CNTL=1, COLOR_7_ASSEMBLY_CNTL=1}
              .reg VAP_VSM_VTX_ASSM = {POSITION=1}
              .reg VAP_TEX_TO_COLOR_CNTL = 0
              .reg VAP_CLIP_CNTL = {CLIP_DISABLE=1}
              .reg VAP_PVS_CODE_CNTL_0 = {PVS_XYZW_VALID_INST=2, PVS_LAST_INST=2}
              .reg VAP_PVS_CONST_CNTL = 0
              .reg VAP_PVS_CODE_CNTL_1 = 2
              .reg VAP_PVS_FLOW_CNTL_OPC = 0
              .code 0
              out[1].xyzw     = VE_ADD       input[1].xyzw    input[1].0000 ;
              out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
              out[2].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
            fragment program
              OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
255 packets, 3 draws, 0 violations of the kernel's rules
