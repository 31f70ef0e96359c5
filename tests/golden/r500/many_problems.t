# A capture with many faults names sixteen of them in one line.
run: python3 make.py && relit disasm many.zip
exit: 3
---- in make.py
import json, zipfile
manifest = {"format": "relit-r500-capture", "version": 1, "chip": "R580", "buffers": {}, "blobs": {},
            "submissions": [{"index": 0, "cs_flags": 1, "relocs": [{"handle": "x"}] * 18, "updates": [],
                             "ib": {"file": "ib000.bin", "dwords": 2}}]}
with zipfile.ZipFile("many.zip", "w") as file:
    file.writestr("manifest.json", json.dumps(manifest))
    file.writestr("ib000.bin", bytes([0x80, 0x13, 0, 0, 0, 0, 0, 0]))
---- out
.r500
RB3D_CCTL = 0
---- err
many.zip: error: manifest.json: submissions[0].relocs[0].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[1].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[2].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[3].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[4].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[5].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[6].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[7].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[8].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[9].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[10].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[11].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[12].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[13].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[14].handle is no number from 0 to 4294967295; manifest.json: submissions[0].relocs[15].handle is no number from 0 to 4294967295; and 2 more
