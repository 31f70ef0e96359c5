// Textures as colours, decoded out of local memory before the drawing that samples them: what happens to memory later does not
// change what they hold.
#pragma once

#include "base/hash/hash.hpp"
#include "machine/gs/state/accesses.hpp"
#include "render/gs/compute/records/records.hpp"
#include "render/gs/memory/clut.hpp"

#include <bitset>
#include <deque>
#include <map>
#include <optional>

namespace relit::render::gs::compute {

class Textures {
public:
    /// `arena` holds the texels; it lives longer than this.
    explicit Textures(std::span<std::uint32_t> arena) : arena_(arena), written_(machine::gs::kPages) {}

    /// Where the texture of a state is. `id` tells apart all that there ever were.
    struct DecodedTexture {
        std::uint64_t id = 0; // 0: none
        LevelRecords levels;
    };
    /// Whether all that a primitive can reach is certainly there: its texture is current().
    [[nodiscard]] bool has(const machine::gs::DrawState& state, const machine::gs::TextureReach& reach) const;
    /// What add() decodes for that: whole squares; and what it reads of memory.
    [[nodiscard]] static machine::gs::TextureReach in_squares(const machine::gs::DrawState& state,
                                                              machine::gs::TextureReach reach);
    [[nodiscard]] static std::vector<machine::gs::Access> accesses_of(const machine::gs::DrawState& state,
                                                                      const machine::gs::TextureReach& squares);
    /// Decodes what is not there. False: no more fits until clear() was called; it fits then.
    [[nodiscard]] bool add(const machine::gs::DrawState& state, const machine::gs::TextureReach& squares,
                           const Memory& memory, const Clut& clut);
    [[nodiscard]] const DecodedTexture& current() const { return current_->decoded; }
    /// What is there is not sampled any more.
    void clear();

    /// A page is not what it was, or may soon not be.
    void wrote(std::uint32_t page) { written_[page % machine::gs::kPages] = ++changes_; }
    void wrote_all() { std::ranges::fill(written_, ++changes_); }
    void loaded_palette() { ++changes_, palette_.reset(); }

    [[nodiscard]] std::uint64_t decoded() const { return decoded_; } // texels, ever

private:
    static constexpr std::int32_t kSquare = 32; // texels are decoded by squares of such sides
    static constexpr std::size_t kSquares = 1024 / kSquare, kMostTextures = 4096;
    /// All that texels depend on but memory.
    using Key = std::array<std::uint64_t, 8>;
    using PaletteKey = std::pair<std::uint64_t, std::uint64_t>;
    struct Level {
        machine::gs::PixelBox all; // what it holds when everything was decoded
        std::bitset<kSquares * kSquares> done;
    };
    struct Texture {
        DecodedTexture decoded;
        std::array<Level, kLevels> levels;
        std::map<std::uint32_t, std::uint64_t> pages; // it was decoded from, and when
    };

    [[nodiscard]] Key key_of(const machine::gs::DrawState& state, const Clut& clut);
    [[nodiscard]] bool is_current(const Texture& texture) const;
    [[nodiscard]] Texture* make(const machine::gs::DrawState& state);
    void decode(const machine::gs::DrawState& state, unsigned level, const machine::gs::PixelBox& box,
                const Memory& memory);
    void decode_square(const machine::gs::DrawState& state, unsigned level, const machine::gs::PixelBox& square,
                       const Memory& memory);

    std::span<std::uint32_t> arena_;
    std::size_t used_ = 0;
    std::map<Key, Texture*> by_key_;
    std::deque<Texture> textures_;
    std::vector<std::uint64_t> written_; // when, by page
    std::uint64_t changes_ = 1, made_ = 0, decoded_ = 0;
    std::optional<std::array<Colour, 256>> palette_; // of the last key
    PaletteKey palette_key_;
    Hash128 palette_hash_;

    Texture* current_ = nullptr;
    machine::gs::DrawState state_; // current_ was made for, or found by
    machine::gs::TextureReach reach_;
    std::uint64_t checked_ = 0; // changes_ when current_ was
};

} // namespace relit::render::gs::compute
