# A unit whose device fails has a result, which --retry makes again; others stay. Without a device every unit of verify ends with exit
# code 6.
run: cp $DATA/nv2a/op_add.bin a.bin; cp $DATA/nv2a/op_mul.bin b.bin; printf x > c.bin; export VK_DRIVER_FILES=none VK_ICD_FILENAMES=none; relit batch plan verify a.bin b.bin c.bin --isa nv2a --samples 2 --out s >told; relit batch work s --shard 1/1 || echo "exit $?"; unset VK_DRIVER_FILES VK_ICD_FILENAMES; relit batch work s --shard 1/1 || echo "exit $?"; relit batch resubmit s; echo again; relit batch resubmit s --retry; relit batch work s --shard 1/1 --retry || echo "exit $?"; relit batch resubmit s --retry
---- out
3 units: 0 done, 3 failed (exit code 3: 1, exit code 6: 2)
exit 1
3 units: 0 done, 3 failed (exit code 3: 1, exit code 6: 2); 3 were there
exit 1
again
1
3 units: 2 done, 1 failed (exit code 3: 1); 1 were there
exit 1
