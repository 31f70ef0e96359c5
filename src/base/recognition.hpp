// How surely a file is of one kind, and why: the verdict of a codec if --isa does not name one.
#pragma once

#include <cstdint>
#include <string_view>

namespace relit {

enum class Sureness : std::uint8_t {
    No,
    Plausible, // it decodes as compilers write, from its first byte to its last, but nothing marks it
    Certain,   // a magic number or a header says so
};

/// `why` is a literal: "the header of a container".
struct Recognition {
    Sureness sureness = Sureness::No;
    std::string_view why;
    [[nodiscard]] bool operator==(const Recognition&) const = default;
};

[[nodiscard]] constexpr Recognition no(std::string_view why) { return {Sureness::No, why}; }
[[nodiscard]] constexpr Recognition plausible(std::string_view why) { return {Sureness::Plausible, why}; }
[[nodiscard]] constexpr Recognition certain(std::string_view why) { return {Sureness::Certain, why}; }

} // namespace relit
