#include "verify/textures.hpp"

#include "base/text.hpp"
#include "ir/names.hpp"
#include "ir/texel_format.hpp"
#include "verify/registers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::verify {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kMostTexels = 1U << 24;
constexpr std::array<std::string_view, 2> kFilters = {"nearest", "linear"};
constexpr std::array<std::string_view, 5> kWraps = {"repeat", "mirror", "clamp", "border", "mirror_once"};
constexpr std::array<std::string_view, 8> kCompares = {"never",   "less",      "equal",         "less_equal",
                                                       "greater", "not_equal", "greater_equal", "always"};

/// How texels stand in the bytes.
struct Format {
    std::string_view name;
    unsigned lanes, bytes; // of a lane
};
constexpr std::array<Format, 4> kFormats = {{{"rgba8", 4, 1}, {"r8", 1, 1}, {"rgba32f", 4, 4}, {"r32f", 1, 4}}};

std::string list_of(std::span<const std::string_view> names) { return fmt::format("{}", fmt::join(names, ", ")); }

/// The index of a string in a list of names.
Result<std::size_t> choice(const Json& value, std::string_view key, std::span<const std::string_view> names) {
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    const auto found = std::ranges::find(names, text);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    return fail(fmt::format("\"{}\": one of {} is expected", key, list_of(names)));
}

Result<std::uint32_t> count(const Json& texture, const char* key) {
    if (!texture.contains(key)) return 1;
    const Json& value = texture[key];
    const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() - 1 < kMostTexels;
    if (!fits) return fail(fmt::format("\"{}\": a number from 1 to {} is expected", key, kMostTexels));
    return value.get<std::uint32_t>();
}

Result<std::vector<std::uint8_t>> texels_of(const Json& texture, SetSource& source) {
    const bool hex = texture.contains("hex"), file = texture.contains("file");
    if (hex == file) return fail("either \"hex\" or \"file\" is expected");
    const Json& value = texture[hex ? "hex" : "file"];
    if (!value.is_string()) return fail(fmt::format("\"{}\": a string is expected", hex ? "hex" : "file"));
    if (hex) return bytes_of_hex(value.get_ref<const std::string&>());
    auto bytes = source.read(value.get<std::string>());
    if (!bytes) return fail(fmt::format("\"file\": {}: {}", value.get<std::string>(), bytes.error().text));
    return bytes;
}

std::uint32_t lane_of(Bytes bytes, const Format& format, const ir::Resource& resource) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) bits |= std::uint32_t{bytes[i]} << (8 * i);
    const bool part = format.bytes == 1 && resource.sampled == ir::Kind::F32;
    return part ? std::bit_cast<std::uint32_t>(static_cast<float>(bits) / 255.0F) : bits;
}

ir::Texel texel_of(Bytes bytes, const Format& format, const ir::Resource& resource) {
    ir::Texel texel = {0, 0, 0, resource.sampled == ir::Kind::F32 ? std::bit_cast<std::uint32_t>(1.0F) : 1};
    for (unsigned i = 0; i < format.lanes; ++i)
        texel[i] = lane_of(bytes.subspan(std::size_t{i} * format.bytes, format.bytes), format, resource);
    return texel;
}

/// Levels without texels, and how many texels they have together.
struct Shape {
    ir::TextureData texture;
    std::uint64_t texels = 0;
};
Result<Shape> shape_of(const Json& texture, const ir::Resource& resource) {
    std::array<std::uint32_t, 5> sizes{};
    constexpr std::array<const char*, 5> kKeys = {"width", "height", "depth", "layers", "levels"};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto size = count(texture, kKeys[i]);
        if (!size) return std::unexpected(size.error());
        sizes[i] = *size;
    }
    const bool cube = resource.dim == ir::TextureDim::Cube;
    const unsigned dimensions = cube ? 2 : ir::dimensions(resource.dim);
    for (unsigned i = dimensions; i < 3; ++i)
        if (sizes[i] != 1) return fail(fmt::format("\"{}\": the texture has {} dimensions", kKeys[i], dimensions));
    if (cube && sizes[0] != sizes[1]) return fail("\"height\": the faces of a cube are squares");
    if (sizes[3] != 1 && !resource.arrayed) return fail("\"layers\": the program's texture has none");
    const std::uint32_t most = std::bit_width(std::max({sizes[0], sizes[1], sizes[2]}));
    if (sizes[4] > most) return fail(fmt::format("\"levels\": at most {} for this size", most));
    Shape shape;
    shape.texture.layers = sizes[3] * (cube ? 6 : 1);
    for (std::uint32_t level = 0; level < sizes[4]; ++level) {
        const auto half = [&](unsigned i) { return std::max(sizes[i] >> level, 1U); };
        shape.texture.levels.push_back({half(0), half(1), half(2), {}});
        const std::uint64_t slice = std::uint64_t{half(0)} * half(1);
        if (slice > kMostTexels || slice * half(2) > kMostTexels / shape.texture.layers)
            return fail(fmt::format("more than {} texels", kMostTexels));
        shape.texels += slice * half(2) * shape.texture.layers;
    }
    return shape;
}

