// Textures and images as variables of the shader.
#pragma once

#include "lang/pipeline.hpp"
#include "lang/spirv/code.hpp"

#include <vector>

namespace relit::lang::spirv {

class TextureVariables {
public:
    /// Tells `interface` what it declares.
    TextureVariables(Assembly& assembly, const ir::Module& module, std::vector<Binding>& interface);

    /// A texture with its sampler; only what has one.
    [[nodiscard]] Word load_sampled(Code& code, std::uint32_t resource) const;
    /// A texture without its sampler, or an image.
    [[nodiscard]] Word load_image(Code& code, std::uint32_t resource) const;
    /// Where one texel of an image lies, for atomic operations.
    [[nodiscard]] Word texel_pointer(Code& code, std::uint32_t resource, Word coordinates, Word sample) const;
    /// Of `lanes` texel lanes, with the sign that the resource has.
    [[nodiscard]] Word texel_type(std::uint32_t resource, unsigned lanes) const;

private:
    struct Variable {
        Word image = 0, sampled = 0; // types; the second is 0 where there is no sampler
        Word variable = 0;
    };
    /// Whether anything loads from it, and whether anything stores to it.
    struct Access {
        bool reads = false, writes = false;
    };
    void declare(std::uint32_t resource);
    void declare_formats(const ir::Resource& texture, Access access, Word variable);
    [[nodiscard]] Access access_of(std::uint32_t resource) const;

    Assembly& assembly_;
    const ir::Module& module_;
    std::pmr::vector<Variable> textures_; // by Module::resources index
    std::vector<Binding>& interface_;
};

} // namespace relit::lang::spirv
