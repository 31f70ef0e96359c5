// Graphics programs of the corpus: what two compilers made of the stages of one draw, its inputs, and what it gives.
#pragma once

#include "base/result.hpp"
#include "ir/context.hpp"
#include "render/vk/draw.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/maxwell/textures.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace relit::test {

struct MaxwellDraw {
    using Bytes = std::vector<std::uint8_t>;

    std::string name; // "v_mvp"
    std::map<std::uint32_t, Bytes> uniform, storage;
    MaxwellTextures textures, images;
    std::map<std::uint32_t, std::vector<render::vk::Float4>> attributes; // by location
    std::map<std::uint32_t, render::vk::InputKind> kinds;
    std::map<std::uint32_t, bool> by_instance;
    render::vk::Topology topology{};
    std::uint32_t vertices = 0, instances = 1, patch_vertices = 0;
    std::uint32_t width = 16, height = 16, layers = 1;
    std::vector<std::uint32_t> captured; // addresses of attributes, one a word

    std::vector<Bytes> targets; // what is expected, in floats
    Bytes feedback;
    std::map<std::uint32_t, Bytes> storage_after, images_after;

    /// A stage as one of the compilers has it.
    struct Program {
        std::string stage; // "vert"
        Bytes file;
        ir::Context context;
    };
    struct Build {
        bool mesa = false;             // else uam's
        std::vector<Program> programs; // in the order of the pipeline
    };
    std::vector<Build> builds;
};

/// All of them, sorted; empty where there is no corpus.
[[nodiscard]] const std::vector<MaxwellDraw>& maxwell_draws();

/// Context keys of all stages, as a translation of them together wants them.
[[nodiscard]] ir::Context context_keys_of_row(const MaxwellDraw::Build& build);

/// How far a result is from what is expected: words that differ, and the largest difference of floats, relative where they
/// are larger than 1.
struct DrawDistance {
    std::size_t words = 0;
    double most = 0;
};
struct DrawDistances {
    DrawDistance target, feedback, storage;
};
/// Draws on a device through SPIR-V or GLSL; each stage translated by itself, or all linked.
[[nodiscard]] Result<DrawDistances> draw_on(render::vk::Device& device, const MaxwellDraw& draw,
                                            const MaxwellDraw::Build& build, BackEnd back_end = directly,
                                            bool linked = false);

} // namespace relit::test
