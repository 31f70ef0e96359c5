// The constants that a program's file gives values, of any guest: what disasm --values writes.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::guests {

/// Four words with the place where the guest finds them.
struct ProgramConstant {
    std::string slot;                     // "c[96]", "fconst[2]", "c[1][0x10]"
    std::string name;                     // of the parameter; empty: the file names none
    std::array<std::uint32_t, 4> words{}; // bits of x, y, z and w
    unsigned given = 4;                   // words that the file has; the rest is zero
    bool is_float = true;                 // false: the file does not say what the words are
};

/// The constants of a program, in the order of their slots: NV2A c[] by raw number, RSX c[], the constants between the
/// instructions of an RSX fragment program, R500 const[], the constant buffers that a Maxwell container fills. Fails as the guest's
/// reader does, and with NotSupported where the guest's files have no constants, or this one has none.
[[nodiscard]] Result<std::vector<ProgramConstant>> constants_of(std::string_view guest, Bytes file);

} // namespace relit::guests
