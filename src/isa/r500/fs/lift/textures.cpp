#include "isa/r500/fs/lift/textures.hpp"

#include "isa/r500/encoding/registers.hpp"
#include "isa/r500/fs/context_keys.hpp"
#include "isa/r500/fs/lift/lift.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace relit::isa::r500::fs {
namespace {

constexpr unsigned kQ = 3;
enum CoordinateType : std::uint32_t { k3d = 1, kCube = 2 };
enum Wrap : std::uint32_t { kMirrorOnceEdge = 3, kHalfBorder = 4, kMirrorOnceHalfBorder = 5, kMirrorOnceBorder = 7 };

/// Bits of the components of a format, from the lowest of a texel on.
struct TexelFormat {
    std::uint32_t number = 0; // bit 5 is TXFORMAT_MSB
    std::array<std::uint8_t, 4> bits{};
};
constexpr TexelFormat kTexelFormats[] = {
#define TEXEL_FORMAT(number, bits_0, bits_1, bits_2, bits_3) {number, {bits_0, bits_1, bits_2, bits_3}},
#include "isa/r500/fs/encoding/texel_formats.inc"
#undef TEXEL_FORMAT
};

} // namespace

const Textures::Unit& Textures::unit(std::uint32_t number) {
    std::optional<Unit>& known = units_[number];
    if (known) return *known;
    const auto read = [&](const ir::ContextKey& key) {
        return RegisterWord{{{static_cast<std::uint32_t>(context_.read(key, number))}}};
    };
    const RegisterWord format = read(key::tx_format1);
    const std::uint32_t type = format[field::TX_FORMAT1__TEX_COORD_TYPE];
    if (type > kCube)
        context_.approximate("tex[" + std::to_string(number) + "] has no known kind (TEX_COORD_TYPE " +
                             std::to_string(type) + "): it is taken as 2d");
    ir::Resource resource;
    resource.name = "tex" + std::to_string(number);
    resource.kind = ir::ResourceKind::Texture;
    resource.binding = kTextureBinding + number;
    resource.dim = type == kCube ? ir::TextureDim::Cube : type == k3d ? ir::TextureDim::D3 : ir::TextureDim::D2;
    known = Unit{.resource = ir_.resource(resource),
                 .dimensions = ir::dimensions(resource.dim),
                 .is_cube = type == kCube,
                 .is_finished = context_.read(key::texels) == 0,
                 .format = format,
                 .filter = read(key::tx_filter0),
                 .wide_format = {}};
    if (!known->is_finished) known->wide_format = read(key::tx_format2);
    return *known;
}

bool Textures::is_on(std::uint32_t number) { return (context_.read(key::tx_enable) >> number & 1) != 0; }

ir::Id Textures::component(const Word192& word, const AddressFields& fields, unsigned which) {
    const Address address{word[*fields.temp], word[*fields.relative]};
    return registers_.load(address, word[*fields.components[which]], 1);
}

ir::Id Textures::size(const Unit& unit) {
    ir::TextureUse use{.resource = unit.resource};
    use.lod = true;
    ir_.module().texture_uses.push_back(use);
    const auto index = static_cast<std::uint32_t>(ir_.module().texture_uses.size() - 1);
    const ir::Type type = ir::kI32.with_lanes(unit.is_cube ? 2 : unit.dimensions);
    return ir_.convert(ir::Op::UToF, ir::Kind::F32, ir_.add(ir::Op::QuerySize, type, {ir_.i32(0)}, index));
}

/// From 0 to 1, whatever the program counts in.
std::vector<ir::Id> Textures::coordinates(const Word192& word, const Unit& unit) {
    std::vector<ir::Id> lanes;
    for (unsigned i = 0; i < unit.dimensions; ++i) lanes.push_back(component(word, kCoordinates, i));
    if (word[Tex::op] == TexOp::Proj) {
        const ir::Id q = component(word, kCoordinates, kQ);
        for (ir::Id& lane : lanes) lane = ir_.FDiv(lane, q);
    }
    if (unit.is_cube) return lanes; // where a direction points depends on neither sizes nor edges
    if (word[Tex::unscaled]) {
        const ir::Id texels = size(unit);
        for (unsigned i = 0; i < unit.dimensions; ++i) lanes[i] = ir_.FDiv(lanes[i], ir_.lane(texels, i));
    }
    constexpr std::array<const Field<std::uint32_t>*, 3> kModes = {
        &field::TX_FILTER0__CLAMP_S, &field::TX_FILTER0__CLAMP_T, &field::TX_FILTER0__CLAMP_R};
    for (unsigned i = 0; i < unit.dimensions; ++i) lanes[i] = wrapped(lanes[i], unit.filter[*kModes[i]], unit, i);
    return lanes;
}

