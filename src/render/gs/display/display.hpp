// What the display registers say: the video mode, what both read circuits read and where on the screen they show it.
#pragma once

#include "machine/gs/state/registers.hpp"
#include "render/gs/display/deinterlace.hpp"
#include "render/gs/memory/memory.hpp"

#include <optional>

namespace relit::render::gs {

using machine::gs::Privileged;

struct ScanoutOptions {
    Deinterlace deinterlace = Deinterlace::Progressive;
    /// Images as large as the screen are shown whole even if DISPLAY shifts them; set, they keep their position.
    bool keeps_offsets = false;
    /// The screen is all that the circuits show, and not the part of it that a television does.
    bool shows_all = false;
    /// Some games blend a buffer with itself one line or a few clocks apart, against flicker: show it once.
    bool drops_blur = false;
    /// Alpha of circuit 1 with MMOD = 0: 0x80 is opaque [EMU: GSdx]; unset, 0xff is [EMU: paraLLEl-GS].
    bool half_is_opaque = true;
    /// With super-sampling each cell of a pixel's grid is a pixel of the image, not the resolved colour.
    bool shows_samples = false;
};

/// The part of a television's image that is shown. Clocks and lines are those of DISPLAY; fields share a frame's lines.
struct VideoMode {
    std::uint32_t first_clock = 0, first_line = 0;
    std::uint32_t clocks = 0, lines = 0;
    std::uint32_t clocks_a_pixel = 4; // where the circuits do not say
};
/// The mode of SMODE1 and SMODE2. Where they name none that is known, the circuits' rectangles say what is shown.
[[nodiscard]] VideoMode video_mode(const Privileged& registers);

/// A read circuit: what it reads and where it shows it.
struct Circuit {
    Buffer buffer;
    std::uint32_t x = 0, y = 0; // of the first pixel in the buffer
    std::uint32_t first_clock = 0, first_line = 0;
    std::uint32_t clocks = 0, lines = 0;
    std::uint32_t clocks_a_pixel = 1, lines_a_pixel = 1;
    bool has_three_bytes = false; // pixels of 24 bits side by side in a row of `buffer`, which has halfwords

    Circuit(const machine::gs::DispFb& source, const machine::gs::Display& display);
};

/// PMODE with its two circuits, either of which may be off.
struct Merge {
    std::optional<Circuit> first, second;
    bool has_fixed_alpha = false, has_alpha_of_second = false, is_on_background = false;
    std::uint32_t alpha = 0;
    Colour background = 0;

    explicit Merge(const Privileged& registers);
    /// Both circuits show one buffer, a line or less than two pixels apart: the one that begins later goes.
    void drop_blur();
};

/// Which clocks and lines the pixels of a scan are.
struct Window {
    std::uint32_t first_clock = 0, clocks_a_pixel = 4, width = 0;
    std::uint32_t first_line = 0, line_step = 1, height = 0;
    std::uint32_t line_unit = 1; // 2: each field shows all rows of a buffer, so that circuits' lines count double
};

/// What a vsync shows, and which of it a field does.
[[nodiscard]] Window window_of(const Privileged& registers, const Merge& merge, unsigned field,
                               const ScanoutOptions& options);
/// Whether a vsync gives a field, half the lines of a frame, rather than a frame.
[[nodiscard]] bool gives_field(const Privileged& registers, const ScanoutOptions& options);

} // namespace relit::render::gs
