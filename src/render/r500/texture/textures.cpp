#include "render/r500/texture/textures.hpp"

#include "render/r500/geometry/notes.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::RegisterWord;
using machine::r500::State;
using machine::r500::TexelFormat;
using machine::r500::TextureKind;
using machine::r500::TextureView;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;
namespace reg = machine::r500::reg;

/// Repeat, mirror, clamp to edge, mirror once to edge, clamp, mirror once, clamp to border, mirror once to border. The program
/// itself mirrors once, and holds coordinates of CLAMP to 0..1: at their ends linear filters mix in the border.
ir::Wrap wrap_of(std::uint32_t code, bool is_linear) {
    const ir::Wrap clamped = is_linear ? ir::Wrap::Border : ir::Wrap::Clamp;
    const ir::Wrap wraps[] = {ir::Wrap::Repeat, ir::Wrap::Mirror, ir::Wrap::Clamp,  ir::Wrap::Clamp,
                              clamped,          clamped,          ir::Wrap::Border, ir::Wrap::Border};
    return wraps[code & 7];
}

ir::Texel border_of(const State& state, std::uint32_t unit, const BoundSurface& texture, Notes& notes) {
    const std::uint32_t packed = state[reg::TX_BORDER_COLOR + 4 * unit].raw[0];
    const auto border = machine::r500::border_of(std::get<TextureView>(texture.description.view), packed);
    if (!border) return {};
    if (border->is_assumed)
        notes.say("TX_BORDER_COLOR: a texture of this format is taken to have it as its own texels");
    return std::bit_cast<ir::Texel>(border->rgba);
}

/// The colour of the three that Vulkan has which is nearest.
void replace_border(ir::Sampler& sampler, std::vector<std::string>& approximate) {
    constexpr std::uint32_t kOne = 0x3f800000;
    ir::Texel nearest{};
    const bool is_white =
        std::ranges::all_of(sampler.border, [](std::uint32_t bits) { return std::bit_cast<float>(bits) >= 0.5F; });
    if (is_white)
        nearest = {kOne, kOne, kOne, kOne};
    else if (std::bit_cast<float>(sampler.border[3]) >= 0.5F)
        nearest = {0, 0, 0, kOne};
    if (nearest != sampler.border)
        Notes(approximate).say("a border colour is replaced by black, white or nothing, whichever is nearest");
    sampler.border = nearest;
}

constexpr std::uint32_t kPoint = 1, kLinear = 2, kAnisotropic = 3;

ir::Filter filter_of(std::uint32_t code) {
    return code == kLinear || code == kAnisotropic ? ir::Filter::Linear : ir::Filter::Nearest;
}

float anisotropy_of(const RegisterWord& filter, float most, std::vector<std::string>& approximate) {
    constexpr float kGreatest[] = {1, 2, 4, 8, 16, 16, 16, 16};
    const float wanted = kGreatest[filter[program_field::TX_FILTER0__MAX_ANISO]];
    if (most <= 1)
        Notes(approximate).say("TX_FILTER0: anisotropic filters are replaced by linear ones");
    else if (wanted > most)
        Notes(approximate).say("TX_FILTER0: the device has less anisotropy");
    return std::min(wanted, most);
}

/// Mesa's driver adds 1/32 to every bias, so that the chip, which drops the low bits of a level [assumed], is right on average. Devices
/// keep those bits, so in its captures 1/32 stands for none.
float lod_bias(const RegisterWord& filter, bool is_of_mesa) {
    constexpr std::int32_t kSign = 512, kFraction = 32;
    auto bias = static_cast<std::int32_t>(filter[program_field::TX_FILTER1__LOD_BIAS]);
    if (bias >= kSign) bias -= 2 * kSign;
    return static_cast<float>(is_of_mesa ? bias - 1 : bias) / kFraction;
}

constexpr ir::TextureDim kDims[] = {ir::TextureDim::D2, ir::TextureDim::D3, ir::TextureDim::Cube}; // by TextureKind

