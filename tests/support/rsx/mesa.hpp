// Programs of a real RSX compiler with inputs, and what another renderer gave for them: tests/data/rsx/README.md, own/mesa
// of the corpus.
#pragma once

#include "ir/bound.hpp"
#include "ir/context.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace relit::test {

using Float4 = std::array<float, 4>;

/// What a vertex program must leave in one of its outputs.
struct MesaOutput {
    std::string name; // as GL calls it
    std::uint32_t reg = 0;
    unsigned lanes = 4;
    std::vector<Float4> values; // by vertex
};

struct MesaProgram {
    std::string name;
    std::vector<std::uint8_t> vp, fp;
    ir::Context context;                          // of both programs
    std::vector<std::array<Float4, 16>> vertices; // inputs by the hardware's numbers
    std::map<std::uint32_t, Float4> vp_constants; // by number
    std::map<std::uint32_t, Float4> fp_constants; // by byte offset, of those that are patched
    bool is_points = false;                       // else the first four vertices are a strip of two triangles
    // Results, of vertices or of fragments.
    std::vector<MesaOutput> outputs;
    std::uint32_t width = 0, height = 0;
    std::vector<Float4> pixels; // rows from the bottom, where nothing was drawn zeros
    std::vector<float> depth;   // of each pixel; may be empty
};

/// Every program of a folder of them, by name. What cannot be read is in `errors`.
[[nodiscard]] std::vector<MesaProgram> mesa_programs(const std::filesystem::path& folder, std::string& errors);

/// What is bound to the texture units of a program of the corpus, from textures.raw: 0 and 1, or 0 where it is compared.
struct MesaTextures {
    ir::Bound mipmapped, small, shadow;
};
[[nodiscard]] MesaTextures mesa_textures(const std::filesystem::path& file);

[[nodiscard]] std::vector<std::uint8_t> bytes_of_file(const std::filesystem::path& file);

} // namespace relit::test
