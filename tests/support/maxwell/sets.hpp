// Compute programs of the corpus: what two compilers made of one source, its inputs, and what the source gives.
#pragma once

#include "base/result.hpp"
#include "ir/context.hpp"
#include "render/vk/device.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/maxwell/textures.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace relit::test {

/// Storage buffers by binding, and images by kImages and theirs.
using MaxwellStorage = std::map<std::uint32_t, std::vector<std::uint8_t>>;
inline constexpr std::uint32_t kImages = 1000;

struct MaxwellSet {
    std::string name;                                                    // "c_loop"
    std::map<std::uint32_t, std::vector<std::uint8_t>> storage, uniform; // by binding
    std::map<std::uint32_t, MaxwellTexture> textures, images;            // by unit
    MaxwellStorage expected;                                             // afterwards
    std::array<std::uint32_t, 3> groups{1, 1, 1};
    bool doubles = false; // what is stored are doubles

    struct Build {
        bool mesa = false; // else uam's
        std::vector<std::uint8_t> file;
        ir::Context context;
    };
    std::vector<Build> builds;
};

/// Compute programs, sorted; empty where there is no corpus.
[[nodiscard]] const std::vector<MaxwellSet>& maxwell_sets();
/// Storage buffers after the program ran in the interpreter.
[[nodiscard]] Result<MaxwellStorage> interpret(const MaxwellSet& set, const MaxwellSet::Build& build);
/// ... and on a device, through SPIR-V or GLSL.
[[nodiscard]] Result<MaxwellStorage> run_on(render::vk::Device& device, const MaxwellSet& set,
                                            const MaxwellSet::Build& build, BackEnd back_end = directly,
                                            Lacking lacking = nullptr);
/// How far the buffers are from what is expected: words that differ, and the largest relative difference of floats.
struct Distance {
    std::size_t words = 0;
    double relative = 0;
};
[[nodiscard]] Distance distance(const MaxwellSet& set, const MaxwellStorage& got);

} // namespace relit::test
