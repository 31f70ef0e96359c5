# Each program of a bundle or a log is a part, with commands that a user can type; those of a bundle are a pipeline, too.
run: relit bundle make $DATA/rsx/hand/vp_sat.vp.bin $DATA/rsx/hand/fp_mods.fp.bin --isa rsx.vp,rsx.fp -o two.relit; relit report two.relit -o two.html && python3 parts.py two.html
run: relit report two.relit --program 2 -o second.html && python3 parts.py second.html
run: relit report in.log -o log.html; python3 parts.py log.html
---- in parts.py
import json, re, sys
page = open(sys.argv[1]).read()
index = json.loads(re.search(r'id="report">(.*?)</script>', page)[1])
print(index["title"])
for part in index["parts"]:
    first = index["documents"][min(part["documents"].values())]
    print(part["kind"], part["name"], part["isa"], part.get("programs", ""), first["command"])
---- in in.log
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f801
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f811
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f811
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
---- out
two.relit
program two.relit/vp_sat.vp.bin rsx.vp  relit info --json two.relit --program 1
program two.relit/fp_mods.fp.bin rsx.fp  relit info --json two.relit --program 2
pipeline two.relit rsx.vp [0, 1] relit translate --to glsl --lines --json two.relit
two.relit --program 2
program two.relit/fp_mods.fp.bin rsx.fp  relit info --json two.relit --program 2
in.log
program in.log/1.push nv2a  relit info --json in.log --program 1
program in.log/2.push nv2a  relit info --json in.log --program 2
---- err
in.log: warning: dwords of slots are not in the log, and 0 here: 0
in.log: warning: the log does not say in which slot programs start: 0 is taken
in.log: warning: dwords of slots are not in the log, and 0 here: 0
in.log: warning: the log does not say in which slot programs start: 0 is taken
in.log: note: the programs are shown one by one: a draw has a vertex program and at most one program of each later stage; in.log/1.push is a vertex program, in.log/2.push is a vertex program