ir::ImageFormat format_of(const TextureView& view) {
    const TexelFormat* const format = machine::r500::texel_format(view.format);
    const bool is_small = format != nullptr && std::ranges::max(format->widths) <= 8 &&
                          format->encoding == machine::r500::TexelEncoding::Integer;
    const bool is_signed = std::ranges::find(view.signs, true) != view.signs.end();
    return is_small && !is_signed && !view.removes_gamma && !view.makes_rgb ? ir::ImageFormat::Rgba8
                                                                            : ir::ImageFormat::Rgba32f;
}

ir::Resource resource_of(const BoundSurface& texture) {
    ir::Resource resource;
    resource.kind = ir::ResourceKind::Texture;
    resource.dim = kDims[static_cast<std::size_t>(texture.shape.kind)];
    resource.sampled = ir::Kind::F32;
    resource.format = format_of(std::get<TextureView>(texture.description.view));
    return resource;
}

std::vector<std::uint32_t> words_of(const UnitSampler& unit) {
    const ir::Sampler& sampler = unit.sampler;
    std::vector<std::uint32_t> words{
        std::bit_cast<std::uint32_t>(unit.extras.anisotropy), static_cast<std::uint32_t>(sampler.magnify),
        static_cast<std::uint32_t>(sampler.minify),           static_cast<std::uint32_t>(sampler.between),
        std::bit_cast<std::uint32_t>(sampler.bias),           std::bit_cast<std::uint32_t>(sampler.lowest),
        std::bit_cast<std::uint32_t>(sampler.highest),        unit.extras.keeps_to_faces ? 1U : 0U};
    for (const ir::Wrap wrap : sampler.wrap) words.push_back(static_cast<std::uint32_t>(wrap));
    words.insert(words.end(), sampler.border.begin(), sampler.border.end());
    return words;
}

/// The third axis of textures that have none: a border there is everywhere (Mesa da8b4c07986), which a sampler cannot say.
void clamp_third_axis(UnitSampler& unit, std::uint32_t code, TextureKind kind, Notes& notes) {
    constexpr std::uint32_t kFirstClamp = 4, kFirstBorder = 6;
    if (kind == TextureKind::Volume) return;
    unit.shows_border = code >= kFirstBorder;
    if (code >= kFirstClamp && !unit.shows_border && unit.sampler.wrap[2] == ir::Wrap::Border)
        notes.say("TX_FILTER0: CLAMP along the third axis of a texture without one has no effect");
    unit.sampler.wrap[2] = ir::Wrap::Clamp;
}

void append_texels(std::vector<ir::Texel>& into, const machine::r500::FloatImage& image) {
    for (const machine::r500::Components& pixel : image.rgba) into.push_back(std::bit_cast<ir::Texel>(pixel));
}

} // namespace

bool has_border(const ir::Sampler& sampler) {
    return std::ranges::find(sampler.wrap, ir::Wrap::Border) != sampler.wrap.end();
}

