# Nothing was drawn, so nothing was compared: no "no difference". One dump by one set of rules is a wrong command line.
run: relit asm --isa gs in.txt -o in.gs; relit replay in.gs in.gs --diff || echo exit $?; relit replay in.gs in.gs --diff --json || echo exit $?; relit replay in.gs --verify || echo exit $?; relit replay in.gs --verify --json || echo exit $?
run: relit replay in.gs --diff --rules console,plain || echo exit $?; relit replay in.gs --diff || echo exit $?; relit replay in.gs --diff --rules plain || echo exit $?
---- in in.txt
FRAME_1 FBW=1, PSM=CT32
---- out
nothing was compared: there are no draws and no transfers
exit 1
{
  "differs": false,
  "draws": 0,
  "not_compared": "there are no draws and no transfers"
}
exit 1
nothing was compared: there are no draws, transfers or frames
exit 1
{
  "differs": false,
  "draws": 0,
  "comparisons": 2,
  "not_compared": "there are no draws, transfers or frames"
}
exit 1
nothing was compared: there are no draws and no transfers
exit 1
exit 2
exit 2
---- err
relit: error: --diff takes two dumps or captures, or one dump and --rules console,plain
relit: error: --diff takes two dumps or captures, or one dump and --rules console,plain
