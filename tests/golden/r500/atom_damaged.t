# An image that is cut short, or has tables that lie on each other, is listed as far as it goes, or refused with the place.
run: cp $DATA/r500/atom_tables.atom in.atom
run: relit asm in.atom -o a.rom; for n in 300 100 60; do head -c $n a.rom > cut.rom; relit disasm cut.rom --isa atom || true; done
run: printf '\377\377' | dd of=a.rom bs=1 seek=218 conv=notrunc 2>/dev/null; relit disasm a.rom > b.atom; grep -A2 -n EnableCRTC b.atom; relit asm b.atom -o b.rom; cmp a.rom b.rom && echo the same
---- out
1:// warning: EnableCRTC at 0x00DA has 65535 bytes, more than the image
2-.atombios  // OWN IMAGE; chip not named; its registers are taken for those of R500
3-.bytes 55aa01
--
44:CALL_TABLE EnableCRTC
45-L0046:
46-SET_ATI_PORT PLL
--
105:.offset 0x0000  // 6 EnableCRTCMemReq: absent
106-.offset 0x0000  // 7 MemoryParamAdjust: absent
107-.offset 0x0000  // 8 DVOEncoderControl: absent
--
134:.offset 0x00DA  // 35 EnableCRTC
135-.end
136-
the same
---- err
cut.rom:0x12c: error: command_list at 0x015B begins past the end of the image
cut.rom:0x54: error: rom_header at 0x0054 has 36 bytes, more than the image
cut.rom:0x0: error: no image of AtomBIOS: 55 AA or the signature at 0x30 is missing
a.rom: warning: EnableCRTC at 0x00DA has 65535 bytes, more than the image
