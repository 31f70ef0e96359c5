# Texts that look like programs in a line or two: bytes of a key as a list, a structure of C, macros, a list of files with owners,
# members of a structure below a comment of many lines, one line of C, numbers below lines that no assembler reads.
run: for i in $(seq 20); do echo "Files: part$i/*" >> owners; done; for f in key.h file.h owners macros.h members.h line.h numbers.h guarded.h; do relit info $f || echo $?; done
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
---- in members.h
/* Members of the
   structure that the
   system has,
   which are those of
   every machine.

   This file is part
   of a library, and
   comes without any
   warranty; see the
   licence of it for
   more.

   It is included,
   and never used
   alone.  */

  /* Members.  */
struct first one;
int second;
int third;
int fourth; int fifth;
---- in line.h
struct first one;	/* the first */
---- in numbers.h
These are the bytes:
0x6bd8c676, 0x5b4b1b75, 0x5daf106d, 0x756b7289,
0xb401ba85, 0x626467ba, 0xf5f554ed, 0xe05b3e13,
0x15850a03, 0x459c945c, 0x2e7a26e9, 0xc17a9262
---- in guarded.h
/* Bytes */
#ifndef BYTES
# define BYTES \
0x6bd8c676, 0x5b4b1b75,
0x5daf106d, 0x756b7289
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
3
3
3
3
3
---- err
key.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
file.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
owners:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
macros.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
members.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
line.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
numbers.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
guarded.h:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
