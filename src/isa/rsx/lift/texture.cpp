#include "isa/rsx/lift/texture.hpp"

#include "base/result.hpp"

namespace relit::isa::rsx {
namespace {

constexpr std::uint64_t kCube = 4;
enum Wrap : std::uint64_t { kClampToBorder = 5, kMirrorOnceEdge = 6, kMirrorOnceBorder = 7, kMirrorOnceClamp = 8 };

ir::TextureDim dim_of(std::uint64_t kind) {
    switch (kind) {
        case 1: return ir::TextureDim::D1;
        case 3: return ir::TextureDim::D3;
        case kCube: return ir::TextureDim::Cube;
        default: return ir::TextureDim::D2;
    }
}

} // namespace

Textures::Unit& Textures::unit(unsigned number) {
    Unit& unit = units_[number];
    if (unit.resource != ~0U) return unit;
    ir::Resource resource;
    resource.name = std::string(of_.name) + std::to_string(number);
    resource.kind = ir::ResourceKind::Texture;
    resource.binding = of_.first_binding + number;
    const std::uint64_t kind = context_.read(of_.kind, number);
    resource.dim = dim_of(kind);
    if (kind == 0 || kind > kCube)
        context_.approximate("texture " + std::to_string(number) + " has kind " + std::to_string(kind) +
                             ", which none has: it is taken for 2d");
    unit.shadow = resource.shadow = of_.colours != nullptr && context_.read(of_.colours->shadow, number) != 0;
    unit.dimensions = static_cast<std::uint8_t>(ir::dimensions(resource.dim));
    unit.resource = ir_.resource(resource);
    unit.wrap = context_.read(of_.wrap, number);
    for (const std::uint64_t mode : {unit.wrap & 15, unit.wrap >> 4 & 15, unit.wrap >> 8 & 15})
        if (mode > kMirrorOnceClamp)
            context_.approximate("texture " + std::to_string(number) + " has wrap mode " + std::to_string(mode) +
                                 ", which does not exist: the coordinate stays as it is");
    unit.unnormalised = context_.read(of_.unnormalised, number) != 0;
    if (of_.colours != nullptr) read_colour_keys(number, unit);
    return unit;
}

std::optional<std::uint32_t> Textures::resource_of(std::uint32_t unit) const {
    const bool is_known = unit < units_.size() && units_[unit].resource != ~0U;
    return is_known ? std::optional(units_[unit].resource) : std::nullopt;
}

void Textures::read_colour_keys(unsigned number, Unit& unit) {
    const UnitsOf::Colours& keys = *of_.colours;
    TexelState& texel = unit.texel;
    texel.order = context_.read(keys.order, number);
    texel.remap = context_.read(keys.remap, number);
    texel.depth = !unit.shadow && context_.read(keys.depth, number) != 0;
    texel.is_signed = context_.read(keys.is_signed, number);
    if (texel.is_signed != 0) texel.signed_range = context_.read(keys.signed_range, number);
    texel.gamma = context_.read(keys.gamma, number);
    texel.biased = context_.read(keys.biased, number);
    if (texel.biased > 1)
        context_.approximate("of the texture state biased only 1 is known; other values are taken as 1");
    unit.alpha_kill = context_.read(keys.alpha_kill, number) != 0;
}

std::vector<ir::Id> Textures::sizes(const Unit& unit) {
    ir::TextureUse use{.resource = unit.resource};
    use.lod = true;
    ir_.module().texture_uses.push_back(use);
    const auto index = static_cast<std::uint32_t>(ir_.module().texture_uses.size() - 1);
    const ir::Type type = ir::kI32.with_lanes(unit.dimensions);
    const ir::Id size = ir_.convert(ir::Op::UToF, ir::Kind::F32, ir_.add(ir::Op::QuerySize, type, {ir_.i32(0)}, index));
    std::vector<ir::Id> all;
    for (unsigned i = 0; i < unit.dimensions; ++i) all.push_back(ir_.lane(size, i));
    return all;
}

// What hosts have no sampler for is done here; the sampler's border or edge does the rest.
// A mirror shows the first texel beside itself: in its first half no border may come in.
ir::Id Textures::wrapped(ir::Id coordinate, std::uint64_t mode, const std::function<ir::Id()>& size) {
    const auto mirrored = [&] { return ir_.FMax({ir_.FAbs(coordinate), ir_.FDiv(ir_.f32(0.5F), size())}); };
    switch (mode) {
        case kClampToBorder: return ir_.FSat(coordinate);
        case kMirrorOnceEdge: return ir_.FAbs(coordinate);
        case kMirrorOnceBorder: return mirrored();
        case kMirrorOnceClamp: return ir_.FSat(mirrored());
        default: return coordinate;
    }
}

std::vector<ir::Id> Textures::coordinates(const Unit& unit, const Lookup& lookup, ir::Id& reference) {
    std::vector<ir::Id> lanes;
    const bool cube = ir_.module().resources[unit.resource].dim == ir::TextureDim::Cube;
    const ir::Id w = lookup.projected ? ir_.lane(lookup.coordinates, 3) : ir::kNone;
    const auto lane = [&](unsigned i) {
        const ir::Id value = ir_.lane(lookup.coordinates, i);
        return lookup.projected ? ir_.FDiv(value, w) : value;
    };
    for (unsigned i = 0; i < unit.dimensions; ++i) lanes.push_back(lane(i));
    if (unit.shadow) reference = lane(cube ? 3 : 2);
    if (cube) return lanes;
    std::vector<ir::Id> all;
    for (unsigned i = 0; i < unit.dimensions; ++i) {
        const auto size = [&] {
            if (all.empty()) all = sizes(unit);
            return all[i];
        };
        if (unit.unnormalised) lanes[i] = ir_.FDiv(lanes[i], size());
        lanes[i] = wrapped(lanes[i], unit.wrap >> (4 * i) & 15, size);
    }
    return lanes;
}

ir::Id Textures::texel(const Unit& unit, const Lookup& lookup) {
    ir::TextureUse use{.resource = unit.resource, .coordinates = unit.dimensions};
    ir::Id reference = ir::kNone;
    std::vector<ir::Id> operands = coordinates(unit, lookup, reference);
    use.reference = unit.shadow;
    if (unit.shadow) operands.push_back(reference);
    use.lod = lookup.how == Lookup::Level::Given;
    use.bias = lookup.how == Lookup::Level::Biased;
    if (lookup.level != ir::kNone) operands.push_back(lookup.level);
    use.gradients = lookup.ddx != ir::kNone;
    if (use.gradients) {
        const bool cube = ir_.module().resources[unit.resource].dim == ir::TextureDim::Cube;
        const std::vector<ir::Id> counted = unit.unnormalised && !cube ? sizes(unit) : std::vector<ir::Id>();
        for (const ir::Id gradient : {lookup.ddx, lookup.ddy})
            for (unsigned i = 0; i < unit.dimensions; ++i) {
                const ir::Id slope = ir_.lane(gradient, i);
                operands.push_back(counted.empty() ? slope : ir_.FDiv(slope, counted[i]));
            }
    }
    ir_.module().texture_uses.push_back(use);
    const auto index = static_cast<std::uint32_t>(ir_.module().texture_uses.size() - 1);
    if (!unit.shadow) return ir_.add(ir::Op::Sample, ir::kF32.with_lanes(4), operands, index);
    return ir_.splat(ir_.add(ir::Op::Sample, ir::kF32, operands, index), 4);
}

ir::Id Textures::sample(const Lookup& lookup) {
    Unit& unit = this->unit(lookup.unit);
    const ir::Id channels = read_channels(ir_, unit.texel, texel(unit, lookup));
    if (unit.alpha_kill) {
        const ir::Id none = ir_.FEq({ir_.lane(channels, 3), ir_.f32(0)});
        ir_.add(ir::Op::Discard, ir::kVoid, {none});
    }
    return read_numbers(ir_, unit.texel, lookup.expands, channels);
}

} // namespace relit::isa::rsx
