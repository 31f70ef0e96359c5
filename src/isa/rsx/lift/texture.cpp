#include "isa/rsx/lift/texture.hpp"

#include "base/result.hpp"

namespace relit::isa::rsx {
namespace {

constexpr std::uint64_t kPlainRemap = 0xaae4;
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

ir::Id like(ir::Builder& ir, ir::Id value, float number) { return ir.f32(number, ir.type_of(value).lanes); }

/// x^power of numbers above 0.
ir::Id power(ir::Builder& ir, ir::Id x, float power) { return ir.FExp2(ir.FMul(ir.FLog2(x), like(ir, x, power))); }

} // namespace

ir::Id to_linear(ir::Builder& ir, ir::Id value) {
    const ir::Id low = ir.FMul(value, like(ir, value, 1 / 12.92F));
    const ir::Id raised = ir.FMul(ir.FAdd(value, like(ir, value, 0.055F)), like(ir, value, 1 / 1.055F));
    return ir.Select(ir.FLe(value, like(ir, value, 0.04045F)), low, power(ir, raised, 2.4F));
}

ir::Id from_linear(ir::Builder& ir, ir::Id value) {
    const ir::Id low = ir.FMul(value, like(ir, value, 12.92F));
    const ir::Id high = ir.FSub(ir.FMul(power(ir, value, 1 / 2.4F), like(ir, value, 1.055F)), like(ir, value, 0.055F));
    return ir.Select(ir.FLe(value, like(ir, value, 0.0031308F)), low, high);
}

Textures::Unit& Textures::unit(unsigned number) {
    Unit& unit = units_[number];
    if (unit.resource != ~0U) return unit;
    ir::Resource resource;
    resource.name = std::string(of_.name) + std::to_string(number);
    resource.kind = ir::ResourceKind::Texture;
    resource.binding = of_.first_binding + number;
    resource.dim = dim_of(context_.read(of_.kind, number));
    unit.shadow = resource.shadow = of_.colours != nullptr && context_.read(of_.colours->shadow, number) != 0;
    unit.dimensions = static_cast<std::uint8_t>(ir::dimensions(resource.dim));
    unit.resource = ir_.resource(resource);
    unit.wrap = context_.read(of_.wrap, number);
    unit.unnormalised = context_.read(of_.unnormalised, number) != 0;
    unit.remap = kPlainRemap;
    if (of_.colours != nullptr) read_colour_keys(number, unit);
    return unit;
}

std::optional<std::uint32_t> Textures::resource_of(std::uint32_t unit) const {
    const bool is_known = unit < units_.size() && units_[unit].resource != ~0U;
    return is_known ? std::optional(units_[unit].resource) : std::nullopt;
}

void Textures::read_colour_keys(unsigned number, Unit& unit) {
    const UnitsOf::Colours& keys = *of_.colours;
    unit.order = context_.read(keys.order, number);
    unit.remap = context_.read(keys.remap, number);
    unit.depth = context_.read(keys.depth, number) != 0;
    unit.is_signed = context_.read(keys.is_signed, number);
    unit.gamma = context_.read(keys.gamma, number);
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
    const auto mirrored = [&] { return ir_.FMax(ir_.FAbs(coordinate), ir_.FDiv(ir_.f32(0.5F), size())); };
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

// 24 bits of depth over 8 of stencil, as a colour A R G B of bytes; the stencil is not known.
ir::Id Textures::bytes_of_depth(ir::Id texel) {
    const ir::Id scaled = ir_.FRoundEven(ir_.FMul(ir_.FSat(ir_.lane(texel, 0)), ir_.f32(16777215)));
    const ir::Id bits = ir_.convert(ir::Op::FToU, ir::Kind::I32, scaled);
    const auto byte = [&](std::uint32_t from) {
        const ir::Id value = ir_.IAnd(ir_.UShr(bits, ir_.i32(from)), ir_.i32(255));
        return ir_.FMul(ir_.convert(ir::Op::UToF, ir::Kind::F32, value), ir_.f32(1 / 255.0F));
    };
    return ir_.compose({byte(8), byte(0), ir_.f32(0), byte(16)});
}

// Texels of two numbers X and Y of 16 bits have four all the same.
ir::Id Textures::ordered(ir::Id value, std::uint64_t order) {
    enum Order : std::uint64_t { kXYXY = 1, kXXXY = 2 };
    if (order == kXYXY) return ir_.swizzle(value, {0, 1, 0, 1});
    return order == kXXXY ? ir_.swizzle(value, {0, 0, 0, 1}) : value;
}

// Outputs and sources stand in the order A R G B in the word; ours are R G B A.
ir::Id Textures::remapped(ir::Id value, std::uint64_t remap) {
    if (remap == kPlainRemap) return value;
    constexpr std::array<std::uint8_t, 4> kLane = {3, 0, 1, 2};
    std::array<ir::Id, 4> lanes{};
    for (unsigned i = 0; i < 4; ++i) {
        const std::uint64_t control = remap >> (8 + 2 * i) & 3, from = remap >> (2 * i) & 3;
        const ir::Id constant = ir_.f32(control == 1 ? 1.0F : 0.0F);
        lanes[kLane[i]] = control >= 2 ? ir_.lane(value, kLane[from]) : constant;
    }
    return ir_.compose(lanes);
}

ir::Id Textures::signed_numbers(ir::Id value) {
    const ir::Id byte = ir_.FMul(value, ir_.f32(255, 4));
    const ir::Id wrapped = ir_.Select(ir_.FGe(byte, ir_.f32(127.5F, 4)), ir_.FSub(byte, ir_.f32(256, 4)), byte);
    return ir_.FMax(ir_.FMul(wrapped, ir_.f32(1 / 127.0F, 4)), ir_.f32(-1, 4));
}

ir::Id Textures::linear(ir::Id value) { return to_linear(ir_, value); }

ir::Id Textures::sample(const Lookup& lookup) {
    Unit& unit = this->unit(lookup.unit);
    ir::Id value = texel(unit, lookup);
    if (unit.depth && !unit.shadow) value = bytes_of_depth(value);
    value = remapped(ordered(value, unit.order), unit.remap);
    const auto in = [&](std::uint64_t channels, ir::Id changed) {
        return ir_.blend(value, changed, static_cast<std::uint32_t>(channels & 15));
    };
    if (unit.is_signed != 0) value = in(unit.is_signed, signed_numbers(value));
    // Of signed numbers there is neither a curve nor half a range, as RPCS3 has it.
    const std::uint64_t others = ~unit.is_signed;
    if ((unit.gamma & others) != 0 && !lookup.expands) value = in(unit.gamma & others, linear(value));
    if (lookup.expands) {
        const std::uint64_t biased = context_.read(of_.colours->biased, lookup.unit);
        value = in(biased & others, ir_.FSub(ir_.FMul(value, ir_.f32(2, 4)), ir_.f32(1, 4)));
    }
    if (unit.alpha_kill) {
        const ir::Id none = ir_.FEq(ir_.lane(value, 3), ir_.f32(0));
        ir_.add(ir::Op::Discard, ir::kVoid, {none});
    }
    return value;
}

} // namespace relit::isa::rsx
