// Fragment programs of draws as SPIR-V, each translated once; and the vertex shader that passes triangles on to them.
#pragma once

#include "ir/context.hpp"
#include "lang/target.hpp"
#include "machine/r500/capture/draw.hpp"
#include "machine/r500/stream/program.hpp"
#include "machine/r500/surface/mips.hpp"
#include "render/r500/program/depth_rounding.hpp"

#include <map>
#include <optional>
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
    std::uint32_t written_colours = 0; // a bit for each
    std::uint32_t temporaries = 0;
    bool kills = false; // pixels, or gives them a depth of its own
    std::vector<std::string> approximate;
};

/// Descriptors of a fragment program: constants in set 0, textures with their samplers in set 2.
inline constexpr std::uint32_t kConstantSet = 0, kConstantBinding = 1, kTextureSet = 2;

class Programs {
public:
    /// `target` is SPIR-V for the device.
    explicit Programs(const lang::Target& target) : target_(target) {}

    /// What a program is besides what registers say of it.
    struct Reading {
        machine::r500::Primitive primitive{};
        bool is_of_mesa = false; // inline floats are read as Mesa's driver writes them
        DepthRounding depth{};
        [[nodiscard]] auto operator<=>(const Reading&) const = default;
    };
    /// The program of a state, of which the geometry has chosen colours and made stuffed coordinates already. The pointer stays
    /// valid. Fails where there is no program, or it cannot be translated.
    [[nodiscard]] Result<const FragmentProgram*> fragment(const machine::r500::State& state, const Reading& reading);
    /// The same program as IR, as it is before anything is done for a device.
    [[nodiscard]] static Result<ir::Module> lifted(const machine::r500::State& state, const Reading& reading);
    /// One that writes nothing.
    [[nodiscard]] Result<const FragmentProgram*> nothing();
    /// SPIR-V: a position at location 0 and a varying at each location after it, which go to `locations`.
    [[nodiscard]] Result<const std::vector<std::uint32_t>*> vertex(const std::vector<std::uint32_t>& locations);

    [[nodiscard]] std::uint64_t translated() const { return translated_; }
    [[nodiscard]] double seconds() const { return seconds_; }

private:
    lang::Target target_;
    [[nodiscard]] Result<FragmentProgram> translate(Bytes stream, const Reading& reading) const;

    std::map<std::pair<std::vector<std::uint8_t>, Reading>, FragmentProgram> fragments_; // by stream
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> vertices_;
    std::optional<FragmentProgram> nothing_;
    std::uint64_t translated_ = 0;
    double seconds_ = 0;
};

} // namespace relit::render::r500
