// The options of bundle, and which program of a bundle other verbs take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace relit::cli {

/// Programs of one log that `report` shows.
inline constexpr std::size_t kMostShown = 64;

/// The options of `bundle`, and the number of the program that other verbs take from a bundle.
struct BundleOptions {
    std::uint64_t program = 0; // counted from 1; 0: the only one, or all
    std::string notes, expected;
};

} // namespace relit::cli