// What hosts have no sampler for: theirs repeats, mirrors, or holds to the edge or the border after it. The mirror shows the
// first texel beside itself: in its first half no border may come in.
ir::Id Textures::wrapped(ir::Id coordinate, std::uint32_t mode, const Unit& unit, unsigned lane) {
    const auto mirrored = [&] {
        return ir_.FMax({ir_.FAbs(coordinate), ir_.FDiv({ir_.f32(0.5F), ir_.lane(size(unit), lane)})});
    };
    switch (mode) {
        case kMirrorOnceEdge: return ir_.FAbs(coordinate);
        case kHalfBorder: return ir_.FSat(coordinate);
        case kMirrorOnceHalfBorder: return ir_.FSat(mirrored());
        case kMirrorOnceBorder: return mirrored();
        default: return coordinate;
    }
}

/// The same units as the coordinates have.
std::vector<ir::Id> Textures::gradients(const Word192& word, const Unit& unit) {
    std::vector<ir::Id> lanes;
    const bool scales = word[Tex::unscaled] && !unit.is_cube;
    const ir::Id texels = scales ? size(unit) : ir::kNone;
    for (const AddressFields* each : {&kDx, &kDy}) {
        for (unsigned i = 0; i < unit.dimensions; ++i) {
            const ir::Id value = component(word, *each, i);
            lanes.push_back(scales ? ir_.FDiv(value, ir_.lane(texels, i)) : value);
        }
    }
    return lanes;
}

// ---- texels

/// Numbers of n bits whose highest one is their sign, from -1 to 1.
ir::Id Textures::with_sign(ir::Id component, const Unit& unit, unsigned which) {
    const std::uint32_t number =
        unit.format[field::TX_FORMAT1__TXFORMAT] | unit.wide_format[field::TX_FORMAT2__TXFORMAT_MSB] << 5;
    const auto* format = std::ranges::find(kTexelFormats, number, &TexelFormat::number);
    const unsigned bits = format == std::end(kTexelFormats) ? 0 : format->bits[which];
    if (bits < 2) {
        context_.approximate("a signed component of a texture format that has no whole numbers is left as it is");
        return component;
    }
    context_.approximate(
        "signs of texture components are made after filtering: exact where the sampler takes single texels");
    const auto most = static_cast<float>((1U << bits) - 1), half = static_cast<float>((1U << (bits - 1)) - 1);
    const ir::Id whole = ir_.FMul(component, ir_.f32(most));
    const ir::Id wrapped =
        ir_.Select({ir_.FGe(whole, ir_.f32(half + 0.5F)), ir_.FSub(whole, ir_.f32(most + 1)), whole});
    return ir_.FMax({ir_.FDiv(wrapped, ir_.f32(half)), ir_.f32(-1)});
}

/// Red, green, blue and alpha, of components as they stand in memory.
ir::Id Textures::finished(ir::Id components, const Unit& unit) {
    if (unit.is_finished) return components;
    constexpr std::uint32_t kOne = 5;
    constexpr Field<std::uint32_t> kSigned{"SIGNED_COMP", 5, 4};
    constexpr std::array<const Field<std::uint32_t>*, 4> kSelects = {
        &field::TX_FORMAT1__SEL_RED, &field::TX_FORMAT1__SEL_GREEN, &field::TX_FORMAT1__SEL_BLUE,
        &field::TX_FORMAT1__SEL_ALPHA};
    std::array<ir::Id, 4> lanes{};
    for (unsigned i = 0; i < lanes.size(); ++i) {
        const std::uint32_t from = unit.format[*kSelects[i]];
        lanes[i] = from < 4 ? ir_.lane(components, from) : ir_.f32(from == kOne ? 1.0F : 0.0F);
        if (from < 4 && (unit.format[kSigned] >> from & 1) != 0) lanes[i] = with_sign(lanes[i], unit, from);
    }
    return ir_.compose(lanes);
}

