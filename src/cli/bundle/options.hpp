// The options of bundle, and which program of a bundle other verbs take.
#pragma once

#include <cstdint>
#include <string>

namespace relit::cli {

/// What is made of bundles, and which of their programs is meant.
struct BundleOptions {
    std::uint64_t program = 0; // counted from 1; 0: the only one, or all
    std::string notes, expected;
};

} // namespace relit::cli
