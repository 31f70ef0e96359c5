run: relit info --isa r500.fs "$DATA/r500/fs_branches_4.fs.bin" && relit info "$DATA/r500/fs_tex_proj_5.fs.bin"
---- out
isa                      r500.fs
bytes                    696
kind                     instructions
instructions             29
first instruction        0
last instruction         28
ALU instructions         21
texture instructions     0
flow-control instructions 8
temporaries              temp0-temp2
temporary count          3
constants                const0
texture units            none
targets                  out0
writes depth             no
kills fragments          no
relative addresses       no
loops                    no
constants loaded         0
isa                      r500.fs
bytes                    72
kind                     instructions
instructions             3
first instruction        0
last instruction         2
ALU instructions         2
texture instructions     1
flow-control instructions 0
temporaries              temp0
temporary count          1
constants                none
texture units            tex0
targets                  out0
writes depth             no
kills fragments          no
relative addresses       no
loops                    no
constants loaded         0
---- err
$DATA/r500/fs_tex_proj_5.fs.bin: note: guessed r500.fs, --isa to choose
