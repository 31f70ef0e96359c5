// relit: nv2a, 16 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
#include <stdint.h>

static const uint32_t program[4] = {
    0x00000000, 0x0020001b, 0x0836106c, 0x2070f819,
};
