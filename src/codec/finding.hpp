// What a check of a program finds: where, by which rule, why, and whether it can be repaired without asking.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace relit::codec {

struct Finding {
    std::uint32_t instruction = 0;      // its number; of a constant, the constant's
    std::uint64_t offset = 0;           // of it in the file; of text: in what the text assembles to
    std::uint32_t line = 0, column = 0; // of text, from 1; 0: not known
    std::string_view rule;              // "macro"
    std::string reason;
    bool fixable = false;
    [[nodiscard]] bool operator==(const Finding&) const = default;
};

} // namespace relit::codec
