run: relit run --isa nv2a in.txt --inputs in.json
exit: 3
---- in in.txt
Dear diary, this is not a program at all.
---- in in.json
{}
---- err
in.txt:1:1: error: 'Dear' is not an operation
