#include "render/gs/display/scanout.hpp"

#include <algorithm>

namespace relit::render::gs {
namespace {

/// Where a circuit reads in its buffer, or nothing where it is off.
std::optional<std::uint32_t> position(std::uint32_t at, std::uint32_t first, std::uint32_t count, std::uint32_t size) {
    if (at < first || at - first >= count) return {};
    return (at - first) / size;
}

/// A row of a circuit's buffer.
class BufferRow {
public:
    BufferRow(const Memory& memory, const Circuit& circuit, std::uint32_t y)
        : memory_(memory), addresses_(circuit.buffer), bits_(circuit.buffer.format), row_(addresses_.row(y % kSide)),
          format_(circuit.buffer.format), has_three_bytes_(circuit.has_three_bytes) {}

    [[nodiscard]] Colour at(std::uint32_t x) const {
        if (has_three_bytes_) return of_three_bytes(3 * x) | kOpaque;
        // a buffer without alpha is as opaque as one with 0x80 throughout
        return format_ == PixelFormat::Ct24 ? raw(x) | kOpaque : decode(format_, raw(x));
    }

private:
    static constexpr std::uint32_t kSide = 2048, kOpaque = 0x80000000;
    [[nodiscard]] std::uint32_t raw(std::uint32_t x) const {
        return memory_.raw(bits_, addresses_.in_row(row_, x % kSide));
    }
    [[nodiscard]] std::uint32_t of_three_bytes(std::uint32_t first) const {
        const std::uint32_t halves = raw(first / 2) | raw(first / 2 + 1) << 16;
        return halves >> first % 2 * 8 & 0xffffff;
    }

    const Memory& memory_;
    Addresses addresses_;
    PixelBits bits_;
    Addresses::RowStart row_;
    PixelFormat format_;
    bool has_three_bytes_;
};

/// A row of a scan as a circuit has it: colours, and nothing where it is off.
using Row = std::vector<std::optional<Colour>>;

Row read_row(const Memory& memory, const Circuit& circuit, const Window& window, std::uint32_t row) {
    Row colours(window.width);
    const std::uint32_t unit = window.line_unit;
    const auto y = position(window.first_line + row * window.line_step, circuit.first_line / unit,
                            (circuit.lines + unit - 1) / unit, circuit.lines_a_pixel);
    if (!y) return colours;
    const BufferRow line(memory, circuit, circuit.y + *y);
    for (std::uint32_t i = 0; i < window.width; ++i) {
        const std::uint32_t clock = window.first_clock + i * window.clocks_a_pixel + window.clocks_a_pixel / 2;
        const auto x = position(clock, circuit.first_clock, circuit.clocks, circuit.clocks_a_pixel);
        if (x) colours[i] = line.at(circuit.x + *x);
    }
    return colours;
}

/// a where weight is 0, b where it is 255, rounded to nearest; alpha aside.
Colour blend(Colour a, Colour b, std::uint32_t weight) {
    Colour mixed = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const std::uint32_t from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (from * (255 - weight) + to * weight + 127) / 255 << shift;
    }
    return mixed;
}

Colour merged(const Merge& merge, std::optional<Colour> first, std::optional<Colour> second, bool half_is_opaque) {
    const Colour base = merge.is_on_background ? merge.background : second.value_or(merge.background);
    const Colour alpha = (merge.has_alpha_of_second ? second : first).value_or(0) & 0xff000000;
    if (!first) return (base & 0xffffff) | alpha;
    std::uint32_t weight = *first >> 24;
    if (half_is_opaque) weight = std::min(weight * 2, 255U);
    if (merge.has_fixed_alpha) weight = merge.alpha;
    return blend(base, *first, weight) | alpha;
}

void append(Image& image, Colour colour) {
    for (unsigned shift = 0; shift < 32; shift += 8) image.rgba.push_back(static_cast<std::uint8_t>(colour >> shift));
}

} // namespace

Scan::Scan(const Privileged& registers, unsigned field, const ScanoutOptions& options, Circuits circuits)
    : merge(registers) {
    if (options.drops_blur) merge.drop_blur();
    window = window_of(registers, merge, field, options);
    if (circuits == Circuits::Second) merge.first.reset();
}

Image scan(const Memory& memory, const Privileged& registers, unsigned field, const ScanoutOptions& options,
           Circuits circuits) {
    const auto [merge, window] = Scan(registers, field, options, circuits);
    Image image{window.width, window.height, {}};
    image.rgba.reserve(std::size_t{window.width} * window.height * 4);
    const Row off(window.width);
    for (std::uint32_t y = 0; y < window.height; ++y) {
        const Row first = merge.first ? read_row(memory, *merge.first, window, y) : off;
        const Row second = merge.second ? read_row(memory, *merge.second, window, y) : off;
        for (std::uint32_t x = 0; x < window.width; ++x)
            append(image, merged(merge, first[x], second[x], options.half_is_opaque));
    }
    return image;
}

Image frame_of(Image scanned, const machine::gs::Vsync& vsync, const ScanoutOptions& options, Fields& fields) {
    if (gives_field(vsync.registers, options)) {
        fields.add(std::move(scanned), vsync.field);
        scanned = deinterlace(options.deinterlace, fields);
    } else {
        fields.clear();
    }
    for (std::size_t i = 3; i < scanned.rgba.size(); i += 4) scanned.rgba[i] = 255;
    return scanned;
}

Image scanout(const Memory& memory, const Privileged& registers, unsigned field, const ScanoutOptions& options,
              Fields& fields) {
    return frame_of(scan(memory, registers, field, options), {static_cast<std::uint8_t>(field), registers}, options,
                    fields);
}

} // namespace relit::render::gs
