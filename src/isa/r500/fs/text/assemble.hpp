// The result of assembling text, with its locations in the text.
#pragma once

#include "base/result.hpp"
#include "codec/codec.hpp"
#include "isa/r500/text/text_location.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace relit::isa::r500::fs {

/// Where an instruction begins: its line and column for people, and its offset in the text unless an included file has it.
struct InstructionText {
    static constexpr std::size_t kIncluded = ~std::size_t{0};
    TextLocation location;
    std::size_t at = kIncluded;
};
struct AssembledText {
    std::vector<std::uint8_t> bytes;
    std::map<std::uint32_t, InstructionText> instructions; // by their number in program memory
};
[[nodiscard]] Result<AssembledText> assemble_with_locations(std::string_view text,
                                                            const codec::AssembleOptions& options);

} // namespace relit::isa::r500::fs
