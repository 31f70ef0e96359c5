#include "render/r500/pixel/fragment.hpp"

#include "isa/r500/encoding/varyings.hpp"
#include "render/r500/geometry/notes.hpp"
#include "render/r500/program/depth_rounding.hpp"
#include "render/r500/texture/textures.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::Draw;
using machine::r500::TextureKind;

constexpr std::uint64_t kSteps = std::uint64_t{1} << 20; // instructions of a quad

std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

/// The texture of a unit whose border is everywhere.
ir::TextureData border_data(const UnitSampler& unit, TextureKind kind) {
    ir::TextureData data;
    data.layers = kind == TextureKind::Cube ? 6 : 1;
    data.levels.emplace_back().texels.assign(data.layers, unit.sampler.border);
    return data;
}

/// The interpreter has no level but the finest where a program gives none.
void note_level(std::uint32_t unit, const UnitSampler& sampler, const ir::TextureData& data, Notes notes) {
    const bool depends = data.levels.size() > 1 && sampler.sampler.highest > sampler.sampler.lowest + 1;
    if (depends || sampler.sampler.magnify != sampler.sampler.minify || sampler.extras.anisotropy > 1)
        notes.say(
            fmt::format("texture {}: its finest level is read, magnified; the level that the device takes depends on "
                        "the pixels beside this one",
                        unit));
}

Result<ir::Bound> bound_unit(const Draw& draw, std::uint32_t unit, bool is_of_mesa, VideoMemory& memory,
                             const vk::DeviceInfo& device, std::vector<std::string>& approximate) {
    const machine::r500::BoundSurface texture = machine::r500::bound_texture(draw.state, unit);
    const auto range = range_of(texture);
    if (!range) return std::unexpected(range.error());
    std::vector<std::string> of_sampler; // which the replay says itself
    const UnitSampler sampler = sampler_of(draw.state, unit, device, is_of_mesa, of_sampler);
    ir::Bound bound;
    bound.sampler = sampler.sampler;
    if (sampler.shows_border) {
        bound.texture = border_data(sampler, texture.shape.kind);
        return bound;
    }
    const auto bytes = memory.read(range->buffer);
    if (!bytes) return std::unexpected(bytes.error());
    auto data = texture_data(texture, *bytes);
    if (!data) return std::unexpected(data.error());
    bound.texture = std::move(*data);
    note_level(unit, sampler, bound.texture, Notes(approximate));
    return bound;
}

void note_read(const ir::Module& module, const ir::Inst& inst, std::array<bool, kVaryings>& read) {
    if (inst.op != ir::Op::LoadFile) return;
    const ir::RegisterFile& file = module.files[inst.access()[ir::Access::file]];
    if (file.role != ir::Role::Input) return;
    const std::uint32_t reg = inst.access()[ir::Access::lane] / 4;
    for (const ir::IoSlot& slot : file.io_slots)
        if (slot.semantic == ir::Semantic::User && slot.number < kVaryings && slot.reg == reg) read[slot.number] = true;
}

std::string name_of_varying(std::size_t location) {
    return location < isa::r500::kColourLocation ? fmt::format("texture {}", location)
                                                 : fmt::format("colour {}", location - isa::r500::kColourLocation);
}

} // namespace

Result<PixelProgram> PixelProgram::make(const Draw& draw, const Programs::Reading& reading, VideoMemory& memory,
                                        const vk::DeviceInfo& device, std::vector<std::string>& approximate) {
    auto lifted = Programs::lifted(draw.state, reading);
    if (!lifted) return std::unexpected(lifted.error());
    PixelProgram made(std::move(*lifted));
    if (const Status done = made.bind(draw, reading, memory, device, approximate); !done)
        return std::unexpected(done.error());
    return made;
}