Result<ir::TextureData> texture_of(const Json& texture, const ir::Resource& resource, SetSource& source) {
    constexpr auto kNames = [] {
        std::array<std::string_view, kFormats.size()> names{};
        for (std::size_t i = 0; i < names.size(); ++i) names[i] = kFormats[i].name;
        return names;
    }();
    const auto format = choice(texture.value("format", Json("rgba8")), "format", kNames);
    if (!format) return std::unexpected(format.error());
    auto shape = shape_of(texture, resource);
    if (!shape) return std::unexpected(shape.error());
    const auto bytes = texels_of(texture, source);
    if (!bytes) return std::unexpected(bytes.error());
    const Format& row = kFormats[*format];
    const std::size_t each = std::size_t{row.lanes} * row.bytes;
    if (bytes->size() != shape->texels * each)
        return fail(fmt::format("{} texels of {} are {} bytes, not {}", shape->texels, row.name, shape->texels * each,
                                bytes->size()));
    std::size_t at = 0;
    for (ir::Level& level : shape->texture.levels) {
        const std::size_t texels = std::size_t{level.width} * level.height * level.depth * shape->texture.layers;
        for (std::size_t i = 0; i < texels; ++i, at += each)
            level.texels.push_back(texel_of(Bytes(*bytes).subspan(at, each), row, resource));
    }
    return std::move(shape->texture);
}

Status set_wraps(const Json& value, ir::Sampler& sampler) {
    const std::size_t size = value.is_array() ? value.size() : sampler.wrap.size();
    if (size > sampler.wrap.size()) return fail("\"wrap\": more than three");
    for (std::size_t i = 0; i < size; ++i) {
        const auto wrap = choice(value.is_array() ? value[i] : value, "wrap", kWraps);
        if (!wrap) return std::unexpected(wrap.error());
        sampler.wrap[i] = static_cast<ir::Wrap>(*wrap);
    }
    return {};
}

Status set_border(const Json& value, ir::Sampler& sampler) {
    if (!value.is_array() || value.size() != 4) return fail("\"border\": a list of four numbers is expected");
    for (std::size_t i = 0; i < 4; ++i) {
        if (!value[i].is_number()) return fail("\"border\": a list of four numbers is expected");
        sampler.border[i] = std::bit_cast<std::uint32_t>(value[i].get<float>());
    }
    return {};
}

/// One key of a sampler; those of the texture are for texture_of().
Status set_sampler(std::string_view key, const Json& value, ir::Sampler& sampler) {
    if (key == "wrap") return set_wraps(value, sampler);
    if (key == "border") return set_border(value, sampler);
    const bool compare = key == "compare";
    const auto number = compare ? choice(value, key, kCompares) : choice(value, key, kFilters);
    if (!number) return std::unexpected(number.error());
    if (compare) sampler.compare = static_cast<ir::Compare>(*number);
    if (key == "filter") sampler.magnify = sampler.minify = static_cast<ir::Filter>(*number);
    if (key == "between_levels") sampler.between = static_cast<ir::Filter>(*number);
    return {};
}

