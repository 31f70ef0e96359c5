# A capture with a wrong checksum, a missing file and a bad field names them, and shows the rest.
run: cp -r $DATA/r500/depth_range d && chmod -R u+w d && rm d/b/2f8730df1389ac50.zst && sed -i 's/"handle": *7/"handle": "seven"/; s/"sha256": *"c3/"sha256": "00/' d/manifest.json && (relit pm4 d || echo exit $?) | tail -2
run: (relit info d || echo exit $?) | grep -A4 problems
run: for verb in info disasm explain pm4 surface replay; do relit $verb d -o $verb 2> $verb.err && code=0 || code=$?; echo $verb $code $(grep -c error: $verb.err); done
---- out
270 packets, 3 draws, 1 violations of the kernel's rules
exit 3
problems                 manifest.json: submissions[0].relocs[4].handle is no number from 0 to 4294967295 b/2f8730df1389ac50.zst: is missing b/c34ed2cda14397d9.zst: its SHA-256 is c34ed2cda14397d9a31c50b2c9dc863b2c92a796e77d4c02ecbaf735d191d63e, not 004ed2cda14397d9a31c50b2c9dc863b2c92a796e77d4c02ecbaf735d191d63e as the manifest says
exit 3
info 3 1
disasm 3 1
explain 3 1
pm4 3 3
surface 3 3
replay 3 3
---- err
d: error: manifest.json: submissions[0].relocs[4].handle is no number from 0 to 4294967295
d: error: b/2f8730df1389ac50.zst: is missing
d: error: b/c34ed2cda14397d9.zst: its SHA-256 is c34ed2cda14397d9a31c50b2c9dc863b2c92a796e77d4c02ecbaf735d191d63e, not 004ed2cda14397d9a31c50b2c9dc863b2c92a796e77d4c02ecbaf735d191d63e as the manifest says
d: error: manifest.json: submissions[0].relocs[4].handle is no number from 0 to 4294967295; b/2f8730df1389ac50.zst: is missing; b/c34ed2cda14397d9.zst: its SHA-256 is c34ed2cda14397d9a31c50b2c9dc863b2c92a796e77d4c02ecbaf735d191d63e, not 004ed2cda14397d9a31c50b2c9dc863b2c92a796e77d4c02ecbaf735d191d63e as the manifest says
