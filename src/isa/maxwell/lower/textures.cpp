#include "isa/maxwell/lower/textures.hpp"
#include "isa/maxwell/context_keys.hpp"

#include "ir/names.hpp"
#include "isa/maxwell/lift/access.hpp"
#include "isa/maxwell/lift/operations/texel_format.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

using ir::ResourceKind;
using ir::TextureDim;

// Handles that are elsewhere than where the driver puts them are numbered from here on, in the order of their first use.
constexpr std::uint32_t kForeign = 1024;
constexpr std::uint32_t kTextures = 32; // drivers that keep images after the textures have so many of these

/// Values of the context key "maxwell.texture#.shape".
enum Shapes : std::uint64_t { kOfCode, k1d, k2d, k3d, kCube, kBuffer, k1dArray, k2dArray, kCubeArray };

void put_shape(ir::Resource& to, std::uint64_t shape) {
    constexpr TextureDim kDims[] = {TextureDim::D2, TextureDim::D1,   TextureDim::D2,
                                    TextureDim::D3, TextureDim::Cube, TextureDim::Buffer,
                                    TextureDim::D1, TextureDim::D2,   TextureDim::Cube};
    if (shape > kCubeArray) shape = kOfCode;
    to.dim = kDims[shape];
    to.arrayed = shape >= k1dArray;
}

std::string suffix_of(const BufferWord& word) {
    return word.slot == kNoSlot ? fmt::format("{:x}", word.offset) : fmt::format("c{}_{:x}", word.slot, word.offset);
}

bool is_same_resource(const ir::Resource& a, const ir::Resource& b) {
    return a.kind == b.kind && a.binding == b.binding && a.dim == b.dim && a.arrayed == b.arrayed &&
           a.multisampled == b.multisampled && a.shadow == b.shadow && a.guest_id == b.guest_id;
}

} // namespace

void TextureTable::note(const Handle& handle, const ir::Resource& as, ir::Op op) {
    const auto [at, is_new] = groups_.try_emplace(handle);
    Group& group = at->second;
    if (is_new) order_.push_back(handle);
    if (is_shapeless(as)) return;
    const bool image = as.kind == ResourceKind::Image;
    group.is_accessed = group.is_accessed || (image && op != ir::Op::QuerySize);
    if (image && !group.has_image) group.image = as;
    if (!image && !group.has_texture) group.texture = as;
    (image ? group.has_image : group.has_texture) = true;
    const bool says_bits = op != ir::Op::QuerySize && group.raw == ir::ImageFormat::Unknown;
    if (image && (says_bits || op == ir::Op::AtomicImage)) group.raw = as.format;
    const bool line = as.dim == TextureDim::D1 && !as.arrayed;
    group.fetches_line = group.fetches_line || (op == ir::Op::Fetch && line);
}

void TextureTable::declare() {
    std::uint32_t foreign = kForeign;
    for (const Handle& handle : order_) {
        Group& group = groups_[handle];
        number(group, handle);
        if (group.is_foreign) group.number = foreign++;
        read_keys(group);
    }
}

void TextureTable::number(Group& group, const Handle& handle) const {
    const BufferWord& word = handle.texture;
    const std::uint32_t first = convention_.handles, which = (word.offset - first) / 4;
    const bool ours = !handle.sampler && word.slot == convention_.handle_slot && word.offset >= first &&
                      (word.offset - first) % 4 == 0 && which < kForeign;
    group.is_foreign = !ours;
    if (!ours) {
        group.name = "_" + suffix_of(word) + (handle.sampler ? "_" + suffix_of(*handle.sampler) : "");
        return;
    }
    const bool is_after_textures =
        convention_.images_follow && which >= kTextures && (group.has_image || !group.has_texture);
    if (is_after_textures) group.has_image = true; // whatever queries it
    group.number = is_after_textures ? which - kTextures : which;
    group.name = std::to_string(group.number);
}

