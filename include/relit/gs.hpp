// Dumps of the PlayStation 2 GS: their text, and a writer that makes them by hand. Self-contained; C++23.
#pragma once

#include <relit/relit.hpp>

#include <array>
#include <memory>

namespace relit::api::gs {

/// What a dump is packed with.
enum class Packing : std::uint8_t { None, Xz, Zstd };

/// A dump (.gs, .gs.xz, .gs.zst) as text that assemble() turns back into the same bytes (docs/machine/gs-text.md). Of a
/// damaged dump the text of what is whole comes with the damage.
struct DumpText {
    std::string text;
    std::optional<Error> damage;
};
[[nodiscard]] Expected<DumpText> disassemble(File dump);
[[nodiscard]] Expected<std::vector<std::uint8_t>> assemble(std::string_view text, Packing packing = Packing::None);

/// Which way data goes; they differ in what of an unfinished tag they remember.
enum class Path : std::uint8_t { Path1Window, Path2, Path3, Path1 };

/// Where an image goes: base in blocks of 256 bytes, buffer width in 64 pixels, the format as PSM, the rest in pixels.
struct Upload {
    std::uint32_t base = 0, buffer_width = 0;
    std::uint8_t format = 0;
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// A quadword of PACKED data.
using Qword = std::array<std::uint32_t, 4>;

/// Makes a dump from front to back. The first mistake is kept and comes out of finish().
class DumpWriter {
public:
    explicit DumpWriter(Path path = Path::Path3);
    ~DumpWriter();
    DumpWriter(DumpWriter&&) noexcept;
    DumpWriter& operator=(DumpWriter&&) noexcept;

    DumpWriter& serial(std::string_view serial);
    DumpWriter& crc(std::uint32_t crc);
    /// A general register by its address, and a privileged one by its offset from 0x12000000.
    DumpWriter& write(std::uint8_t address, std::uint64_t value);
    DumpWriter& write_privileged(std::uint16_t offset, std::uint64_t value);
    /// Whole loops of up to sixteen registers by their descriptors (0 PRIM, 1 RGBAQ, ..., 14 A+D); PRIM goes in front.
    DumpWriter& packed(std::span<const std::uint8_t> descriptors, std::span<const Qword> data,
                       std::optional<std::uint16_t> prim = {});
    DumpWriter& upload(const Upload& to, File pixels);
    /// GIF packets as they are, on any path.
    DumpWriter& packets(Path path, File bytes);
    DumpWriter& vsync(std::uint8_t field = 0);
    DumpWriter& read_back(std::uint32_t qwords);
    /// The dump; the writer is as new.
    [[nodiscard]] Expected<std::vector<std::uint8_t>> finish(Packing packing = Packing::None);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace relit::api::gs