Status PixelProgram::bind(const Draw& draw, const Programs::Reading& reading, VideoMemory& memory,
                          const vk::DeviceInfo& device, std::vector<std::string>& approximate) {
    const auto constants = std::as_bytes(std::span(draw.state.fragment_constants.dwords));
    for (const ir::Resource& resource : module_.resources) {
        ir::Bound& bound = bound_.emplace_back();
        if (resource.kind != ir::ResourceKind::Texture) {
            bound.bytes.resize(constants.size());
            std::memcpy(bound.bytes.data(), constants.data(), constants.size());
            continue;
        }
        auto unit = bound_unit(draw, resource.binding, reading.is_of_mesa, memory, device, approximate);
        if (!unit) return std::unexpected(unit.error());
        bound = std::move(*unit);
    }
    return {};
}

void PixelProgram::give(run::State& state, const Interpolated& at, bool is_back) const {
    for (std::size_t file = 0; file < module_.files.size(); ++file) {
        if (module_.files[file].role != ir::Role::Input) continue;
        for (const ir::IoSlot& slot : module_.files[file].io_slots) {
            const std::size_t first = std::size_t{module_.files[file].lanes} * slot.reg + slot.lane;
            if (slot.semantic == ir::Semantic::FrontFacing) state.files[file][first] = bits_of(is_back ? -1.0F : 1.0F);
            const bool is_varying = slot.semantic == ir::Semantic::User && slot.number < kVaryings;
            if (!is_varying && slot.semantic != ir::Semantic::Position) continue;
            const Float4& value = is_varying ? at.varyings[slot.number] : at.position;
            for (std::size_t lane = 0; lane < 4; ++lane) state.files[file][first + lane] = bits_of(value[lane]);
        }
    }
}

std::vector<NamedInput> PixelProgram::inputs(const Interpolated& at) const {
    std::array<bool, kVaryings> read{};
    for (const ir::Function& function : module_.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts) note_read(module_, module_[id], read);
    std::vector<NamedInput> all;
    for (std::size_t i = 0; i < kVaryings; ++i)
        if (read[i]) all.push_back({name_of_varying(i), at.varyings[i]});
    return all;
}

FragmentResult PixelProgram::taken(const run::State& state, const Interpolated& at) const {
    FragmentResult made{.inputs = inputs(at), .depth = at.position[2], .is_killed = state.discarded};
    for (std::size_t i = 0; i < module_.files.size(); ++i) {
        const ir::RegisterFile& file = module_.files[i];
        if (file.role != ir::Role::Output) continue;
        if (depth_output(module_) == i) {
            made.depth = std::clamp(float_of(state.files[i][0]), 0.0F, 1.0F), made.is_of_program = true;
            continue;
        }
        for (std::uint32_t target = 0; target < std::min<std::uint32_t>(file.count, kTargets); ++target) {
            const bool is_unused = std::ranges::any_of(file.io_slots, [&](const ir::IoSlot& slot) {
                return slot.reg == target && slot.semantic == ir::Semantic::None;
            });
            if (is_unused) continue;
            Float4& colour = made.colours[target].emplace();
            for (std::size_t lane = 0; lane < 4; ++lane) colour[lane] = float_of(state.files[i][4 * target + lane]);
        }
    }
    return made;
}

Result<FragmentResult> PixelProgram::run(const Triangle& triangle, std::uint32_t x, std::uint32_t y,
                                         PixelOffset offset) {
    std::vector<run::State> states(4, run::blank_state(module_));
    std::array<Interpolated, 4> quad{};
    for (std::uint32_t i = 0; i < quad.size(); ++i) {
        quad[i] = interpolated(triangle, (x & ~1U) + i % 2, (y & ~1U) + i / 2, offset);
        give(states[i], quad[i], triangle.is_back);
    }
    const Status done = run::run(module_, states, {.steps = kSteps}, {.bound = &bound_});
    if (!done) return fail(FaultKind::NotSupported, "fragment program: " + done.error().text);
    const std::uint32_t which = (x & 1) + 2 * (y & 1);
    return taken(states[which], quad[which]);
}

} // namespace relit::render::r500
