#include "cli/surface/surface.hpp"

#include "base/text.hpp"
#include "cli/io/image_file.hpp"
#include "cli/io/product.hpp"
#include "machine/r500/registers/text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace relit::cli::surfaces {
namespace {

using machine::r500::CaptureSurface;
using machine::r500::ColourView;
using machine::r500::DepthFormat;
using machine::r500::DepthView;
using machine::r500::FloatImage;
using machine::r500::Memory;
using machine::r500::MicroTiling;
using machine::r500::Plane;
using machine::r500::Select;
using machine::r500::SurfaceDescription;
using machine::r500::SurfaceUse;
using machine::r500::TexelFormat;
using machine::r500::TextureKind;
using machine::r500::TextureView;
using machine::r500::Tiling;

constexpr std::string_view kUses[] = {"texture", "colour", "depth"};
constexpr std::string_view kKinds[] = {"2d", "3d", "cube"};
constexpr std::string_view kOrigins[] = {"capture", "zeros", "unknown"};
constexpr std::string_view kDepthFormats[] = {"Z16", "Z16_13E3", "Z24S8"};
constexpr std::string_view kMicroTilings[] = {"", "micro", "square"};

std::string value_name(std::uint32_t number, std::string_view field, std::uint32_t value) {
    const auto found = machine::r500::register_at(number);
    return machine::r500::field_text(*isa::r500::field_named(machine::r500::fields_of(*found->row), field), value);
}

std::string format_name(const SurfaceDescription& description) {
    if (const auto* const texture = std::get_if<TextureView>(&description.view)) {
        const TexelFormat* const format = machine::r500::texel_format(texture->format);
        return format == nullptr ? fmt::format("format {}", texture->format) : std::string(format->name);
    }
    if (const auto* const colour = std::get_if<ColourView>(&description.view))
        return value_name(machine::r500::reg::RB3D_COLORPITCH, "COLORFORMAT", colour->format) + " " +
               value_name(isa::r500::reg::US_OUT_FMT, "OUT_FMT", colour->out_format);
    return std::string(kDepthFormats[static_cast<std::size_t>(std::get<DepthView>(description.view).format)]);
}

std::string tiling_name(const Tiling& tiling) {
    const std::string_view micro = kMicroTilings[static_cast<std::size_t>(tiling.micro)];
    if (!tiling.macro) return std::string(micro.empty() ? "linear" : micro);
    return micro.empty() ? "macro" : fmt::format("macro,{}", micro);
}

std::string size_text(const CaptureSurface& surface) {
    const Plane& plane = surface.surface.description.plane;
    const auto& shape = surface.surface.shape;
    std::string text = fmt::format("{}x{}", plane.size.width, plane.size.height);
    if (surface.surface.use != SurfaceUse::Texture) return text;
    if (shape.kind == TextureKind::Volume) text += fmt::format("x{}", shape.depth);
    if (shape.kind == TextureKind::Cube) text += " cube";
    if (shape.levels > 1) text += fmt::format(" {} levels", shape.levels);
    return text;
}

Memory::Origin origin_of(const CaptureSurface& surface, const Memory& memory) {
    const auto& buffer = surface.surface.buffer;
    return buffer && buffer->handle ? memory.origin(*buffer->handle) : Memory::Origin::Nothing;
}

// Lines of a PGM file have at most 70 characters (Netpbm's manual).
constexpr std::string_view kNotContained = "depth not in the capture: the GPU draws it (replay --target depth)";

/// Depth that the GPU writes is not in a capture, so zeros there have no range.
Result<SurfaceFile> grey_file(const machine::r500::DepthImage& decoded, std::string_view name, bool is_contained) {
    const std::string range = is_contained ? depth_range(decoded) : std::string(kNotContained);
    auto file = encode_depth(to_image(decoded), range, name);
    if (!file) return std::unexpected(file.error());
    return SurfaceFile{std::move(*file), {range}};
}

/// Values beyond 0..1, which a PNG does not have.
std::vector<std::string> range_notes(const FloatImage& decoded) {
    float least = 0, most = 1;
    bool has_nan = false;
    for (const auto& pixel : decoded.rgba)
        for (const float value : pixel) {
            has_nan = has_nan || std::isnan(value);
            least = std::min(least, value), most = std::max(most, value); // NaN changes neither
        }
    std::vector<std::string> notes;
    if (least < 0 || most > 1)
        notes.push_back(fmt::format("values from {} to {}: the image clamps them to 0..1", least, most));
    if (has_nan) notes.emplace_back("values that are not a number are black");
    return notes;
}

Result<SurfaceFile> stencil_file(const machine::r500::DepthImage& decoded) {
    if (decoded.stencil.empty()) return fail(FaultKind::NotSupported, "the depth format has no stencil");
    Image image{decoded.size.width, decoded.size.height, {}};
    for (const std::uint8_t value : decoded.stencil) image.rgba.insert(image.rgba.end(), {value, value, value, 255});
    auto png = encode_png(image);
    if (!png) return std::unexpected(png.error());
    return SurfaceFile{std::move(*png), {}};
}

Result<SurfaceFile> depth_file(const SurfaceDescription& description, Bytes buffer, const FileChoice& choice) {
    const auto decoded = read_depth(buffer, description.plane, std::get<DepthView>(description.view));
    if (!decoded) return std::unexpected(decoded.error());
    if (choice.is_stencil) return stencil_file(*decoded);
    return grey_file(*decoded, choice.name, choice.is_contained);
}

/// Which components make red, green, blue and alpha where no register says it: all that the format has.
std::array<Select, 4> usual_selects(const TexelFormat& format) {
    const auto has = [&](unsigned i) {
        return format.encoding != machine::r500::TexelEncoding::Integer &&
                       format.encoding != machine::r500::TexelEncoding::Half &&
                       format.encoding != machine::r500::TexelEncoding::Float
                   ? format.block.width == 4 || i < 3
                   : format.widths[i] != 0;
    };
    const bool is_one = format.encoding == machine::r500::TexelEncoding::Ati1n || !has(1);
    if (is_one) return {Select::Component0, Select::Component0, Select::Component0, Select::One};
    const bool is_two = format.encoding == machine::r500::TexelEncoding::Ati2n || !has(2);
    if (is_two) return {Select::Component0, Select::Component1, Select::Zero, Select::One};
    return {Select::Component2, Select::Component1, Select::Component0, has(3) ? Select::Component3 : Select::One};
}

Result<Tiling> parse_tiling(std::string_view text) {
    for (const bool macro : {false, true})
        for (const auto micro : {MicroTiling::Linear, MicroTiling::Tiled, MicroTiling::Square})
            if (tiling_name({macro, micro}) == text) return Tiling{macro, micro};
    return fail(FaultKind::Usage, fmt::format("--tiling {}: linear, or macro and micro or square with a comma", text));
}

} // namespace

