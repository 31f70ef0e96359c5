#include "render/gs/display/display.hpp"

#include <algorithm>
#include <array>

namespace relit::render::gs {
namespace {

using machine::gs::BgColour, machine::gs::DispFb, machine::gs::Display, machine::gs::PMode;
using machine::gs::SMode1, machine::gs::SMode2;

/// A row of the table of video modes, by CMOD, LC and INT; lines of both fields where it is interlaced.
struct ModeRow {
    std::uint32_t cmod, lc;
    bool interlaced;
    VideoMode mode;
};
// Origins and sizes: paraLLEl-GS, from the games it has seen; those of LC 22, 15 and 29 are uncertain.
constexpr std::array kModes{
    ModeRow{2, 32, true, {636, 50, 2560, 448, 4}},  // NTSC
    ModeRow{2, 32, false, {636, 25, 2560, 224, 4}}, // NTSC, one field after another on the same lines
    ModeRow{3, 32, true, {676, 72, 2560, 512, 4}},  // PAL
    ModeRow{3, 32, false, {676, 36, 2560, 256, 4}},  ModeRow{0, 32, false, {318, 50, 1280, 448, 2}}, // 480p
    ModeRow{0, 22, false, {300, 0, 1280, 720, 1}},                                                   // 720p
    ModeRow{0, 22, true, {236, 0, 1920, 1080, 1}},                                                   // 1080i
    ModeRow{0, 15, false, {276, 34, 1280, 480, 2}},                                                  // VGA
    ModeRow{0, 29, false, {1272, 50, 2560, 480, 4}},                                                 // seen once
};

/// PSM of the PS1's video.
constexpr PixelFormat kThreeBytes{0x12};

/// Formats that circuits do not have are read as CT32.
PixelFormat format_of(const DispFb& source) {
    const PixelFormat format = source[DispFb::format];
    if (format == kThreeBytes) return PixelFormat::Ct16;
    return format <= PixelFormat::Ct16s ? layout_of(format).format : PixelFormat::Ct32;
}

bool is_one_apart(std::uint32_t a, std::uint32_t b) { return a + 1 == b || b + 1 == a; }

template <class Body>
void for_each_circuit(const Merge& merge, Body body) {
    for (const auto* circuit : {&merge.first, &merge.second})
        if (*circuit) body(**circuit);
}

/// Horizontally a pixel of the image is one of the buffer's where both circuits agree on its width.
std::uint32_t clocks_a_pixel(const Merge& merge, const VideoMode& mode) {
    if (!merge.first && !merge.second) return mode.clocks_a_pixel;
    const Circuit& any = merge.first ? *merge.first : *merge.second;
    const Circuit& other = merge.second ? *merge.second : any;
    return any.clocks_a_pixel == other.clocks_a_pixel ? any.clocks_a_pixel : mode.clocks_a_pixel;
}

/// Moves the mode's origin to that of images that fill it.
void centre(VideoMode& mode, const Merge& merge, bool is_interlaced) {
    bool fills_clocks = true, fills_lines = true;
    std::uint32_t clock = ~0U, line = ~0U;
    for_each_circuit(merge, [&](const Circuit& circuit) {
        fills_clocks &= circuit.clocks == mode.clocks;
        fills_lines &= (circuit.lines + 1) / 2 * 2 == mode.lines;
        clock = std::min(clock, circuit.first_clock);
        line = std::min(line, circuit.first_line);
    });
    if (clock == ~0U) return;
    if (fills_clocks) mode.first_clock = clock;
    if (fills_lines) mode.first_line = is_interlaced ? line / 2 * 2 : line; // which lines a field has stays
}

/// No mode is known: what the circuits show is the screen.
VideoMode mode_of_circuits(const Merge& merge) {
    VideoMode mode{636, 50, 2560, 448, 4};
    std::uint32_t end_clock = 0, end_line = 0;
    for_each_circuit(merge, [&](const Circuit& circuit) {
        const bool is_first = end_clock == 0;
        mode.first_clock = is_first ? circuit.first_clock : std::min(mode.first_clock, circuit.first_clock);
        mode.first_line = is_first ? circuit.first_line : std::min(mode.first_line, circuit.first_line);
        end_clock = std::max(end_clock, circuit.first_clock + circuit.clocks);
        end_line = std::max(end_line, circuit.first_line + circuit.lines);
    });
    if (end_clock != 0) mode.clocks = end_clock - mode.first_clock, mode.lines = end_line - mode.first_line;
    return mode;
}

} // namespace

Circuit::Circuit(const DispFb& source, const Display& display)
    : buffer{format_of(source), source[DispFb::base] * machine::gs::kBlocksOfPage, source[DispFb::width]},
      x(source[DispFb::x]), y(source[DispFb::y]), first_clock(display[Display::x]), first_line(display[Display::y]),
      clocks(display[Display::width] + 1), lines(display[Display::height] + 1),
      clocks_a_pixel(display[Display::magnify_x] + 1), lines_a_pixel(display[Display::magnify_y] + 1),
      has_three_bytes(source[DispFb::format] == kThreeBytes) {}

Merge::Merge(const Privileged& registers)
    : has_fixed_alpha(registers.PMODE[PMode::fixed_alpha]), has_alpha_of_second(registers.PMODE[PMode::alpha_of_2]),
      is_on_background(registers.PMODE[PMode::background]), alpha(registers.PMODE[PMode::alpha]) {
    const BgColour& bg = registers.BGCOLOR;
    background = bg[BgColour::r] | bg[BgColour::g] << 8 | bg[BgColour::b] << 16;
    if (registers.PMODE[PMode::circuit1]) first.emplace(registers.DISPFB1, registers.DISPLAY1);
    if (registers.PMODE[PMode::circuit2]) second.emplace(registers.DISPFB2, registers.DISPLAY2);
}

void Merge::drop_blur() {
    if (!first || !second) return;
    const Circuit &a = *first, &b = *second;
    if (a.buffer != b.buffer || a.x != b.x || a.has_three_bytes != b.has_three_bytes) return;
    if (a.clocks_a_pixel != b.clocks_a_pixel || a.lines_a_pixel != b.lines_a_pixel) return;
    const std::uint32_t clocks_apart = std::max(a.first_clock, b.first_clock) - std::min(a.first_clock, b.first_clock);
    const bool in_lines = (a.first_line == b.first_line && is_one_apart(a.y, b.y)) ||
                          (a.y == b.y && is_one_apart(a.first_line, b.first_line));
    const bool in_clocks =
        a.first_line == b.first_line && a.y == b.y && clocks_apart != 0 && clocks_apart < 2 * a.clocks_a_pixel;
    if (!in_lines && !in_clocks) return;
    if (a.first_line + a.y <= b.first_line + b.y) {
        second.reset();
        has_fixed_alpha = true;
        alpha = 255;
    } else {
        first.reset();
        is_on_background = false;
    }
}

VideoMode video_mode(const Privileged& registers) {
    const SMode1& smode1 = registers.SMODE1;
    for (const ModeRow& row : kModes) {
        if (row.cmod == smode1[SMode1::cmod] && row.lc == smode1[SMode1::lc] &&
            row.interlaced == registers.SMODE2[SMode2::interlaced])
            return row.mode;
    }
    return mode_of_circuits(Merge(registers));
}

bool gives_field(const Privileged& registers, const ScanoutOptions& options) {
    if (!registers.SMODE2[SMode2::interlaced]) return false;
    return registers.SMODE2[SMode2::frame_mode] || options.deinterlace != Deinterlace::Progressive;
}

Window window_of(const Privileged& registers, const Merge& merge, unsigned field, const ScanoutOptions& options) {
    VideoMode mode = options.shows_all ? mode_of_circuits(merge) : video_mode(registers);
    const bool is_interlaced = registers.SMODE2[SMode2::interlaced];
    if (!options.keeps_offsets) centre(mode, merge, is_interlaced);
    Window window{.first_clock = mode.first_clock, .clocks_a_pixel = clocks_a_pixel(merge, mode)};
    window.width = std::max(mode.clocks / window.clocks_a_pixel, 1U);
    window.first_line = mode.first_line;
    window.height = mode.lines;
    if (!gives_field(registers, options)) return window;
    window.height = mode.lines / 2;
    if (registers.SMODE2[SMode2::frame_mode]) {
        window.first_line /= 2;
        window.line_unit = 2;
    } else {
        window.first_line += field % 2;
        window.line_step = 2;
    }
    return window;
}

} // namespace relit::render::gs