Status set_texture(const Json& texture, const ir::Resource& resource, SetSource& source, ir::Bound& bound) {
    constexpr std::array<std::string_view, 5> kOfSampler = {"filter", "between_levels", "wrap", "border", "compare"};
    constexpr std::array<std::string_view, 9> kOfTexture = {"kind",   "width",  "height", "depth", "layers",
                                                            "levels", "format", "hex",    "file"};
    if (!texture.is_object()) return fail("a texture is an object: {\"width\": ..., \"hex\": ...}");
    for (const auto& [key, value] : texture.items()) {
        const std::string_view name = key;
        if (std::ranges::find(kOfTexture, name) != kOfTexture.end()) continue;
        if (std::ranges::find(kOfSampler, name) == kOfSampler.end())
            return fail(fmt::format("\"{}\" is nothing that a texture has", name));
        if (const Status done = set_sampler(name, value, bound.sampler); !done) return done;
    }
    if (texture.contains("kind")) {
        const auto kind = choice(texture["kind"], "kind", ir::kDimNames);
        if (!kind) return std::unexpected(kind.error());
        if (static_cast<ir::TextureDim>(*kind) != resource.dim)
            return fail(fmt::format("\"kind\": the program's is {}", ir::name_in(ir::kDimNames, resource.dim)));
    }
    auto data = texture_of(texture, resource, source);
    if (!data) return std::unexpected(data.error());
    bound.texture = std::move(*data);
    keep_as_formatted(resource, bound.texture);
    return {};
}

} // namespace

void keep_as_formatted(const ir::Resource& resource, ir::TextureData& texture) {
    if (resource.kind != ir::ResourceKind::Image || resource.format == ir::ImageFormat::Unknown) return;
    const ir::TexelFormat format = ir::texel_format(resource.format);
    for (ir::Level& level : texture.levels)
        for (ir::Texel& texel : level.texels) texel = ir::kept(format, texel);
}

Result<std::vector<std::uint8_t>> bytes_of_hex(std::string_view hex) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t at = 0; at < hex.size(); at += 2) {
        const auto byte = parse_hex(hex.substr(at, 2), 2);
        if (!byte) return fail(fmt::format("\"hex\": character {} is not a hex digit of a byte", at));
        bytes.push_back(static_cast<std::uint8_t>(*byte));
    }
    return bytes;
}

bool has_textures(const Json& set) { return set.contains(kTexturesKey); }

Result<std::vector<ir::Bound>> textures_of(const ir::Module& module, const Json& set, SetSource& source) {
    std::vector<ir::Bound> all = default_textures(module);
    if (!has_textures(set)) return all;
    const Json& textures = set[std::string(kTexturesKey)];
    if (!textures.is_object()) return fail(fmt::format("\"{}\": an object of textures by name", kTexturesKey));
    for (const auto& [name, texture] : textures.items()) {
        const auto resource = std::ranges::find_if(module.resources, [&name](const ir::Resource& each) {
            const bool texels = each.kind == ir::ResourceKind::Texture || each.kind == ir::ResourceKind::Image;
            return texels && each.name == std::string_view(name);
        });
        if (resource == module.resources.end()) {
            if (const Status known = source.unused_texture(name); !known) return std::unexpected(known.error());
            continue;
        }
        const auto index = static_cast<std::size_t>(resource - module.resources.begin());
        if (const Status done = set_texture(texture, *resource, source, all[index]); !done)
            return fail(fmt::format("texture \"{}\": {}", name, done.error().text));
    }
    return all;
}

Status check_border_colours(const ir::Module& module, const std::vector<ir::Bound>& textures) {
    constexpr std::uint32_t kOne = std::bit_cast<std::uint32_t>(1.0F);
    constexpr std::array<ir::Texel, 3> kColours = {{{0, 0, 0, 0}, {0, 0, 0, kOne}, {kOne, kOne, kOne, kOne}}};
    for (std::size_t i = 0; i < textures.size(); ++i) {
        const ir::Sampler& sampler = textures[i].sampler;
        const bool shown = std::ranges::find(sampler.wrap, ir::Wrap::Border) != sampler.wrap.end();
        if (shown && std::ranges::find(kColours, sampler.border) == kColours.end())
            return fail(
                FaultKind::NotSupported,
                fmt::format(
                    "texture \"{}\": a border of this colour on a device; supported are 0 0 0 0, 0 0 0 1 and 1 1 1 1",
                    std::string_view(module.resources[i].name)));
    }
    return {};
}

} // namespace relit::verify
