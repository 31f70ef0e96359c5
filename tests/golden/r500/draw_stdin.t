# A capture on standard input tells as well as a file that Mesa wrote its inline floats: code 1 is 2^-7 * 9/8.
run: relit asm --isa r500.fs fs.txt -o fs.bin; relit asm draw.txt -o draw.bin; mkdir cap; cat fs.bin draw.bin > cap/ib000.bin
run: printf '{"format": "relit-r500-capture", "version": 1, "source": "Mesa", "submissions": [{"index": 0, "ib": {"file": "ib000.bin", "dwords": %d}}]}' $(($(stat -c %s cap/ib000.bin) / 4)) > cap/manifest.json
run: python3 -m zipfile -c cap.zip cap/manifest.json cap/ib000.bin; see() { relit translate "$1" --draw 1 --stage fs 2>/dev/null | grep 'color0.* = '; }; see cap; see cap.zip; see - < cap.zip; cat cap.zip | see -; cat cap.zip | relit disasm - --draw 1 --stage fs | tail -1
---- in fs.txt
.reg US_CODE_RANGE = 0
.code 0
OUT TEX_SEM_WAIT src0.a = float(1), src0.rgb = float(1) : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
---- in draw.txt
.r500
3D_DRAW_VBUF_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_LIST, NUM_VERTICES=1}
---- out
    color0 = vec4(0.0087890625);
    color0 = vec4(0.0087890625);
    color0 = vec4(0.0087890625);
    color0 = vec4(0.0087890625);
OUT TEX_SEM_WAIT src0.a = float(1), src0.rgb = float(1) : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;  // float(1) is 0.0087890625
