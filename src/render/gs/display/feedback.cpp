#include "render/gs/display/feedback.hpp"

#include <algorithm>

namespace relit::render::gs {
namespace {

using machine::gs::ExtBuf, machine::gs::ExtData, machine::gs::ExtWrite;

struct FeedbackColour {
    int r, g, b, a;
};
FeedbackColour rgba_at(const Image& image, std::uint32_t x, std::uint32_t y) {
    const std::uint8_t* at = image.rgba.data() + (std::size_t{y} * image.width + x) * 4;
    return {at[0], at[1], at[2], at[3]};
}

/// Rec. 601 with head room; weights in 1/65536: of brightness 219/255 of 0.299, 0.587, 0.114, of colour 224/255.
int weighted(const FeedbackColour& c, int r, int g, int b, int offset) {
    return std::clamp((r * c.r + g * c.g + b * c.b + offset * 65536 + 32768) >> 16, 0, 255);
}
int luma(const FeedbackColour& c) { return weighted(c, 16829, 33039, 6416, 16); }
int blue(const FeedbackColour& c) { return weighted(c, -9714, -19070, 28784, 128); }
int red(const FeedbackColour& c) { return weighted(c, 28784, -24103, -4681, 128); }

Colour colour_bits(const FeedbackColour& c, std::uint32_t mode) {
    const auto bits = [](int x, int y, int z) { return static_cast<Colour>(x | y << 8 | z << 16); };
    switch (mode) {
        case 0: return bits(c.r, c.g, c.b);
        case 1: return bits(luma(c), luma(c), luma(c));
        case 2: return bits(luma(c), blue(c), red(c));
        default: return bits(c.a, c.a, c.a);
    }
}
Colour alpha_bits(const FeedbackColour& c, std::uint32_t mode) {
    switch (mode) {
        case 0: return static_cast<Colour>(c.a);
        case 1: return static_cast<Colour>(luma(c));
        case 2: return static_cast<Colour>(luma(c) / 2);
        default: return 0;
    }
}

FeedbackAxis axis(std::uint32_t at, std::uint32_t origin, std::uint32_t sample, std::uint32_t units_a_pixel) {
    return {at > origin ? at - origin : 0, sample + 1, units_a_pixel};
}

} // namespace

std::uint32_t FeedbackAxis::count(std::uint32_t most, std::uint32_t size) const {
    const std::uint64_t units = std::uint64_t{size} * unit;
    const std::uint64_t inside = units <= first ? 0 : (units - first + step - 1) / step;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, inside));
}

Feedback::Feedback(const Privileged& registers, unsigned field, const ScanoutOptions& options) {
    const ExtBuf& to = registers.EXTBUF;
    const ExtData& data = registers.EXTDATA;
    const Window window = Scan(registers, field, options).window;
    from = to[ExtBuf::input] == 0 ? Circuits::Merged : Circuits::Second;
    buffer = {PixelFormat::Ct32, to[ExtBuf::base], to[ExtBuf::width]};
    x = to[ExtBuf::x], y = to[ExtBuf::y];
    columns = axis(data[ExtData::x], window.first_clock, data[ExtData::sample_x], window.clocks_a_pixel);
    rows = axis(data[ExtData::y], window.first_line, data[ExtData::sample_y], 1);
    width = columns.count(data[ExtData::width] + 1, window.width);
    // without WFFMD the height counts the lines of a field
    height = rows.count((data[ExtData::height] + 1) * (to[ExtBuf::frame_mode] ? 1 : 2), window.height);
    colour_mode = to[ExtBuf::colour_mode], alpha_mode = to[ExtBuf::alpha_mode];
}

void feed_back(Memory& memory, const Feedback& feedback, const Image& shown) {
    for (std::uint32_t y = 0; y < feedback.height; ++y) {
        for (std::uint32_t x = 0; x < feedback.width; ++x) {
            const FeedbackColour c = rgba_at(shown, feedback.columns.pixel(x), feedback.rows.pixel(y));
            const Colour bits = colour_bits(c, feedback.colour_mode) | alpha_bits(c, feedback.alpha_mode) << 24;
            memory.set_word(address_of(feedback.buffer, (feedback.x + x) % 2048, (feedback.y + y) % 2048), bits);
        }
    }
}

void feed_back(Memory& memory, const Privileged& registers, unsigned field, const ScanoutOptions& options) {
    if (!registers.EXTWRITE[ExtWrite::write]) return;
    const Feedback feedback(registers, field, options);
    feed_back(memory, feedback, scan(memory, registers, field, options, feedback.from));
}

} // namespace relit::render::gs
