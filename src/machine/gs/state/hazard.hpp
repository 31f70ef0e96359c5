// Answers one question: may this access to local memory join its batch, or must something finish first?
// Uses pages, blocks and bits; does not depend on Vulkan and makes no callbacks.
#pragma once

#include "machine/gs/state/layout.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::machine::gs {

/// What an access is for. A renderer that defers work collects three batches and runs them in this order: copies, then
/// caching (of textures and palettes), then drawing. The host does not wait in a batch.
enum class Use : std::uint8_t {
    CopyRead,    // a transfer's source
    CopyWrite,   // a transfer's destination
    CacheRead,   // a texture or palette that is copied out of memory before the drawing that needs it
    TextureRead, // drawing samples memory itself
    FrameRead,   // drawing reads the pixel that it is about to write: blending, tests of depth and alpha
    FrameWrite,  // colour and depth
    HostRead,
    HostWrite,
};

/// What must finish before an access, with all batches that run before it.
enum class Finish : std::uint8_t { Nothing, Copies, Caching, Drawing };

/// Some blocks of a page, and some bits of each of their words.
struct Access {
    Use use = Use::HostRead;
    std::uint32_t page = 0;
    std::uint32_t blocks = ~0U;
    std::uint32_t bits = ~0U;
    /// Frames: which pixels lie where. Accesses of one surface go pixel by pixel in their order; other surfaces, and
    /// textures, see memory at any time while the batch runs.
    std::uint32_t surface = 0;
    [[nodiscard]] bool operator==(const Access&) const = default;
};

class HazardTracker {
public:
    HazardTracker();

    /// What must finish before an access of all these can be done; it is then noted as waiting in its batch. Whoever asks
    /// finishes what the answer says: the tracker forgets it.
    Finish note(std::span<const Access> accesses);
    Finish note(const Access& access) { return note(std::span(&access, 1)); }
    /// The answer alone.
    [[nodiscard]] Finish ask(std::span<const Access> accesses) const;
    [[nodiscard]] Finish ask(const Access& access) const { return ask(std::span(&access, 1)); }
    /// These batches were run, for whatever reason.
    void forget(Finish finished);

private:
    std::vector<std::vector<Access>> pages_; // what waits, by page
    std::vector<std::uint32_t> used_;        // the pages with something
};

/// Blocks that one page has of a rectangle.
struct PageBlocks {
    std::uint32_t page = 0, blocks = 0;
    [[nodiscard]] bool operator==(const PageBlocks&) const = default;
};
/// Exactly the blocks that the pixels of a rectangle lie in, by page. Coordinates count modulo 2048.
[[nodiscard]] std::vector<PageBlocks> blocks_of(const Buffer& buffer, std::uint32_t x, std::uint32_t y,
                                                std::uint32_t width, std::uint32_t height);
/// The bits of a word that pixels of a format own: all, or some of those formats that share words.
[[nodiscard]] constexpr std::uint32_t word_bits(PixelFormat format) {
    const Layout& layout = layout_of(format);
    return layout.element == 5 ? layout.value_mask() << layout.shift : ~0U;
}
/// The accesses to a rectangle. Bits of `keep` are not accessed (FBMSK, which counts those of a pixel; where a word has
/// several pixels it is not looked at). A frame's surface is its buffer.
[[nodiscard]] std::vector<Access> accesses_of(Use use, const Buffer& buffer, std::span<const PageBlocks> blocks,
                                              std::uint32_t keep = 0);

} // namespace relit::machine::gs
