# Where the container names no stage that there is, the program's own header does.
run: cp $DATA/maxwell/v_ids.uam.vert.dksh in.dksh && printf '\1' | dd of=in.dksh bs=1 seek=26 conv=notrunc status=none && relit info in.dksh | grep stage && relit translate in.dksh | grep -c gl_Position
---- out
stage                    vertex
warning                  container and program header name different stages
2
---- err
in.dksh: note: container and program header name different stages
in.dksh: note: a fused multiply-add may be rounded twice by a device that has none
