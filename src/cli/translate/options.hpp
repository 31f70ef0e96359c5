// The options of translate, and those that it shares with the verbs that translate, run or show IR.
#pragma once

#include "lang/target.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::cli {

/// Which translation is made: what a cache and a bundle keep of it.
struct TranslationOptions {
    std::string to = "glsl";
    std::string glsl_for = "vulkan";
    std::string debug_info; // "none", "lines"; empty: the default
    std::uint32_t target_version = 0;
    std::vector<std::string> features;                            // names of lang::kFeatures
    lang::ConstantLayout constants = lang::ConstantLayout::Whole; // of verify's pipelines and grids too
    std::uint32_t loop_counters = 0;                              // iterations; 0: loops have none
    std::string passes;
    bool has_passes = false, literal = false, partial = false, allow_unknown = false;
    bool lines = false;            // JSON of GLSL: the guest's instructions of each line
    bool steps = false;            // JSON of IR: the module after each pass
    bool names_arithmetic = false; // --arithmetic was given
    bool validates = false;        // SPIRV-Tools or glslang must take the output
};

/// Options that show the steps of a translation.
struct InspectionOptions {
    std::string dump, dump_after;
    bool debug = false, time_passes = false, verify_passes = false;
};

/// Many programs in one run.
struct BatchOptions {
    bool each = false;    // each file on its own
    std::size_t jobs = 0; // threads; 0: as many as there are cores
};

} // namespace relit::cli
