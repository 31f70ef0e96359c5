run: relit info $DATA/maxwell/f_deriv.uam.frag.dksh
run: relit info $DATA/maxwell/g_amplify.nv117.geom.bin
---- out
isa                      maxwell
bytes                    1024
file                     DKSH
stage                    fragment
instructions             30
code bytes               320
registers named          R0-R5
predicates named         none
constant buffers         c1
branches                 yes
calls                    no
inputs                   a[0x07c]-a[0x088] a[0x090]-a[0x094]
targets                  0.xyzw
sph.type                 2
sph.version              3
sph.shader               5
sph.many_targets         1
sph.sass_version         3
sph.store_first          0xff
sph.in_system_ab         0x80000000
sph.in_generics          0xa2a
sph.targets              0xf
dksh.type                1
dksh.entry               0x30
dksh.registers           6
dksh.constants           0x200
dksh.constant_bytes      0x10
dksh.param_d8            0x87f6080
constants                16 bytes
isa                      maxwell
bytes                    1128
file                     code with a program header
stage                    geometry
instructions             98
code bytes               1048
registers named          R0-R18
predicates named         P0
constant buffers         none
branches                 yes
calls                    no
inputs                   a[0x070]-a[0x08c]
outputs                  a[0x070]-a[0x08c]
sph.type                 1
sph.version              3
sph.shader               4
sph.sass_version         1
sph.stream_out           1
sph.threads              1
sph.topology             6
sph.max_vertices         0xc
sph.in_system_ab         0xf0000000
sph.in_generics          0xf
sph.out_system_ab        0xf0000000
sph.out_generics         0xf
