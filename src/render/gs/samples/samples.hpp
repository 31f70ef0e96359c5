// Local memory once for each sample of a pixel, beside the resolved memory that everybody but a primitive sees
// (docs/machine/gs-supersampling.md).
#pragma once

#include "machine/gs/state/accesses.hpp"
#include "render/gs/memory/memory.hpp"
#include "render/gs/memory/written_bits.hpp"
#include "render/gs/samples/grid.hpp"

#include <memory>

namespace relit::render::gs {

class Samples {
public:
    /// Of a rate above 1; all bits are 0.
    explicit Samples(unsigned rate);
    /// Over memory that an owner has, such as a device: 4 MiB for each sample, and as much for what transfers write.
    Samples(unsigned rate, std::span<std::uint8_t> planes, std::span<std::uint32_t> transferred);
    Samples(const Samples&) = delete;
    Samples& operator=(const Samples&) = delete;
    ~Samples() = default;

    [[nodiscard]] unsigned rate() const { return static_cast<unsigned>(planes_.size()); }
    [[nodiscard]] Memory& plane(unsigned sample) { return planes_[sample]; }
    /// What was written to resolved memory, by transfers and all else but primitives: the samples take it before they are used.
    [[nodiscard]] WrittenBits& transferred() { return transferred_; }
    void copy_transfers(const Memory& resolved);

    /// What primitives write to the pixels of frame and depth buffer in any sample. resolve() takes it.
    struct Drawn {
        WrittenBits frame, depth;
    };
    [[nodiscard]] Drawn& drawn() { return drawn_; }
    /// Bits that a primitive has written in some sample get their value of all samples, within the pixels of a box. Whoever
    /// watches resolved memory is not notified.
    void resolve(Memory& resolved, const machine::gs::DrawState& state, const machine::gs::PixelBox& box);

    /// All planes, one after another. Restoring takes those of the same rate.
    void save(std::vector<std::uint8_t>& bytes) const; // at the end of them
    void restore(Bytes planes);
    [[nodiscard]] bool fits(Bytes planes) const { return planes.size() == planes_.size() * kMemoryBytes; }

private:
    std::vector<std::uint8_t> own_planes_;
    std::vector<std::uint32_t> own_words_; // of three times bits
    std::vector<Memory> planes_;
    WrittenBits transferred_;
    Drawn drawn_;
};

/// One colour of the samples of a frame's pixel, as raw bits: each channel is the mean, halves rounded up. Pixels have five bits
/// of red, green and blue and one of alpha where `bits` is 16, otherwise bytes.
[[nodiscard]] std::uint32_t mean_colour(std::span<const std::uint32_t> raw, unsigned bits);
/// One depth: the smallest, which lies farthest away.
[[nodiscard]] std::uint32_t farthest_depth(std::span<const std::uint32_t> raw);

} // namespace relit::render::gs
