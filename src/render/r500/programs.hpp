// Fragment programs of draws as SPIR-V, each translated once; and the vertex shader that passes triangles on to them.
#pragma once

#include "lang/target.hpp"
#include "machine/r500/draw.hpp"
#include "machine/r500/mips.hpp"
#include "machine/r500/program.hpp"

#include <map>
#include <string>
#include <vector>

namespace relit::render::r500 {

/// A texture unit that a program reads.
struct TextureUse {
    std::uint32_t unit = 0;
    machine::r500::TextureKind kind{};
};
struct FragmentProgram {
    std::vector<std::uint32_t> spirv;
    std::vector<std::uint32_t> locations; // of the varyings that it reads, ascending
    std::vector<TextureUse> textures;
    bool reads_constants = false;
    std::vector<std::string> unfaithful;
};

/// Descriptors of a fragment program: constants in set 0, textures with their samplers in set 2.
inline constexpr std::uint32_t kConstantSet = 0, kConstantBinding = 1, kTextureSet = 2;

class Programs {
public:
    /// `target` is SPIR-V for the device. `is_of_mesa` chooses the reading of inline floats.
    Programs(const lang::Target& target, bool is_of_mesa) : target_(target), is_of_mesa_(is_of_mesa) {}

    /// The program of a state, of which the geometry has chosen colours and made stuffed coordinates already. The pointer stays
    /// valid. Fails where there is no program, or it cannot be translated.
    [[nodiscard]] Result<const FragmentProgram*> fragment(const machine::r500::State& state,
                                                          machine::r500::Primitive primitive);
    /// SPIR-V: a position at location 0 and a varying at each location after it, which go to `locations`.
    [[nodiscard]] Result<const std::vector<std::uint32_t>*> vertex(const std::vector<std::uint32_t>& locations);

    [[nodiscard]] std::uint64_t translated() const { return translated_; }
    [[nodiscard]] double seconds() const { return seconds_; }

private:
    lang::Target target_;
    bool is_of_mesa_;
    std::map<std::vector<std::uint8_t>, FragmentProgram> fragments_; // by stream
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> vertices_;
    std::uint64_t translated_ = 0;
    double seconds_ = 0;
};

} // namespace relit::render::r500
