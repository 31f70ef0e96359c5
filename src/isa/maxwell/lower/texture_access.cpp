#include "isa/maxwell/lower/texture_access.hpp"

#include "isa/maxwell/lift/operations/texel_format.hpp"

#include <algorithm>
#include <utility>

namespace relit::isa::maxwell {

using ir::Id;
using ir::ImageFormat;
using ir::kI32;

namespace {

constexpr ir::Type kWords = kI32.with_lanes(4);

} // namespace

TextureAccess::TextureAccess(ir::Builder& ir, const ir::Inst& inst, const ir::TextureUse& use, std::uint32_t resource)
    : ir_(ir), op_(inst.op), type_(inst.type), use_(use), operands_(inst.operands.begin() + 1, inst.operands.end()) {
    use_.handle = false;
    use_.resource = resource;
}

Id TextureAccess::build(ImageFormat as, Id condition) {
    switch (op_) {
        case ir::Op::QuerySize: return size();
        case ir::Op::QueryLevels: return levels();
        case ir::Op::LoadImage: return load(as);
        case ir::Op::QueryLod: return add(type_);
        case ir::Op::StoreImage: move_out_of_bounds(condition); return store(as), ir::kNone;
        case ir::Op::AtomicImage: {
            const ImageFormat format = texture().format;
            if (format != ImageFormat::R32ui && format != ImageFormat::R32i)
                refusal_ = "atomics on an image whose texel is not one 32-bit integer";
            move_out_of_bounds(condition);
            return add(type_);
        }
        default: return texel();
    }
}

Id TextureAccess::add(ir::Type type) {
    auto& uses = ir_.module().texture_uses;
    uses.push_back(use_);
    return ir_.add(op_, type, operands_, static_cast<std::uint32_t>(uses.size() - 1));
}

Id TextureAccess::texel() {
    if (divides_ && op_ != ir::Op::Fetch && texture().dim != ir::TextureDim::Cube) divide_coordinates();
    if (op_ == ir::Op::Sample && use_.offsets) add_offsets_to_coordinates();
    if (!is_of_integers()) return add(type_);
    return ir_.bitcast(type_, add(type_.with_kind(ir::Kind::I32)));
}

// Hosts require literal offsets of samples. A computed offset is added to the coordinates instead, in texels of the level that
// the access names; if the host chooses the level, in texels of the first.
void TextureAccess::add_offsets_to_coordinates() {
    const unsigned axes = ir::dimensions(texture().dim);
    const std::size_t first = operands_.size() - axes;
    const std::vector<Id> offsets(operands_.begin() + static_cast<std::ptrdiff_t>(first), operands_.end());
    if (std::ranges::all_of(offsets, [&](Id id) { return ir_.module()[id].op == ir::Op::Const; })) return;
    const std::size_t level_at = use_.coordinates + (use_.reference ? 1U : 0U);
    const std::vector<Id> texels =
        size_at_level(use_.lod ? ir_.convert(ir::Op::FToS, ir::Kind::I32, operands_[level_at]) : ir_.i32(0));
    for (unsigned i = 0; i < axes; ++i) {
        const Id moved = ir_.FDiv(ir_.convert(ir::Op::SToF, ir::Kind::F32, offsets[i]), texels[i]);
        operands_[i] = ir_.FAdd(operands_[i], moved);
    }
    operands_.resize(first);
    use_.offsets = false;
}

std::vector<Id> TextureAccess::size_at_level(Id level) {
    const unsigned axes = ir::dimensions(texture().dim);
    auto& uses = ir_.module().texture_uses;
    uses.push_back({.resource = use_.resource, .lod = true});
    const auto use = static_cast<std::uint32_t>(uses.size() - 1);
    const Id size = ir_.add(ir::Op::QuerySize, kI32.with_lanes(axes), {level}, use);
    std::vector<Id> all;
    for (unsigned i = 0; i < axes; ++i)
        all.push_back(ir_.convert(ir::Op::SToF, ir::Kind::F32, axes == 1 ? size : ir_.lane(size, i)));
    return all;
}

// Hosts have samplers with unnormalised coordinates too, but Vulkan restricts them to a few kinds of access.
void TextureAccess::divide_coordinates() {
    const unsigned axes = ir::dimensions(texture().dim);
    const std::vector<Id> texels = size_at_level(ir_.i32(0));
    const auto divide = [&](std::size_t from) {
        for (unsigned i = 0; i < axes; ++i) operands_[from + i] = ir_.FDiv(operands_[from + i], texels[i]);
    };
    divide(0);
    if (!use_.gradients) return;
    const std::size_t first = use_.coordinates + (use_.reference ? 1U : 0U);
    divide(first);
    divide(first + axes);
}

// Returns as many lanes as the result has, zeros after those that exist; of cubes width and height.
Id TextureAccess::size() {
    const ir::Resource& of = texture();
    const bool has_levels =
        of.kind == ir::ResourceKind::Texture && !of.multisampled && of.dim != ir::TextureDim::Buffer;
    if (use_.lod && !has_levels) {
        use_.lod = false;
        operands_.clear();
    }
    use_.coordinates = 0;
    const unsigned axes = of.dim == ir::TextureDim::Cube ? 2 : ir::dimensions(of.dim);
    const unsigned has = std::min(axes + (of.arrayed ? 1U : 0U), 0U + type_.lanes);
    const Id value = add(kI32.with_lanes(has));
    if (has == type_.lanes) return value;
    std::vector<Id> lanes;
    for (unsigned i = 0; i < type_.lanes; ++i)
        lanes.push_back(i >= has ? ir_.i32(0) : has == 1 ? value : ir_.lane(value, i));
    return ir_.compose(lanes);
}

Id TextureAccess::levels() {
    if (texture().kind == ir::ResourceKind::Image) return ir_.i32(1);
    use_.coordinates = 0;
    return add(kI32);
}

// ---- images

/// Returns whether the access has as many bits as a texel. The result of an access to a part depends on the layout of texels.
bool TextureAccess::accesses_whole_texel(ImageFormat as) const {
    const auto raw = packed_format(as), format = packed_format(texture().format);
    return !raw || !format || raw->bytes() == format->bytes();
}

Id TextureAccess::load(ImageFormat as) {
    const Id texel = add({texture().sampled, 4});
    if (as == ImageFormat::Unknown) return is_of_integers() ? ir_.bitcast(type_, texel) : texel;
    if (texture().format == as) return texel;
    const auto format = packed_format(texture().format);
    if (!accesses_whole_texel(as))
        approximation_ =
            "other than as many bits of a texel are loaded as the image's format has: taken for its lowest, and zeros "
            "above";
    if (!format) {
        refusal_ = "the bits of a texel are loaded whose format is not known, or has floats of 10 and 11 bits";
        return ir_.constant(kWords, std::uint64_t{0});
    }
    return words_of_texel(ir_, *format, texel);
}

void TextureAccess::store(ImageFormat as) {
    const std::size_t given = 4 - std::exchange(use_.component, std::uint8_t{0});
    const auto components = ir::texel_format(texture().format).bits;
    if (given < components.size() && components[given] != 0)
        approximation_ = "a store leaves components of the image out: 0 is stored there, the machine stores any value";
    const std::vector<Id> stored(operands_.end() - 4, operands_.end());
    operands_.resize(operands_.size() - 4);
    const ir::Type wanted{texture().sampled, 1};
    const auto append = [&](Id lane) {
        operands_.push_back(ir_.type_of(lane) == wanted ? lane : ir_.bitcast(wanted, lane));
    };
    if (as == ImageFormat::Unknown || texture().format == as) {
        std::ranges::for_each(stored, append);
    } else if (!accesses_whole_texel(as)) {
        refusal_ = "other than as many bits of a texel are stored as the image's format has";
        return;
    } else if (const auto format = packed_format(texture().format)) {
        const Id texel = texel_of_words(ir_, *format, ir_.compose(stored));
        for (unsigned i = 0; i < 4; ++i) append(ir_.lane(texel, i));
    } else {
        refusal_ = "the bits of a texel are stored whose format is not known, or has floats of 10 and 11 bits";
        return;
    }
    add(ir::kVoid);
}

// Accesses out of bounds have no effect: where the condition does not hold, the first coordinate is out of bounds.
void TextureAccess::move_out_of_bounds(Id condition) {
    if (condition != ir::kNone) operands_[0] = ir_.Select(condition, operands_[0], ir_.i32(~0U));
}

} // namespace relit::isa::maxwell
