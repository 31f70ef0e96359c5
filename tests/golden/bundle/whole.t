# Every verb answers of a bundle what it answers of its program with the same options: one program of each guest, and a draw.
run: sh check.sh
---- in check.sh
same() { # NAME VERB OPTIONS...: of the program $file with $said, and of the bundle
    name=$1; verb=$2; shift 2
    case $verb in translate|run|ir) with="--isa $isa --context $key";; *) with="--isa $isa";; esac
    relit $verb $file $with "$@" > plain 2> plain.err; code=$?
    relit $verb one.relit "$@" > bundled 2> bundled.err
    [ $? = $code ] && cmp plain bundled || { echo "$isa $name differs"; head -n 3 bundled.err; }
    sed -i 's,^[^:{]*:,,; s,"file":"[^"]*",,' plain.err bundled.err # the names of the files
    cmp plain.err bundled.err || echo "$isa $name says something else"
}
echo '[{}, {}]' > in.json
while read isa file key; do
    file=$DATA/$file
    relit bundle make $file --isa $isa --context $key -o one.relit && relit bundle check one.relit
    same disasm disasm; same explain explain; same lint lint
    relit info $file --isa $isa > plain; relit info one.relit > bundled; cmp plain bundled
    same glsl translate; same spirv translate --to spirv -o -; same literal translate --literal; same json translate --json
    same passes translate --to ir --passes to_ssa,dce; same ir ir; same run run --inputs in.json
done <<END
nv2a nv2a/skin2.bin nv2a.arithmetic=exact
rsx.vp rsx/hand/vp_scalar.vp.bin rsx.vp.output_mask=0x4021
rsx.fp rsx/hand/fp_tex.fp.bin rsx.fp.texture0.kind=cube
maxwell maxwell/v_ids.uam.vert.dksh maxwell.flip_y=1
r500.vs r500/alpha_test_1.vs.bin r500.vs.clip_cntl=1
r500.fs r500/fs_branches_4.fs.bin r500.fs.floats=mesa
END
vp=$DATA/rsx/hand/vp_scalar.vp.bin fp=$DATA/rsx/hand/fp_tex.fp.bin
relit bundle make $vp $fp --isa rsx.vp,rsx.fp --context rsx.fp.control=0x40 --to spirv --target-version 15 -o two.relit
relit translate $vp $fp --isa rsx.vp,rsx.fp --context rsx.fp.control=0x40 --to spirv --target-version 15 -o plain
relit translate two.relit -o bundled; cmp plain.vert.spv bundled.vert.spv; cmp plain.frag.spv bundled.frag.spv
relit disasm $fp --isa rsx.fp > plain; relit disasm two.relit --program 2 > bundled; cmp plain bundled
relit diff two.relit $fp --isa rsx.fp --program 2 > plain.diff || cat plain.diff
relit disasm - --program 2 < two.relit | cmp plain -
relit bundle make two.relit -o again.relit; cmp two.relit again.relit
---- out
one.relit: good
one.relit: good
one.relit: good
one.relit: good
one.relit: good
one.relit: good