UnitSampler sampler_of(const State& state, std::uint32_t unit, const vk::DeviceInfo& device, bool is_of_mesa,
                       std::vector<std::string>& approximate) {
    constexpr float kNoLevels = 0.25F; // Vulkan: the finest level alone, and both filters have their turn
    const RegisterWord first = state[program_reg::TX_FILTER0 + 4 * unit],
                       second = state[program_reg::TX_FILTER1 + 4 * unit];
    UnitSampler made;
    ir::Sampler& sampler = made.sampler;
    const std::uint32_t magnify = first[program_field::TX_FILTER0__MAG_FILTER],
                        minify = first[program_field::TX_FILTER0__MIN_FILTER];
    sampler.magnify = filter_of(magnify), sampler.minify = filter_of(minify);
    if (magnify == 0 || minify == 0) Notes(approximate).say("FILTER4 is replaced by the nearest texel");
    if (minify == kAnisotropic) made.extras.anisotropy = anisotropy_of(first, device.anisotropy, approximate);
    const std::uint32_t between = first[program_field::TX_FILTER0__MIP_FILTER];
    sampler.between = between == kLinear ? ir::Filter::Linear : ir::Filter::Nearest;
    sampler.lowest = static_cast<float>(first[program_field::TX_FILTER0__MAX_MIP_LEVEL]);
    if (between == 0) sampler.highest = sampler.lowest + kNoLevels;
    sampler.bias = lod_bias(second, is_of_mesa);
    const bool is_linear = magnify != kPoint || minify != kPoint;
    const std::uint32_t codes[] = {first[program_field::TX_FILTER0__CLAMP_S], first[program_field::TX_FILTER0__CLAMP_T],
                                   first[program_field::TX_FILTER0__CLAMP_R]};
    for (std::size_t i = 0; i < sampler.wrap.size(); ++i) sampler.wrap[i] = wrap_of(codes[i], is_linear);
    const BoundSurface texture = bound_texture(state, unit);
    Notes notes(approximate);
    clamp_third_axis(made, codes[2], texture.shape.kind, notes);
    const bool is_cube = texture.shape.kind == TextureKind::Cube;
    made.extras.keeps_to_faces = is_cube && device.keeps_to_faces;
    if (is_cube && is_linear && !device.keeps_to_faces)
        notes.say("cube maps are filtered over the edges of their faces");
    if (!made.shows_border && !has_border(sampler)) return made;
    sampler.border = border_of(state, unit, texture, notes);
    if (!made.shows_border && !device.borders) replace_border(sampler, approximate);
    return made;
}

Result<ir::TextureData> texture_data(const BoundSurface& texture, Bytes buffer) {
    const auto levels = levels_of(texture.shape);
    if (!levels) return std::unexpected(levels.error());
    const auto& view = std::get<TextureView>(texture.description.view);
    const bool is_volume = texture.shape.kind == TextureKind::Volume;
    ir::TextureData data;
    data.layers = texture.shape.kind == TextureKind::Cube ? 6 : 1;
    for (std::uint32_t i = 0; i < levels->size(); ++i) {
        const machine::r500::Level& level = (*levels)[i];
        ir::Level& made = data.levels.emplace_back();
        made.width = level.size.width, made.height = level.size.height;
        made.depth = is_volume ? level.layers : 1;
        for (std::uint32_t layer = 0; layer < level.layers; ++layer) {
            const auto plane = plane_of(texture, i, layer);
            if (!plane) return std::unexpected(plane.error());
            const auto image = read_texture(buffer, *plane, view);
            if (!image) return std::unexpected(image.error());
            append_texels(made.texels, *image);
        }
    }
    return data;
}

Result<ByteRange> range_of(const BoundSurface& texture) {
    if (!texture.buffer || !texture.buffer->handle)
        return fail(FaultKind::NotSupported, "the texture's buffer is not known");
    const auto levels = levels_of(texture.shape);
    if (!levels) return std::unexpected(levels.error());
    const std::uint64_t begin = texture.description.plane.offset;
    return ByteRange{*texture.buffer->handle, begin, begin + bytes_of(*levels)};
}

std::optional<VkComponentMapping> seen_in_target(const BoundSurface& texture,
                                                 const machine::r500::SurfaceDescription& target) {
    using machine::r500::Select;
    const auto* const colour = std::get_if<machine::r500::ColourView>(&target.view);
    const auto& view = std::get<TextureView>(texture.description.view);
    const TexelFormat* const texel = machine::r500::texel_format(view.format);
    if (colour == nullptr || texel == nullptr || texture.description.plane != target.plane) return std::nullopt;
    const auto format = machine::r500::colour_format(*colour);
    const bool is_plain = texture.shape.kind == TextureKind::Flat && texture.shape.levels == 1 && !view.removes_gamma &&
                          !view.makes_rgb && view.signs == machine::r500::Signs{};
    if (!format || !is_plain || (*format)->encoding != texel->encoding || (*format)->widths != texel->widths)
        return std::nullopt;
    constexpr VkComponentSwizzle kChannels[] = {VK_COMPONENT_SWIZZLE_A, VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_G,
                                                VK_COMPONENT_SWIZZLE_B}; // as selects of targets count
    const auto channel = [&](Select select) {
        if (select >= Select::Zero) return select == Select::One ? VK_COMPONENT_SWIZZLE_ONE : VK_COMPONENT_SWIZZLE_ZERO;
        const auto component = static_cast<std::size_t>(select);
        if ((*format)->widths[component] == 0) return VK_COMPONENT_SWIZZLE_ZERO;
        return kChannels[colour->selects[(*format)->channels[component]] & 3];
    };
    return VkComponentMapping{channel(view.rgba[0]), channel(view.rgba[1]), channel(view.rgba[2]),
                              channel(view.rgba[3])};
}

