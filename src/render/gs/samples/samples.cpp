#include "render/gs/samples/samples.hpp"

#include "machine/gs/state/buffers.hpp"

#include <algorithm>

namespace relit::render::gs {

using machine::gs::DrawState, machine::gs::PixelBox;

namespace {

struct Channel {
    unsigned shift = 0;
    std::uint32_t mask = 0;
};
constexpr std::array kChannels16{Channel{0, 0x1f}, Channel{5, 0x1f}, Channel{10, 0x1f}, Channel{15, 1}};
constexpr std::array kChannels32{Channel{0, 0xff}, Channel{8, 0xff}, Channel{16, 0xff}, Channel{24, 0xff}};

std::span<std::uint32_t> part(std::vector<std::uint32_t>& words, std::size_t number) {
    return std::span(words).subspan(number * WrittenBits::kWords, WrittenBits::kWords);
}

/// The pixels of one buffer in all planes, and in resolved memory.
class Pixels {
public:
    Pixels(Samples& samples, Memory& resolved, const WrittenBits& drawn, const Buffer& buffer)
        : samples_(samples), resolved_(resolved), drawn_(drawn), addresses_(buffer), bits_(buffer.format) {}

    /// `value(raw)` makes one value of those of all samples.
    template <class Value>
    void resolve(std::int32_t x, std::int32_t y, Value&& value) {
        const std::uint32_t at = addresses_(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
        const std::uint32_t written = drawn_.bits(bits_.at(at), bits_.mask);
        if (written == 0) return;
        std::array<std::uint32_t, kMostSamples> raw{};
        for (unsigned i = 0; i < samples_.rate(); ++i) raw[i] = samples_.plane(i).raw(bits_, at);
        const std::uint32_t now = value(std::span<const std::uint32_t>(raw).first(samples_.rate()));
        resolved_.set_raw(bits_, at, (resolved_.raw(bits_, at) & ~written) | (now & written));
    }

private:
    Samples& samples_;
    Memory& resolved_;
    const WrittenBits& drawn_;
    Addresses addresses_;
    PixelBits bits_;
};

} // namespace

std::uint32_t mean_colour(std::span<const std::uint32_t> raw, unsigned bits) {
    std::uint32_t colour = 0;
    const auto count = static_cast<std::uint32_t>(raw.size());
    for (const Channel& channel : bits == 16 ? kChannels16 : kChannels32) {
        std::uint32_t sum = count / 2;
        for (const std::uint32_t one : raw) sum += one >> channel.shift & channel.mask;
        colour |= sum / count << channel.shift;
    }
    return colour;
}

std::uint32_t farthest_depth(std::span<const std::uint32_t> raw) { return std::ranges::min(raw); }

Samples::Samples(unsigned rate)
    : own_planes_(std::size_t{rate} * kMemoryBytes), own_words_(3 * WrittenBits::kWords),
      transferred_(part(own_words_, 2)), drawn_{WrittenBits(part(own_words_, 0)), WrittenBits(part(own_words_, 1))} {
    for (unsigned i = 0; i < rate; ++i)
        planes_.push_back(Memory::over(std::span(own_planes_).subspan(std::size_t{i} * kMemoryBytes, kMemoryBytes)));
}

Samples::Samples(unsigned rate, std::span<std::uint8_t> planes, std::span<std::uint32_t> transferred)
    : own_words_(2 * WrittenBits::kWords), transferred_(transferred),
      drawn_{WrittenBits(part(own_words_, 0)), WrittenBits(part(own_words_, 1))} {
    for (unsigned i = 0; i < rate; ++i)
        planes_.push_back(Memory::over(planes.subspan(std::size_t{i} * kMemoryBytes, kMemoryBytes)));
}

void Samples::copy_transfers(const Memory& resolved) {
    transferred_.take_all([&](std::uint32_t word, std::uint32_t bits) {
        const std::uint32_t now = resolved.word(word) & bits;
        for (Memory& plane : planes_) plane.set_word(word, (plane.word(word) & ~bits) | now);
    });
}

void Samples::resolve(Memory& resolved, const DrawState& state, const PixelBox& box) {
    Memory unwatched = Memory::over(resolved.bytes());
    Pixels frame(*this, unwatched, drawn_.frame, machine::gs::frame_of(state.frame));
    Pixels depth(*this, unwatched, drawn_.depth, machine::gs::depth_of(state.zbuf, state.frame));
    const unsigned bits = layout_of(machine::gs::format_of(state.frame)).bits;
    const bool has_depth = state.test[machine::gs::Test::depth_on];
    for (std::int32_t y = box.y0; y <= box.y1; ++y) {
        for (std::int32_t x = box.x0; x <= box.x1; ++x) {
            frame.resolve(x, y, [&](std::span<const std::uint32_t> raw) { return mean_colour(raw, bits); });
            if (has_depth) depth.resolve(x, y, farthest_depth);
        }
    }
    drawn_.frame.clear(), drawn_.depth.clear();
}

void Samples::save(std::vector<std::uint8_t>& bytes) const {
    bytes.reserve(bytes.size() + planes_.size() * kMemoryBytes);
    for (const Memory& plane : planes_) bytes.insert(bytes.end(), plane.bytes().begin(), plane.bytes().end());
}

void Samples::restore(Bytes planes) {
    assert(fits(planes));
    for (std::size_t i = 0; i < planes_.size(); ++i)
        std::ranges::copy(planes.subspan(i * kMemoryBytes, kMemoryBytes), planes_[i].bytes().begin());
    transferred_.clear();
}

} // namespace relit::render::gs