namespace {

/// Nothing where it is none.
std::optional<SurfaceSelector> target_named(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    std::optional<std::uint32_t> number;
    if (colon != std::string_view::npos) {
        const auto parsed = parse_integer(text.substr(colon + 1));
        if (!parsed || *parsed < 0 || *parsed > 0xffffffff) return std::nullopt;
        number = static_cast<std::uint32_t>(*parsed);
    }
    if (name == "texture") return SurfaceSelector{.use = SurfaceUse::Texture, .unit = number};
    if (name == "colour") return SurfaceSelector{.use = SurfaceUse::Colour, .unit = number};
    if (name == "buffer" && number) return SurfaceSelector{.buffer = number};
    if ((name == "depth" || name == "stencil") && !number)
        return SurfaceSelector{.use = SurfaceUse::Depth, .is_stencil = name == "stencil"};
    return std::nullopt;
}

} // namespace

Result<SurfaceSelector> parse_target(std::string_view text) {
    if (const auto target = target_named(text)) return *target;
    return fail(FaultKind::Usage,
                fmt::format("--target {}: texture:UNIT, colour, colour:N, depth, stencil or buffer:ID", text));
}

Result<SurfaceSelector> parse_written(std::string_view text) {
    const auto target = target_named(text);
    if (target && (target->use != SurfaceUse::Texture || target->buffer)) return *target;
    return fail(FaultKind::Usage, fmt::format("--target {}: colour, colour:N, depth, stencil or buffer:ID", text));
}

Result<SurfaceDescription> description_of(const SurfaceOptions& options) {
    SurfaceDescription description;
    const auto tiling = parse_tiling(options.tiling);
    if (!tiling) return std::unexpected(tiling.error());
    if (options.size.first == 0) return fail(FaultKind::Usage, "--format requires --size WIDTH,HEIGHT");
    description.plane = {.offset = options.offset,
                         .size = {options.size.first, options.size.second},
                         .pitch = options.pitch == 0 ? options.size.first : options.pitch,
                         .tiling = *tiling};
    for (std::size_t i = 0; i < std::size(kDepthFormats); ++i)
        if (options.format == kDepthFormats[i]) {
            description.view = DepthView{static_cast<DepthFormat>(i)};
            return description;
        }
    for (const TexelFormat& format : machine::r500::texel_formats())
        if (options.format == format.name) {
            description.view = TextureView{.format = format.code, .rgba = usual_selects(format)};
            return description;
        }
    return fail(FaultKind::Usage,
                fmt::format("--format {}: no such format; relit docs r500 lists them", options.format));
}

