#include "cli/surface/dump.hpp"

#include "cli/io/image_file.hpp"

#include <fmt/format.h>

namespace relit::cli::surfaces {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;
constexpr std::uint32_t kPixelsOfWidth = 64; // FBW and TBW count so many

/// The register field that has a surface's base, and how many blocks it counts by.
struct BaseField {
    std::string_view name;
    std::uint32_t blocks;
};
BaseField base_field(player::SurfaceUse use) {
    switch (use) {
        case player::SurfaceUse::Colour: return {"FBP", gs::kBlocksOfPage};
        case player::SurfaceUse::Depth: return {"ZBP", gs::kBlocksOfPage};
        case player::SurfaceUse::Texture: return {"TBP0", 1};
        case player::SurfaceUse::Palette: return {"CBP", 1};
    }
    return {};
}

std::string format_name(gs::PixelFormat format) {
    return std::string(gs::kFormatNames[static_cast<std::size_t>(gs::layout_of(format).format)]);
}

std::string_view order_name(const gs::Tex0& tex0) { return tex0[gs::Tex0::clut_linear] ? "CSM2" : "CSM1"; }

bool shows_palette(const player::UsedSurface& used) {
    return used.surface.use == player::SurfaceUse::Texture && gs::is_indexed(used.surface.buffer.format);
}

std::string address_text(player::SurfaceUse use, std::uint32_t base) {
    const BaseField field = base_field(use);
    return fmt::format("{:#x} ({} {:#x})", base * gs::kBlockBytes, field.name, base / field.blocks);
}

Result<SurfaceFile> depth_file(const render::gs::Memory& memory, const player::Surface& surface,
                               const std::string& name) {
    const player::DepthValues depth{surface.width, surface.height, player::pixels_of(memory, surface)};
    player::DepthRange range;
    range.add(depth);
    return surfaces::depth_file(depth, range, name);
}

Result<SurfaceFile> image_file(const Image& image) {
    auto png = encode_png(image);
    if (!png) return std::unexpected(png.error());
    return SurfaceFile{std::move(*png), {}};
}

Status check_file(const player::Surface& surface, const std::string& name) {
    if (surface.width == 0 || surface.height == 0)
        return fail(FaultKind::NotSupported, "the buffer has a width of 0, so there is no image");
    return check_image_name(name, surface.use == player::SurfaceUse::Depth);
}

} // namespace

Result<SurfaceFile> depth_file(const player::DepthValues& depth, const player::DepthRange& range,
                               const std::string& name) {
    const std::string text = depth_range_text(std::to_string(range.least), std::to_string(range.most));
    auto file = encode_depth(player::depth_grey(depth, range), text, name);
    if (!file) return std::unexpected(file.error());
    return SurfaceFile{std::move(*file), {text}};
}

std::optional<player::SurfaceUse> dump_use_named(std::string_view text) {
    constexpr std::string_view kBefore[] = {"fb", "z", "tex"};
    for (std::size_t i = 0; i < player::kSurfaceUses.size(); ++i)
        if (text == player::kSurfaceUses[i] || (i < std::size(kBefore) && text == kBefore[i]))
            return static_cast<player::SurfaceUse>(i);
    return {};
}

Result<player::Surface> dump_surface_of(const SurfaceOptions& options) {
    const gs::Layout* layout = nullptr;
    std::string names;
    for (const gs::Layout& each : gs::kLayouts) {
        names += (names.empty() ? "" : ", ") + format_name(each.format);
        if (options.format == format_name(each.format)) layout = &each;
    }
    if (layout == nullptr)
        return fail(FaultKind::Usage,
                    fmt::format("--format {}: no format of the GS; there are {}", options.format, names));
    if (options.size.first == 0) return fail(FaultKind::Usage, "--format requires --size WIDTH,HEIGHT");
    if (options.offset % gs::kBlockBytes != 0 || options.offset >= gs::kMemoryBytes)
        return fail(FaultKind::Usage,
                    fmt::format("--offset {}: a base counts blocks of 256 bytes of the 4 MiB", options.offset));
    const std::uint32_t page = 1U << layout->page_x;
    const std::uint32_t pitch = options.pitch == 0 ? (options.size.first + page - 1) / page * page : options.pitch;
    if (pitch % kPixelsOfWidth != 0)
        return fail(FaultKind::Usage, fmt::format("--pitch {}: a width counts 64 pixels", pitch));
    const bool is_depth = format_name(layout->format).starts_with('Z');
    const gs::Buffer buffer{layout->format, static_cast<std::uint32_t>(options.offset / gs::kBlockBytes),
                            pitch / kPixelsOfWidth};
    return player::Surface{is_depth ? player::SurfaceUse::Depth : player::SurfaceUse::Colour, buffer,
                           options.size.first, options.size.second, 1};
}

