// What a slice says, tried: a value stays whatever is changed outside of its slice, and changes with what is in it.
#pragma once

#include "isa/frontend.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace relit::test {

struct SliceCounts {
    std::size_t programs = 0;
    std::vector<std::size_t> sizes;             // steps of each slice
    std::size_t outside = 0, inside = 0;        // steps that were changed
    std::size_t moved = 0;                      // of those inside: how many changed the value
    std::map<std::string, std::size_t> unmoved; // the others, by the first word of the instruction
};

/// Asks for one value of a random program that the guest makes of the seed; of Maxwell, of a random kernel. Returns what is wrong, or nothing. Programs that cannot be
/// lifted, or write nothing, are left out.
[[nodiscard]] std::string fault_of_slice(const isa::Frontend& guest, std::uint64_t seed, SliceCounts& counts);

} // namespace relit::test
