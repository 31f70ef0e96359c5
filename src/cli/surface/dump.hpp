// relit surface of a dump of the GS, and the files of surfaces that `replay --target` writes of dumps too.
#pragma once

#include "cli/surface/surface.hpp"
#include "render/gs/player/draw_list.hpp"
#include "render/gs/player/surfaces.hpp"

namespace relit::cli::surfaces {

/// Memory, palette buffer and registers: all that the surfaces of a draw are read from.
struct DumpSource {
    const render::gs::Memory& memory;
    const render::gs::Clut& clut;
    const machine::gs::DrawState& state; // of the draw
};

/// "colour", "depth", "texture", "palette", and their names of before: "fb", "z", "tex". Nothing where it is none.
[[nodiscard]] std::optional<render::gs::player::SurfaceUse> dump_use_named(std::string_view text);
/// The surface that --format, --size, --pitch and --offset describe; Usage where they do not fit the GS.
[[nodiscard]] Result<render::gs::player::Surface> dump_surface_of(const SurfaceOptions& options);

/// PNG; of depth PGM where the name ends so, with its range in the file and as a note. `level` is one of a texture, else 0. Usage
/// where the name does not fit, NotSupported where the surface has no pixels.
[[nodiscard]] Result<SurfaceFile> file_of(const DumpSource& source, const render::gs::player::Surface& surface,
                                          unsigned level, const std::string& name);
/// Depth with the range of this image, or of several: 16-bit grey with the range as text, PGM where the name ends so, else PNG.
[[nodiscard]] Result<SurfaceFile> depth_file(const render::gs::player::DepthValues& depth,
                                             const render::gs::player::DepthRange& range, const std::string& name);
/// A part of memory that no draw describes, likewise: depth by its format, indices as shades of grey.
[[nodiscard]] Result<SurfaceFile> file_of(const render::gs::Memory& memory, const render::gs::player::Surface& surface,
                                          const std::string& name);
/// The bits of each pixel, or of each entry of a palette: player::words_of().
[[nodiscard]] std::vector<std::uint8_t> words_of(const DumpSource& source, const render::gs::player::Surface& surface,
                                                 unsigned level);

/// "draws 1..12    colour   0x0 (FBP 0x0)            640x448      CT32, pitch 640"
[[nodiscard]] std::string line_of(const render::gs::player::UsedSurface& used);
void add_members(JsonWriter& json, const render::gs::player::UsedSurface& used);
/// "draw-000003-texture-level-1.png"
[[nodiscard]] std::string file_name(const render::gs::player::UsedSurface& used, unsigned level);

/// How many groups `replay --list` finds in a file, as far as that can be read.
[[nodiscard]] std::uint64_t groups_in(const std::string& file);
/// The draws of a group of `replay --list`. Usage if the dump has fewer groups, or is no file: it is read once more for this.
[[nodiscard]] Result<machine::gs::DrawRange> draws_of_group(const std::string& file, std::uint64_t group);

[[nodiscard]] Exit surface_of_dump(const Options& options);

} // namespace relit::cli::surfaces
