# Texts that look like programs in a line or two: bytes of a key as a list, a structure of C, a list of files with their owners.
run: for i in $(seq 20); do echo "Files: part$i/*" >> owners; done; for f in key.h file.h owners; do relit info $f || echo $?; done
---- in key.h
/* A key of a library. */
#define KEY_BYTES \
    0xf1, 0x52, 0x63, 0x51, 0xa2, 0x33, 0xd4, 0x55, 0x66, 0x67, 0x08, 0xa9, 0x40, 0xd1, 0x12, 0x13
---- in file.h
#ifndef FILE_STATE_H
#define FILE_STATE_H
struct mc_stat;
/* The fields of
   vg_stat* are those of the system.
*/
struct vg_stat {
   long dev;
};
#endif
---- in owners
Format: https://example.org/format/
Name: library
Source: https://example.org/library/
Contact: Some One

Files: *
Copyright: 2001-2003 One Inc.
  2001-2003 Two, Inc.
  2007 Three Corp.
License: BSD

Files: source/*
Copyright: 2001, 2002 One Inc.
License: BSD
---- out
3
3
3
---- err
key.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
file.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
owners:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