Status write_pixels(const Options& options, Bytes bytes) {
    const codec::Form form = form_of(options);
    if (form == codec::Form::Bin) return write_output(options.surface.raw, bytes);
    const auto text = as_numbers(options, {.form = form, .name = {}, .what = "pixels", .layout = {}, .notes = {}},
                                 options.files[0], bytes);
    if (!text) return std::unexpected(text.error());
    return write_output(options.surface.raw, {reinterpret_cast<const std::uint8_t*>(text->data()), text->size()});
}

std::string line_of(const CaptureSurface& surface, const Memory& memory) {
    const Plane& plane = surface.surface.description.plane;
    const auto& buffer = surface.surface.buffer;
    const std::string draws = surface.first_draw == surface.last_draw
                                  ? fmt::format("draw {}", surface.first_draw)
                                  : fmt::format("draws {}..{}", surface.first_draw, surface.last_draw);
    const std::string location = buffer && buffer->handle
                                     ? fmt::format("buffer {} + 0x{:x}", *buffer->handle, plane.offset)
                                     : std::string("buffer unknown");
    const Memory::Origin origin = origin_of(surface, memory);
    return fmt::format("{:<14} {:<10} {:<18} {:<18} {}, pitch {}, {}{}", draws,
                       fmt::format("{} {}", kUses[static_cast<std::size_t>(surface.surface.use)], surface.surface.unit),
                       location, size_text(surface), format_name(surface.surface.description), plane.pitch,
                       tiling_name(plane.tiling), origin == Memory::Origin::Blob ? "" : ", not written by the CPU");
}

void add_members(JsonWriter& json, const CaptureSurface& surface, const Memory& memory) {
    const Plane& plane = surface.surface.description.plane;
    const auto& buffer = surface.surface.buffer;
    const auto& shape = surface.surface.shape;
    json.members({{"use", kUses[static_cast<std::size_t>(surface.surface.use)]},
                  {"unit", surface.surface.unit},
                  {"first_draw", surface.first_draw},
                  {"last_draw", surface.last_draw},
                  {"submission", surface.submission},
                  {"buffer", buffer ? buffer->handle : std::nullopt},
                  {"offset", plane.offset},
                  {"width", plane.size.width},
                  {"height", plane.size.height},
                  {"pitch", plane.pitch},
                  {"format", format_name(surface.surface.description)},
                  {"tiling", tiling_name(plane.tiling)},
                  {"content", kOrigins[static_cast<std::size_t>(origin_of(surface, memory))]}});
    if (surface.surface.use != SurfaceUse::Texture) return;
    json.members(
        {{"kind", kKinds[static_cast<std::size_t>(shape.kind)]}, {"depth", shape.depth}, {"levels", shape.levels}});
}

std::string file_name(const CaptureSurface& surface, std::uint32_t level, std::uint32_t layer) {
    const bool is_texture = surface.surface.use == SurfaceUse::Texture;
    std::string name =
        fmt::format("draw-{:06}-{}", surface.last_draw, kUses[static_cast<std::size_t>(surface.surface.use)]);
    if (surface.surface.use != SurfaceUse::Depth) name += fmt::format("-{}", surface.surface.unit);
    if (is_texture && surface.surface.shape.levels > 1) name += fmt::format("-level-{}", level);
    if (is_texture && surface.surface.shape.kind != TextureKind::Flat) name += fmt::format("-layer-{}", layer);
    return name + ".png";
}

std::string depth_range(const machine::r500::DepthImage& decoded) {
    return depth_range_text(fmt::format("{}", decoded.least), fmt::format("{}", decoded.most));
}

Result<SurfaceFile> file_of(const SurfaceDescription& description, Bytes buffer, const FileChoice& choice) {
    const bool is_depth = std::holds_alternative<DepthView>(description.view);
    if (const Status fits = check_image_name(choice.name, is_depth && !choice.is_stencil); !fits)
        return std::unexpected(fits.error());
    if (is_depth) return depth_file(description, buffer, choice);
    const auto* const texture = std::get_if<TextureView>(&description.view);
    const auto decoded = texture != nullptr
                             ? read_texture(buffer, description.plane, *texture)
                             : read_colour(buffer, description.plane, std::get<ColourView>(description.view));
    if (!decoded) return std::unexpected(decoded.error());
    auto png = encode_png(to_image(*decoded));
    if (!png) return std::unexpected(png.error());
    return SurfaceFile{std::move(*png), range_notes(*decoded)};
}

} // namespace relit::cli::surfaces
