// The result of assembling text, with its locations in the text.
#pragma once

#include "base/result.hpp"
#include "codec/codec.hpp"
#include "isa/r500/text/text_location.hpp"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace relit::isa::r500::vs {

struct AssembledText {
    std::vector<std::uint8_t> bytes;
    std::map<std::uint64_t, TextLocation> locations; // of instructions, by their offset in the bytes
};
[[nodiscard]] Result<AssembledText> assemble_with_locations(std::string_view text,
                                                            const codec::AssembleOptions& options);

} // namespace relit::isa::r500::vs
