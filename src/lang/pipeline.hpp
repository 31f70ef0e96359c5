// The stage interface of a shader: the location of everything that goes from stage to stage, and where resources are bound,
// for every host language.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <vector>

namespace relit::lang {

class ShaderInfo;

/// A register, or some of its lanes, that a stage is given or passes on.
struct IoVariable {
    std::uint32_t file = 0, reg = 0;
    std::uint32_t lane = 0, lanes = 0;
    ir::Semantic semantic = ir::Semantic::User; // never None
    std::uint32_t number = 0;                   // the location of User
    ir::Interpolation interpolation = ir::Interpolation::Smooth;
    bool is_second = false; // the second source of blending at that location
    [[nodiscard]] bool operator==(const IoVariable&) const = default;
};

/// What the files of `role` have for the pipeline, in their order, then that of their registers. A register of more
/// than 128 bits takes two locations. Of a geometry shader's inputs, those of its first vertex. Integers and wide floats
/// enter a fragment shader flat, whatever the slot says. Where `shader_info` is given, only what the program reaches, of any vertex.
[[nodiscard]] std::vector<IoVariable> io_variables_of(const ir::Module& module, ir::Role role,
                                                      const ShaderInfo* shader_info = nullptr);

/// Descriptor sets: constant buffers 0, storage buffers 1, textures (with their samplers) 2, images 3. The binding is the
/// guest's slot number.
struct Descriptor {
    std::uint32_t set = 0, binding = 0;
    [[nodiscard]] bool operator==(const Descriptor&) const = default;
};
[[nodiscard]] Descriptor descriptor_of(const ir::Resource& resource);

} // namespace relit::lang
