# Sets that are a quad are each asked: the exchange of set 0 takes a value of set 1. The sets part where each reads its attribute.
run: cp $DATA/maxwell/f_deriv.uam.frag.dksh a.dksh; relit run a.dksh --inputs in.json --why R0@6
run: relit run a.dksh --inputs in.json --why R0@6 --invocation 2 --json | grep -e '"set"' -e '"invocation"'
run: relit run a.dksh --inputs in.json --first difference; relit run a.dksh --inputs in.json --first inf
---- in in.json
[{"a0": [1]}, {"a0": [2]}, {"a0": [4]}, {"a0": [8]}, {"a0": ["7f800000"]}]
---- out
set 0 after step 7, @6 #1: R0 = 0x3f800000
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 1.0, R3 = 1.0
              writes  R0 = 1.0*
set 1
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 2.0, R3 = 1.0
              writes  R0 = 2.0*
set 0
     7  @6    FSWZADD R0, R1, R0, 0x99
              reads   R0 = 1.0
              writes  R0 = 1.0
set 1 after step 7, @6 #1: R0 = 0x3f800000
set 0
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 1.0, R3 = 1.0
              writes  R0 = 1.0*
set 1
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 2.0, R3 = 1.0
              writes  R0 = 2.0*
     7  @6    FSWZADD R0, R1, R0, 0x99
              reads   R0 = 2.0
              writes  R0 = 1.0*
set 2 after step 7, @6 #1: R0 = 0x40800000
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 4.0, R3 = 1.0
              writes  R0 = 4.0*
set 3
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 8.0, R3 = 1.0
              writes  R0 = 8.0*
set 2
     7  @6    FSWZADD R0, R1, R0, 0x99
              reads   R0 = 4.0
              writes  R0 = 4.0
set 3 after step 7, @6 #1: R0 = 0x40800000
set 2
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 4.0, R3 = 1.0
              writes  R0 = 4.0*
set 3
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 8.0, R3 = 1.0
              writes  R0 = 8.0*
     7  @6    FSWZADD R0, R1, R0, 0x99
              reads   R0 = 8.0
              writes  R0 = 4.0*
set 4 after step 7, @6 #1: R0 = 0
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = inf, R3 = 1.0
              writes  R0 = inf*
     7  @6    FSWZADD R0, R1, R0, 0x99
              reads   R0 = inf
              writes  R0 = 0.0*
      "set": 2,
        "invocation": 2,
          "invocation": 2,
                "invocation": 2,
          "invocation": 3,
                "invocation": 3,
          "invocation": 2,
                "invocation": 2,
sets 0 and 1 part at @4 #1
              set 0   R0 = 1.0
              set 1   R0 = 2.0
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 2.0, R3 = 1.0
              writes  R0 = 2.0*
sets 0 and 2 part at @4 #1
              set 0   R0 = 1.0
              set 2   R0 = 4.0
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 4.0, R3 = 1.0
              writes  R0 = 4.0*
sets 0 and 3 part at @4 #1
              set 0   R0 = 1.0
              set 3   R0 = 8.0
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = 8.0, R3 = 1.0
              writes  R0 = 8.0*
sets 0 and 4 part at @4 #1
              set 0   R0 = 1.0
              set 4   R0 = inf
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = inf, R3 = 1.0
              writes  R0 = inf*
set 0: no instruction gives a value that is inf
set 1: no instruction gives a value that is inf
set 2: no instruction gives a value that is inf
set 3: no instruction gives a value that is inf
set 4 after step 5, @4 #1: R0 = inf
     5  @4    IPA R0, a[0x80], R3
              reads   a0.x = inf, R3 = 1.0
              writes  R0 = inf*
