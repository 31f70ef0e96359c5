#include "isa/r500/fs/lift/textures.hpp"

#include "isa/r500/encoding/registers.hpp"
#include "isa/r500/fs/context_keys.hpp"
#include "isa/r500/fs/lift/lift.hpp"

#include <string>

namespace relit::isa::r500::fs {
namespace {

constexpr unsigned kQ = 3;
enum CoordinateType : std::uint32_t { k3d = 1, kCube = 2 };

} // namespace

const Textures::Unit& Textures::unit(std::uint32_t number) {
    std::optional<Unit>& known = units_[number];
    if (known) return *known;
    const RegisterWord format{{{static_cast<std::uint32_t>(context_.read(key::tx_format1, number))}}};
    const std::uint32_t type = format[field::TX_FORMAT1__TEX_COORD_TYPE];
    ir::Resource resource;
    resource.name = "tex" + std::to_string(number);
    resource.kind = ir::ResourceKind::Texture;
    resource.binding = kTextureBinding + number;
    resource.dim = type == kCube ? ir::TextureDim::Cube : type == k3d ? ir::TextureDim::D3 : ir::TextureDim::D2;
    known = Unit{ir_.resource(resource), ir::dimensions(resource.dim), type == kCube};
    return *known;
}

bool Textures::is_on(std::uint32_t number) { return (context_.read(key::tx_enable) >> number & 1) != 0; }

ir::Id Textures::component(const Word192& word, const AddressFields& fields, unsigned which) {
    const Address place{word[*fields.temp], word[*fields.relative]};
    return registers_.load(place, word[*fields.components[which]], 1);
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
    if (!word[Tex::unscaled] || unit.is_cube) return lanes; // where a direction points does not depend on sizes
    const ir::Id texels = size(unit);
    for (unsigned i = 0; i < unit.dimensions; ++i) lanes[i] = ir_.FDiv(lanes[i], ir_.lane(texels, i));
    return lanes;
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
    if (use.gradients)
        for (const AddressFields* each : {&kDx, &kDy})
            for (unsigned i = 0; i < from.dimensions; ++i) operands.push_back(component(word, *each, i));
    ir_.module().texture_uses.push_back(use);
    const auto index = static_cast<std::uint32_t>(ir_.module().texture_uses.size() - 1);
    return ir_.add(ir::Op::Sample, ir::kF32.with_lanes(4), operands, index);
}

void Textures::kill(const Word192& word) {
    std::array<ir::Id, 4> lanes{};
    for (unsigned i = 0; i < lanes.size(); ++i) lanes[i] = component(word, kCoordinates, i);
    const ir::Id value = ir_.compose(lanes);
    ir_.add(ir::Op::Discard, ir::kVoid, {ir_.BAny(ir_.FLt(value, ir_.f32(0, 4)))});
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
    const Address place{word[Tex::temp], word[Tex::temp_relative]};
    if (rgb == ir::kNone && alpha == ir::kNone)
        return registers_.store(place, 0, texel, rgb_mask | alpha_mask << 3, ir::kNone);
    registers_.store(place, 0, ir_.swizzle(texel, {0, 1, 2}), rgb_mask, rgb);
    registers_.store(place, 3, ir_.lane(texel, 3), alpha_mask, alpha);
}

} // namespace relit::isa::r500::fs