void TextureTable::read_keys(Group& group) {
    if (group.has_image) {
        const std::uint64_t format = context_.read(key::image_format, group.number);
        ir::Resource& image = group.image;
        image.kind = ResourceKind::Image;
        const bool is_said = format != 0 && format < ir::kFormatNames.size();
        image.format = is_said ? static_cast<ir::ImageFormat>(format) : group.raw;
        if (!is_said && group.is_accessed) assume_format(group);
        const auto texels = packed_format(image.format);
        const bool whole = texels && texels->is_of_integers();
        image.sampled = whole ? ir::Kind::I32 : ir::Kind::F32;
        image.sampled_signed = whole && texels->kind == TexelFormat::Kind::Signed;
    }
    if (group.has_texture || !group.has_image) {
        const std::uint64_t texels = context_.read(key::texture_texels, group.number);
        if (group.has_texture) group.counts_texels = context_.read(key::texture_unnormalised, group.number) != 0;
        group.texture.kind = ResourceKind::Texture;
        group.texture.sampled = texels == 0 ? ir::Kind::F32 : ir::Kind::I32;
        group.texture.sampled_signed = texels == 1;
        if (group.fetches_line || !group.has_texture) group.shape = context_.read(key::texture_shape, group.number);
        if (group.shape == kOfCode) assume_shape(group);
        if (!group.has_texture) put_shape(group.texture, group.shape);
    }
}

/// Where queries alone, or fetches by one coordinate, do not say it.
void TextureTable::assume_shape(const Group& group) {
    const std::string key = fmt::format("maxwell.texture{}.shape", group.number);
    if (!group.has_texture)
        context_.assume(key, "2d", "the code only queries the texture");
    else if (group.fetches_line)
        context_.assume(key, "1d", "the code fetches by one coordinate, as from a buffer");
}

void TextureTable::assume_format(const Group& group) {
    const auto texels = packed_format(group.raw);
    const std::string why =
        texels ? fmt::format("accesses take texels of {} bits as unsigned integers", 8 * texels->bytes())
               : std::string(
                     "accesses take components of whatever format the image has: the host must be able to load "
                     "and store without one");
    context_.assume(fmt::format("maxwell.image{}.format", group.number), ir::name_in(ir::kFormatNames, group.raw), why);
}

ir::Resource TextureTable::texture_of(const Group& group, const ir::Resource& as, ir::Op op) const {
    const bool of_code = is_shapeless(as);
    ir::Resource texture = of_code ? group.texture : as;
    texture.sampled = texture.shadow ? ir::Kind::F32 : group.texture.sampled;
    texture.sampled_signed = group.texture.sampled_signed && texture.sampled == ir::Kind::I32;
    const bool line = texture.dim == TextureDim::D1 && !texture.arrayed;
    if ((op == ir::Op::Fetch || of_code) && line && group.shape == kBuffer) texture.dim = TextureDim::Buffer;
    return texture;
}

std::uint32_t TextureTable::resource(const Handle& handle, std::uint32_t as_number, ir::Op op) {
    const auto [at, is_new] = resources_.try_emplace({handle, as_number, op});
    if (!is_new) return at->second;
    const ir::Resource as = module_.resources[as_number];
    const Group& group = groups_.at(handle);
    const bool image = as.kind == ResourceKind::Image || (is_shapeless(as) && group.has_image);
    ir::Resource wanted = image ? group.image : texture_of(group, as, op);
    if (image && !is_shapeless(as)) wanted.dim = as.dim, wanted.arrayed = as.arrayed;
    wanted.binding = group.number;
    wanted.name = (image ? "i" : "t") + group.name;
    wanted.guest_id = 0;
    return at->second = add(wanted);
}

std::uint32_t TextureTable::add(const ir::Resource& wanted) {
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i)
        if (is_same_resource(module_.resources[i], wanted)) return i;
    module_.resources.push_back(wanted);
    return static_cast<std::uint32_t>(module_.resources.size() - 1);
}

} // namespace relit::isa::maxwell
