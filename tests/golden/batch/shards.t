# Shards: a plan, work on its shards in any way of naming them, what lacks results, and stores that are merged and checked.
run: relit sample nv2a --count 40 --out in; cp in/000000/nv2a-3.bin in/same; relit batch plan translate in --isa nv2a --out store --shard-seconds 1 --to spirv; cut -d, -f 1,5- store/units.jsonl | sed -n '1p;$p'; relit batch translate in --isa nv2a --to spirv --out quiet; relit batch resubmit store | tail -n 1; relit batch resubmit store --slurm
run: relit batch plan translate in --isa nv2a --out many --shard-seconds 1 --times-from quiet | sed 's/about .* s/about ... s/'; relit batch plan info in --isa nv2a --out infos --times-from quiet || echo "exit $?"; relit batch plan info in --isa nv2a --out infos --times-from none || echo "exit $?"
run: rm in/same; relit batch plan translate in --isa nv2a --out cut --shard-seconds 1 --to spirv >told; awk '{ sub(/"shard":[0-9]+/, "\"shard\":" int((NR + 7) / 8)); print }' cut/units.jsonl >units; cp units cut/units.jsonl; relit batch work cut --shard 2; SLURM_ARRAY_TASK_ID=4 relit batch work cut; relit batch resubmit cut --slurm; JOB_COMPLETION_INDEX=0 relit batch work cut --json | tail -n 1; relit batch status cut || echo "exit $?"; relit batch submit cut --slurm --dry-run --mem 1G --gres gpu:1 --time 5 --jobs 2 --retry | sed "s,\"/.*/,\"...," ; CI_NODE_INDEX=2 CI_NODE_TOTAL=2 relit batch work cut; relit batch resubmit cut; relit batch work cut --shard 1/1; relit batch submit cut --slurm; relit batch check cut >told; head -n 1 told; diff -r quiet/results cut/results
run: relit batch merge cut quiet --out all; relit batch merge quiet cut --out all2; diff -r all/results all2/results; diff all/units.jsonl all2/units.jsonl; relit batch check all | grep -c "$(sed -n 2p told)"; relit batch merge cut cut --out all3; grep -c shard all3/units.jsonl
run: for i in "--shard 0" "--shard 6" "--shard 3/2" "--shard x" ""; do relit batch work cut $i || echo "exit $?"; done; SLURM_ARRAY_TASK_ID=6 relit batch work cut || echo "exit $?"; JOB_COMPLETION_INDEX=-1 relit batch work cut || echo "exit $?"; CI_NODE_INDEX=1 relit batch work cut || echo "exit $?"; relit batch work quiet --shard 1 || echo "exit $?"; relit batch work none --shard 1 || echo "exit $?"; relit batch translate in --isa nv2a --to spirv --out cut || echo "exit $?"; relit batch plan translate in --isa nv2a --to glsl --out cut || echo "exit $?"; relit batch plan nothing in --out s || echo "exit $?"; relit batch plan translate --out s || echo "exit $?"; relit batch plan diff in --out s || echo "exit $?"; relit batch merge cut infos --out s || echo "exit $?"; relit batch merge cut || echo "exit $?"; relit batch submit cut || echo "exit $?"; relit batch submit many --slurm --mem "1 G" --dry-run || echo "exit $?"; ls s 2>/dev/null || echo "no store"
run: printf x >>"$(find all/results -type f | sort | head -n 1)"; printf x >all/results/stray; relit batch check all | sed 's,/[0-9a-f/]*:,/...:,; s/^nv2a.*bin:/unit:/; s,^0000.*bin:,unit:,; /^hash/d' || echo "exit $?"; relit batch merge all --out none 2>told || echo "exit $?"; wc -l <told
run: sed -i 's/"shard":5/"shard":7/' cut/units.jsonl; relit batch status cut || echo "exit $?"
---- out
40 units, 1 shard, about 0 s in all: no unit has been measured; the sizes count, 10 ms a unit and 1 s a MiB are assumed
{"name":"000000/nv2a-1.bin","shard":1,"cost":10000}
{"name":"same","shard":1,"cost":0}
40 units: 40 done; 1 inputs have the contents of others
1
1
40 units, 1 shard, about ... s in all: all units have been measured
exit 2
exit 3
8 units: 8 done
8 units: 8 done
1,3,5
{"summary":{"units":8,"done":8,"failed":0,"quarantined":0,"damaged":0,"missing":0,"inputs":8,"unreadable":0,"exits":{},"found":0}}
translate --isa nv2a --to spirv
40 units: 24 done, 16 missing
3 of 5 shards are complete
shard 3: 0 of 8 units have ended
shard 5: 0 of 8 units have ended
exit 1
#!/bin/sh
#SBATCH --job-name=relit
#SBATCH --array=3,5
#SBATCH --chdir="...work"
#SBATCH --output="...%A_%a.txt"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=1G
#SBATCH --time=5
#SBATCH --gres=gpu:1
exec "...cut" --jobs 2 --retry
16 units: 16 done; 16 were there
3
5
40 units: 40 done; 24 were there
no shard lacks results
40 units: 40 results
2 stores, 41 inputs: 40 results copied, 40 were there
2 stores, 41 inputs: 40 results copied, 40 were there
1
2 stores, 40 inputs: 40 results copied, 40 were there
40
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 3
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
exit 2
no store
40 units: 39 results, 1 damaged, 1 foreign
unit: its result is damaged: there is more than it should have
all/results/stray: is the result of no unit
1 stores, 41 inputs: 39 results copied, 0 were there, 1 damaged and left out
exit 1
1
exit 3
---- err
batch: error: --times-from quiet: it has the times of translate, not of info
batch: error: --times-from none: is no store of results: plan.json: cannot open: No such file or directory
batch: error: --shard 0 is no shard: give its number, or PART/PARTS, both from 1
cut: error: there is no shard 6: the plan has 5
batch: error: --shard 3/2 is no shard: give its number, or PART/PARTS, both from 1
batch: error: --shard x is no shard: give its number, or PART/PARTS, both from 1
batch: error: name the shard: --shard N or I/M, or SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, or CI_NODE_INDEX and CI_NODE_TOTAL
cut: error: there is no shard 6: the plan has 5
batch: error: JOB_COMPLETION_INDEX=-1: it is no shard
batch: error: CI_NODE_INDEX/CI_NODE_TOTAL=1/: it is no shard
quiet: error: has no plan with shards: relit batch plan makes one
none: error: is no store of results: plan.json: cannot open: No such file or directory
cut: error: has a plan with shards, which batch work runs: name another store
cut: error: has the results of another command, translate --isa nv2a --to spirv: name another store
batch: error: plan nothing: name a verb that batch runs on many inputs
batch: error: name the inputs: files, folders, patterns, or --files-from FILE
batch: error: diff takes two files or two folders
batch: error: infos has another plan than cut: has the results of another command, info --isa nv2a: name another store
batch: error: name the store of all results: --out STORE
batch: error: name the scheduler: --slurm
batch: error: --mem 1 G: Slurm takes no such value
cut: error: units.jsonl, line 33: shard 7 does not follow
