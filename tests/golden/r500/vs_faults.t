run: for i in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21; do sed -n "/^$i /s///p" in | relit asm --isa r500.vs -o out - || true; done
# what the author's assembler refuses, at its place
---- in in
01 temp[0].x = VE_ADD temp[1].xyzw ;
02 temp[0].x = VE_ADD temp[1].xyzw temp[1].xyzw temp[1].xyzw ;
03 temp[0].yx = VE_FRC temp[1].xyzw ;
04 temp[0].xq = VE_FRC temp[1].xyzw ;
05 temp[128].x = VE_FRC temp[1].xyzw ;
06 temp[0].x = VE_FRC alt_temp[20].xyzw ;
07 const[0].x = VE_FRC temp[1].xyzw ;
08 temp[0].x = VE_FRC out[1].xyzw ;
09 temp[0].x = VE_FROB temp[1].xyzw ;
10 temp[0].x = VE_FRC temp[1].xyz ;
11 temp[0].x = VE_FRC temp[1].xyzq ;
12 temp[0].x = VE_FRC.abs temp[1].xyzw ;
13 temp[0].x = VE_ADD const[1].xyzw const[2].xyzw ;
14 temp[0].x = VE_MAD input[1].xyzw temp[0].xyzw input[2].xyzw ;
15 temp[0].x = VE_MUL temp[1].xyzw temp[2].xyzw , alt_temp[0].x = ME_SIN temp[3].x_ ;
16 temp[0].x = VE_MUL temp[1].xyzw temp[2].xyzw , temp[0].x = ME_SIN temp[1].x_ ;
17 temp[0].x = VE_MUL temp[1].xyzw temp[2].xyzw , alt_temp[4].x = ME_SIN temp[1].x_ ;
18 temp[0].x = VE_MUL temp[1].xyzw temp[2].xyzw , alt_temp[0].xy = ME_SIN temp[1].x_ ;
19 temp[0].x = VE_MUL temp[1].xyzw temp[2].xyzw , temp[0].x = VE_ADD temp[1].xyzw temp[2].xyzw ;
20 temp[0].x = VE_FRC |temp[1].xyzw ;
21 temp[0].x = VE_FRC temp[1].xyzw
---- err
<stdin>:1:20: error: the operation has 2 sources, not 1
<stdin>:1:20: error: the operation has 2 sources, not 3
<stdin>:1:9: error: 'yx' is not in the order of xyzw
<stdin>:1:9: error: 'xq' is no subset of xyzw
<stdin>:1:6: error: register 128 does not exist: the last is 127
<stdin>:1:29: error: alt_temp[20] does not exist: the last is 19
<stdin>:1:1: error: the target of an operation is expected: temp, out, alt_temp, a0
<stdin>:1:20: error: a source is expected: temp, input, const, alt_temp
<stdin>:1:13: error: 'VE_FROB' is no operation
<stdin>:1:28: error: four components are expected
<stdin>:1:28: error: 'xyzq' has a letter that is none of xyzw01h_
<stdin>:1:20: error: only .sat can follow an operation
<stdin>:1:40: error: an instruction reads one register of const at most
<stdin>:1:53: error: an instruction reads one register of input at most
<stdin>:1:76: error: three temporaries can be read by VE_MAD and VE_MULTIPLYX2_ADD alone
<stdin>:1:48: error: the math operation of a pair writes alt_temp[0] to alt_temp[3]
<stdin>:1:57: error: the math operation of a pair writes alt_temp[0] to alt_temp[3]
<stdin>:1:60: error: the math operation of a pair writes one component
<stdin>:1:13: error: a pair is one operation of the vector and one of the math engine
<stdin>:1:34: error: '|' is expected
<stdin>:2:1: error: a source is expected: temp, input, const, alt_temp
