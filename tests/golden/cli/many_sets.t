# Sets are read, run and written some at a time: 40,000 of them, of which a state takes 10 KB, in 192 MiB of address space.
# What is wrong with a later one is told with its number, and leaves the file that was there.
run: awk 'BEGIN { print "["; for (i = 0; i < 40000; i++) printf "%s{\"v0\": [%d, 0, 0, 1]}", i == 0 ? "" : ",\n", i; print "\n]" }' > many
run: bound() { case ${RELIT_SANITIZED-} in 1) ;; *) ulimit -v 196608 ;; esac; "$@"; }; (bound relit run a.vsh --isa nv2a --inputs many --numbers -o out)
run: head -n 3 out; tail -n 2 out; grep '"o0"' out | sed -n '1p;1024p;1025p;40000p;$='
run: echo old > kept; awk 'BEGIN { print "["; for (i = 0; i < 3000; i++) printf "{\"v%d\": [0]},\n", i == 2500 ? 99 : 0; print "{}]" }' > bad
run: c=0; relit run a.vsh --isa nv2a --inputs bad -o kept || c=$?; echo $c; cat kept; ls -A
run: c=0; printf '[{}, {"textures": {}}]' | relit run a.vsh --isa nv2a --inputs - > one || c=$?; echo $c; grep -c o0 one
run: printf '[]' | relit run a.vsh --isa nv2a --inputs -
---- in a.vsh
mov oPos, v0
---- out
[
{
  "o0": [0.0,0.0,0.0,1.0],
}
]
  "o0": [0.0,0.0,0.0,1.0],
  "o0": [1023.0,0.0,0.0,1.0],
  "o0": [1024.0,0.0,0.0,1.0],
  "o0": [39999.0,0.0,0.0,1.0],
40000
3
old
a.vsh
bad
kept
many
out
3
1
[

]
---- err
bad: error: set 2500: "v99" is not an input of nv2a programs; they have v0 to v15, c0 to c191
<stdin>: error: set 1: "textures" stand in the first set
