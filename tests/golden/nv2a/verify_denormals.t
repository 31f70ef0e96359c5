# Seed 471 gives a denormal to a multiplication with infinity: a device that flushes it to zero is right too.
run: relit verify $DATA/nv2a/lighting.bin --seed 471 --samples 1 | grep -c 'agrees with the interpreter on 1 samples'
---- out
2
---- err
$DATA/nv2a/lighting.bin: note: guessed nv2a, --isa to choose
