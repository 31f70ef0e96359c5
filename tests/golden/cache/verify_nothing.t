# A cache without entries holds nothing that could be right.
run: relit asm --isa nv2a vp.vsh -o vp.bin && relit translate --isa nv2a vp.bin --cache kept -o vp.glsl && relit cache verify --cache kept || echo exit $?; relit cache prune --size 0 --cache kept >/dev/null; relit cache verify --cache kept || echo exit $?; relit cache verify --cache kept --json || echo exit $?
---- in vp.vsh
mov oPos, v0
---- out
3 entries are good, 0 damaged
0 entries are good, 0 damaged
nothing was checked: the cache has no entries
exit 1
{
  "good": 0,
  "damaged": 0,
  "of_other_translators": 0,
  "translated_anew": 0,
  "same": 0,
  "not_kept": 0,
  "faults": [],
  "not_checked": "the cache has no entries"
}
exit 1
