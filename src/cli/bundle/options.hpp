// The options of bundle, and which program of a bundle other verbs take.
#pragma once

#include <cstdint>
#include <string>

namespace relit::cli {

/// The options of `bundle`, and the number of the program that other verbs take from a bundle.
struct BundleOptions {
    std::uint64_t program = 0; // counted from 1; 0: the only one, or all
    std::string notes, expected;
};

} // namespace relit::cli
