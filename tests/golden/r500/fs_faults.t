run: for i in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28; do sed -n "/^$i /s///p" in | relit asm --isa r500.fs -o out - || true; done
# what the author's assembler refuses, at its place; then what it does not know
---- in in
01 src0.rgb = temp[0] temp[0].r = MAD src0.rrr ;
02 src0.rgb = temp[128] : temp[0].r = MAD src0.rrr ;
03 src0.rgb = const[256] : temp[0].r = MAD src0.rrr ;
04 src0.a = float(128) : temp[0].a = MAD src0.a ;
05 src0.rgb = temp[0], src0.rgb = temp[1] : temp[0].r = MAD src0.rrr ;
06 src3.rgb = temp[0] : temp[0].r = MAD src0.rrr ;
07 srcp.rgb = temp[0] : temp[0].r = MAD src0.rrr ;
08 : temp[0].q = MAD src0.rrr ;
09 : temp[0].a = DP3 src0.rrr ;
10 : temp[0].a = MAD src0.r , temp[1].a = MAD src0.r ;
11 : temp[0].a = MAD src0.r , temp[1].rgb = MAD src0.rrr , temp[1].rgb = MAD src0.rrr ;
12 : temp[0].r = MAD src0.rr ;
13 : temp[0].r = MAD src0.rrx ;
14 : temp[0].r = MAD src0.rrr src0.rrr src0.rrr src0.rrr ;
15 : temp[0].r = 3.0 * MAD src0.rrr ;
16 : temp[0].r = MAD |src0.rrr ;
17 OUT : out[4].r = MAD src0.rrr ;
18 OUT OUT : out[0].r = MAD src0.rrr ;
19 TEX temp[0].rgba = LD tex[16].rgba temp[0].rgba ;
20 TEX temp[0].RGBA = LD tex[0].rgba temp[0].rgba ;
21 TEX temp[0].rgba = temp[1].rgba = LD tex[0].rgba temp[0].rgba ;
22 TEX temp[0].rgba = LD tex[0].rgb temp[0].rgba ;
23 TEX out[0].rgba = LD tex[0].rgba temp[0].rgba ;
24 : MAD ;
25 OUT : pred[lt].r = MAD src0.rrr ;
26 FC JUMP if(sometimes) to 1 ;
27 FC JUMP if(always) to nowhere ;
28 : temp[0].r = MAD src0.rrr @ {TEX_ID=1} ;
---- err
<stdin>:1:20: error: ',' is expected
<stdin>:1:17: error: a number from 0 to 127 is expected
<stdin>:1:18: error: a number from 0 to 255 is expected
<stdin>:1:16: error: a number from 0 to 127 is expected
<stdin>:1:26: error: this source is said twice
<stdin>:1:1: error: src0, src1, src2 or srcp is expected
<stdin>:1:12: error: neg2, sub, add or neg is expected
<stdin>:1:11: error: a mask is expected: r, rg, rgb, a, none
<stdin>:1:15: error: the RGB unit alone has this operation, and the mask is of the alpha unit
<stdin>:1:40: error: both operations are for the same unit
<stdin>:1:71: error: an instruction has two operations at most, one for each unit
<stdin>:1:24: error: three components are expected, for the RGB unit
<stdin>:1:24: error: components are r, g, b, a, 0, h, 1 and _
<stdin>:1:46: error: an operation has three operands at most
<stdin>:1:15: error: 1.0, 2.0, 4.0, 8.0, 0.5, 0.25 or 0.125 is expected
<stdin>:1:29: error: '|' is expected
<stdin>:1:11: error: a number from 0 to 3 is expected
<stdin>:1:9: error: '.' is expected
<stdin>:1:27: error: a number from 0 to 15 is expected
<stdin>:1:13: error: a mask is expected: rgba, rg, a, none, in lower case
<stdin>:1:25: error: a fetch has one destination
<stdin>:1:30: error: four components are expected, of r, g, b and a
<stdin>:1:8: error: a destination or an operation is expected
<stdin>:1:3: error: nothing says which unit this is for
<stdin>:1:7: error: predicates are written by instructions that are not OUT
<stdin>:1:12: error: always, never, alu_result, predicate, boolean or a table of 8 bits is expected
<stdin>:1:23: error: 'nowhere' is not defined
<stdin>:1:31: error: 'TEX_ID' is no field of this instruction