ir::Id Textures::fetched(const Word192& word) {
    if (!is_on(word[Tex::unit])) return ir_.compose({ir_.f32(0), ir_.f32(0), ir_.f32(0), ir_.f32(1)});
    const Unit& from = unit(word[Tex::unit]);
    ir::TextureUse use{.resource = from.resource, .coordinates = static_cast<std::uint8_t>(from.dimensions)};
    std::vector<ir::Id> operands = coordinates(word, from);
    const TexOp op = word[Tex::op];
    use.bias = op == TexOp::LodBias;
    use.lod = op == TexOp::Lod;
    if (use.bias || use.lod) operands.push_back(component(word, kCoordinates, kQ));
    use.gradients = op == TexOp::DxDy;
    if (use.gradients) std::ranges::copy(gradients(word, from), std::back_inserter(operands));
    ir_.module().texture_uses.push_back(use);
    const auto index = static_cast<std::uint32_t>(ir_.module().texture_uses.size() - 1);
    return finished(ir_.add(ir::Op::Sample, ir::kF32.with_lanes(4), operands, index), from);
}

/// Components whose predicate does not hold do not count.
void Textures::kill(const Word192& word) {
    std::array<ir::Id, 4> lanes{};
    for (unsigned i = 0; i < lanes.size(); ++i) lanes[i] = component(word, kCoordinates, i);
    const ir::Id is_below = ir_.FLt({ir_.compose(lanes), ir_.f32(0, 4)});
    const ir::Id rgb = flags_.passed(word[Common::rgb_predicate], word[Common::rgb_predicate_inverted], kRgbUnit);
    const ir::Id alpha =
        flags_.passed(word[Common::alpha_predicate], word[Common::alpha_predicate_inverted], kAlphaUnit);
    ir::Id kills = ir_.BAny(is_below);
    if (rgb != ir::kNone || alpha != ir::kNone) {
        const auto counted = [&](ir::Id lanes_below, ir::Id passed) {
            return passed == ir::kNone ? lanes_below : ir_.BAnd(lanes_below, passed);
        };
        kills =
            ir_.BOr({ir_.BAny(counted(ir_.swizzle(is_below, {0, 1, 2}), rgb)), counted(ir_.lane(is_below, 3), alpha)});
    }
    ir_.add(ir::Op::Discard, ir::kVoid, {kills});
}

void Textures::lift(const Word192& word) {
    if (word[Tex::op] == TexOp::Nop) return;
    if (word[Tex::op] == TexOp::TexKill) return kill(word);
    const std::uint32_t rgb_mask = word[Common::rgb_mask], alpha_mask = word[Common::alpha_mask];
    if (rgb_mask == 0 && alpha_mask == 0) return;
    std::array<std::uint8_t, 4> order{};
    for (unsigned i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint8_t>(word[*kTexel[i]]);
    ir::Id texel = fetched(word);
    if (order != std::array<std::uint8_t, 4>{0, 1, 2, 3}) texel = ir_.swizzle(texel, order);
    const ir::Id rgb = flags_.passed(word[Common::rgb_predicate], word[Common::rgb_predicate_inverted], kRgbUnit);
    const ir::Id alpha =
        flags_.passed(word[Common::alpha_predicate], word[Common::alpha_predicate_inverted], kAlphaUnit);
    const Address address{word[Tex::temp], word[Tex::temp_relative]};
    if (rgb == ir::kNone && alpha == ir::kNone)
        return registers_.store(address, 0, texel, rgb_mask | alpha_mask << 3, ir::kNone);
    registers_.store(address, 0, ir_.swizzle(texel, {0, 1, 2}), rgb_mask, rgb);
    registers_.store(address, 3, ir_.lane(texel, 3), alpha_mask, alpha);
}

} // namespace relit::isa::r500::fs
