run: relit lint --isa r500.fs in.fs.asm; echo $?; relit lint --isa r500.fs in.fs.asm --fix -o fixed.asm; echo $?; diff in.fs.asm fixed.asm; relit asm --isa r500.fs in.fs.asm -o in.bin && relit lint --isa r500.fs in.bin; relit lint --isa r500.fs in.bin --fix -o fixed.bin; relit asm --isa r500.fs fixed.asm -o - | cmp - fixed.bin && echo same; relit lint --isa nv2a in.bin; echo $?
---- in in.fs.asm
-- temp[2] is fetched and read at once; temp[1] is subtracted in the instruction after the one that writes it
TEX temp[2].rgba = LD tex[0].rgba temp[0].rgaa ;
src0.rgb = temp[2] :
  temp[1].rgb = MAX src0.rgb src0.rgb ;
src0.rgb = temp[1], srcp.rgb = neg :
  temp[0].rgb = MAX srcp.rgb srcp.rgb ;
src0.rgb = temp[0] :
  temp[0].a = SIN src0.r ;
OUT src0.rgb = temp[0], src0.a = temp[0] :
  out[0].a = MAX src0.a src0.a ,
  out[0].rgb = MAX src0.rgb src0.rgb ;
---- out
