# Texts that look like programs in a line or two: bytes of a key as a list, a structure of C, macros, a list of files with owners.
run: for i in $(seq 20); do echo "Files: part$i/*" >> owners; done; for f in key.h file.h owners macros.h; do relit info $f || echo $?; done
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
---- in macros.h
PUSH_MACROS

#ifndef BITS
#  define BITS 8
#  define BITS_1 8
#  define BITS_2 16
#  define BITS_3 24
#  define BITS_4 32
#  define BITS_5 40
#  define BITS_6 48
#  define BITS_7 56
#  define BITS_8 64
#  define BITS_9 72
#  define BITS_10 80
#  define BITS_11 88
#  define BITS_12 96
#  define BITS_13 104
#  define BITS_14 112
#  define BITS_15 120
#  define BITS_16 128
#endif // BITS

POP_MACROS

#endif // LIMITS
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
3
---- err
key.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
file.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
owners:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
macros.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
