// The list of a capture's surfaces that `relit surface` prints, and the files that it makes of them.
#pragma once

#include "base/json/writer.hpp"
#include "cli/io/program.hpp"
#include "machine/r500/capture/memory.hpp"
#include "machine/r500/capture/surfaces.hpp"

namespace relit::cli::surfaces {

/// The surfaces that --target names: of a use, of one unit of it, or of a buffer.
struct SurfaceSelector {
    machine::r500::SurfaceUse use{};
    std::optional<std::uint32_t> unit, buffer;
    bool is_stencil = false;
};
/// "texture:3", "colour", "colour:1", "depth", "stencil", "buffer:6"
[[nodiscard]] Result<SurfaceSelector> parse_target(std::string_view text);
/// The same for what a draw writes: no textures.
[[nodiscard]] Result<SurfaceSelector> parse_written(std::string_view text);

/// The surface that --format, --size, --pitch, --offset and --tiling describe.
[[nodiscard]] Result<machine::r500::SurfaceDescription> description_of(const SurfaceOptions& options);

/// The verb with --target bytes: the file is memory itself, the GS's local memory or a card's.
[[nodiscard]] Exit surface_of_bytes(const Options& options);

/// Writes the exact bits of pixels to the file of --raw, in the form of --as.
[[nodiscard]] Status write_pixels(const Options& options, Bytes bytes);

/// "draw 2..3  texture 0  buffer 6 + 0x0  64x64  8_8_8_8 ..."
[[nodiscard]] std::string line_of(const machine::r500::CaptureSurface& surface, const machine::r500::Memory& memory);
void add_members(JsonWriter& json, const machine::r500::CaptureSurface& surface, const machine::r500::Memory& memory);
/// "draw-000003-texture-0-level-1-layer-2.png"
[[nodiscard]] std::string file_name(const machine::r500::CaptureSurface& surface, std::uint32_t level,
                                    std::uint32_t layer);

struct SurfaceFile {
    std::vector<std::uint8_t> bytes;
    std::vector<std::string> notes; // of what the file does not show
};
struct FileChoice {
    std::string name;
    bool is_stencil = false;  // of a depth buffer
    bool is_contained = true; // the bytes are those of the surface; the CPU wrote them, or a replay
};
/// PNG, or PGM where the name ends so and the surface is depth; Usage where the name does not fit. Float formats are clamped to
/// 0..1; a note gives their range.
[[nodiscard]] Result<SurfaceFile> file_of(const machine::r500::SurfaceDescription& description, Bytes buffer,
                                          const FileChoice& choice);
/// "depth from 0.25 (black) to 1 (white)"
[[nodiscard]] std::string depth_range(const machine::r500::DepthImage& decoded);

} // namespace relit::cli::surfaces