Textures::Key Textures::key_of(const BoundSurface& texture) {
    return {texture.buffer->handle.value_or(0), texture.description, texture.shape};
}

bool Textures::is_ready(const BoundSurface& texture) const {
    const auto found = copies_.find(key_of(texture));
    return found != copies_.end() && !memory_.is_written_since(found->second.range, found->second.loaded);
}

Result<BoundTextureImage> Textures::bind(const BoundSurface& texture, VkSampler sampler) {
    if (!is_ready(texture))
        if (const Status done = upload(texture); !done) return std::unexpected(done.error());
    const Copy& copy = copies_.at(key_of(texture));
    return BoundTextureImage{copy.image.view(), copy.image.layout(), sampler};
}

Status Textures::upload(const BoundSurface& texture) {
    const auto range = range_of(texture);
    if (!range) return std::unexpected(range.error());
    const Key key = key_of(texture);
    const auto buffer = memory_.read(key.buffer);
    if (!buffer) return std::unexpected(buffer.error());
    const auto begin = std::chrono::steady_clock::now();
    const auto data = texture_data(texture, *buffer);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!data) return std::unexpected(data.error());
    if (const Status done = commands_.flush(); !done) return done; // the old copy is in use
    auto image = vk::Image::make(handles_, resource_of(texture), *data);
    if (!image) return std::unexpected(image.error());
    const auto record = commands_.get();
    if (!record) return std::unexpected(record.error());
    image->record_upload(handles_, *record);
    copies_.insert_or_assign(key, Copy{std::move(*image), *range, memory_.now()});
    ++uploads_;
    return {};
}

Result<BoundTextureImage> Textures::bind_border(TextureKind kind, const UnitSampler& unit) {
    const auto bound = sampler(unit);
    if (!bound) return std::unexpected(bound.error());
    const std::pair key(kind, unit.sampler.border);
    auto found = borders_.find(key);
    if (found == borders_.end()) {
        ir::Resource resource;
        resource.kind = ir::ResourceKind::Texture;
        resource.dim = kDims[static_cast<std::size_t>(kind)];
        resource.sampled = ir::Kind::F32;
        resource.format = ir::ImageFormat::Rgba32f;
        ir::TextureData data;
        data.layers = kind == TextureKind::Cube ? 6 : 1;
        ir::Level& level = data.levels.emplace_back();
        level.width = level.height = level.depth = 1;
        level.texels.assign(data.layers, unit.sampler.border);
        auto image = vk::Image::make(handles_, resource, data);
        if (!image) return std::unexpected(image.error());
        const auto record = commands_.get();
        if (!record) return std::unexpected(record.error());
        image->record_upload(handles_, *record);
        found = borders_.emplace(key, std::move(*image)).first;
    }
    return BoundTextureImage{found->second.view(), found->second.layout(), *bound};
}

Result<VkSampler> Textures::sampler(const UnitSampler& sampler) {
    const std::vector<std::uint32_t> key = words_of(sampler);
    if (const auto found = samplers_.find(key); found != samplers_.end()) return found->second.get();
    auto made = vk::make_sampler(handles_, sampler.sampler, false, sampler.extras);
    if (!made) return std::unexpected(made.error());
    return samplers_.emplace(key, std::move(*made)).first->second.get();
}

} // namespace relit::render::r500
