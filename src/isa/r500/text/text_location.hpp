// A location in the text of either assembly language.
#pragma once

#include <cstdint>

namespace relit::isa::r500 {

/// Line and column from 1; of text in an included file those of the `#include`.
struct TextLocation {
    std::uint32_t line = 0, column = 0;
    [[nodiscard]] bool operator==(const TextLocation&) const = default;
};

} // namespace relit::isa::r500