Result<SurfaceFile> file_of(const DumpSource& source, const player::Surface& surface, unsigned level,
                            const std::string& name) {
    const bool is_in_memory = surface.use == player::SurfaceUse::Colour || surface.use == player::SurfaceUse::Depth;
    if (is_in_memory) return file_of(source.memory, surface, name);
    if (const Status fits = check_file(surface, name); !fits) return std::unexpected(fits.error());
    return image_file(surface.use == player::SurfaceUse::Palette
                          ? player::palette_image(source.clut, source.state)
                          : player::texture_image(source.memory, source.clut, source.state, level));
}

Result<SurfaceFile> file_of(const render::gs::Memory& memory, const player::Surface& surface, const std::string& name) {
    if (const Status fits = check_file(surface, name); !fits) return std::unexpected(fits.error());
    if (surface.use == player::SurfaceUse::Depth) return depth_file(memory, surface, name);
    return image_file(player::surface_image(memory, surface));
}

std::vector<std::uint8_t> words_of(const DumpSource& source, const player::Surface& surface, unsigned level) {
    if (surface.use == player::SurfaceUse::Palette)
        return player::words_of(surface.buffer.format, player::palette_entries(source.clut, source.state.tex0));
    const player::Surface part =
        surface.use == player::SurfaceUse::Texture ? player::level_of(surface, source.state, level) : surface;
    return player::words_of(part.buffer.format, player::pixels_of(source.memory, part));
}

std::string line_of(const player::UsedSurface& used) {
    const player::Surface& surface = used.surface;
    const gs::Tex0& tex0 = used.state.tex0;
    const std::string draws = used.first_draw == used.last_draw
                                  ? fmt::format("draw {}", used.first_draw)
                                  : fmt::format("draws {}..{}", used.first_draw, used.last_draw);
    std::string text =
        fmt::format("{:<14} {:<8} {:<24} ", draws, player::kSurfaceUses[static_cast<std::size_t>(surface.use)],
                    address_text(surface.use, surface.buffer.base));
    if (surface.use == player::SurfaceUse::Palette)
        return text + fmt::format("{:<12} {}, {}, CSA {}", fmt::format("{} entries", surface.width * surface.height),
                                  format_name(surface.buffer.format), order_name(tex0), tex0[gs::Tex0::clut_offset]);
    text += fmt::format("{:<12} {}, pitch {}", fmt::format("{}x{}", surface.width, surface.height),
                        format_name(surface.buffer.format), surface.buffer.width * kPixelsOfWidth);
    if (surface.levels > 1) text += fmt::format(", {} levels", surface.levels);
    if (shows_palette(used))
        text += fmt::format(", palette {}", address_text(player::SurfaceUse::Palette, tex0[gs::Tex0::clut_base]));
    return text;
}

void add_members(JsonWriter& json, const player::UsedSurface& used) {
    const player::Surface& surface = used.surface;
    const gs::Tex0& tex0 = used.state.tex0;
    const BaseField field = base_field(surface.use);
    json.members({{"use", player::kSurfaceUses[static_cast<std::size_t>(surface.use)]},
                  {"first_draw", used.first_draw},
                  {"last_draw", used.last_draw},
                  {"offset", surface.buffer.base * gs::kBlockBytes},
                  {"field", field.name},
                  {"base", surface.buffer.base / field.blocks},
                  {"format", format_name(surface.buffer.format)},
                  {"width", surface.width},
                  {"height", surface.height}});
    if (surface.use == player::SurfaceUse::Palette) {
        json.members({{"order", order_name(tex0)}, {"entry_offset", tex0[gs::Tex0::clut_offset]}});
        return;
    }
    json.member("pitch", surface.buffer.width * kPixelsOfWidth);
    if (surface.use == player::SurfaceUse::Texture) json.member("levels", surface.levels);
    if (shows_palette(used)) json.member("palette", tex0[gs::Tex0::clut_base] * gs::kBlockBytes);
}

std::string file_name(const player::UsedSurface& used, unsigned level) {
    std::string name =
        fmt::format("draw-{:06}-{}", used.last_draw, player::kSurfaceUses[static_cast<std::size_t>(used.surface.use)]);
    if (used.surface.levels > 1) name += fmt::format("-level-{}", level);
    return name + ".png";
}

} // namespace relit::cli::surfaces
