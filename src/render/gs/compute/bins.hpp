// Which primitives each tile has, in their order.
#pragma once

#include "render/gs/compute/records/records.hpp"
#include "render/gs/compute/target.hpp"

#include <optional>
#include <span>
#include <vector>

namespace relit::render::gs::compute {

/// What of earlier primitives a primitive overwrites in all pixels of its box and all samples, whatever they hold.
enum class Hides : std::uint8_t { Nothing, Frame, FrameAndDepth };

class Bins {
public:
    /// `rate`: samples of a pixel; each has a list of its own, if there is anything that not all have.
    explicit Bins(unsigned rate = 1) : rate_(rate) {}

    /// What comes next is of one sample, or of all.
    void set_sample(std::optional<unsigned> sample) { tag_ = sample ? *sample + 1 : 0; }
    /// All tiles of a box, which lies inside the window and is not empty. Primitives come in their order.
    void add(const Box& box, std::uint32_t primitive, Hides hides = Hides::Nothing);
    /// How many entries the lists will have at most.
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool is_empty() const { return entries_.empty(); }
    /// Forgets what was added after a mark.
    struct Mark {
        std::size_t entries = 0, size = 0, covers = 0;
    };
    [[nodiscard]] Mark mark() const { return {entries_.size(), size_, covers_.size()}; }
    void go_back(const Mark& mark) {
        entries_.resize(mark.entries), covers_.resize(mark.covers);
        size_ = mark.size;
    }
    /// Appends tiles that have primitives, row by row, and their lists; forgets all. A tile has a record for each sample. Left out
    /// is what a later primitive hides in the whole tile; `uses_depth`: there is a depth buffer, whose pixels it must hide, too.
    void sort(std::vector<TileRecord>& tiles, std::vector<std::uint32_t>& lists, bool uses_depth = true);
    /// Entries that were left out, ever: a primitive of a tile counts once, whichever samples have it.
    [[nodiscard]] std::uint64_t hidden() const { return hidden_; }

private:
    struct Entry {
        std::uint32_t tile = 0, primitive = 0; // the tag in the upper half of the tile
    };
    /// From an entry on, the primitive that it adds to a tile hides all before it.
    struct Cover {
        std::size_t entry = 0;
        Hides hides = Hides::Nothing;
    };
    void drop_hidden(bool uses_depth);
    [[nodiscard]] std::uint32_t add_tile(std::span<std::uint32_t> counts, TileRecord tile,
                                         std::vector<TileRecord>& tiles) const;

    unsigned rate_;
    std::uint32_t tag_ = 0; // 0: all samples; otherwise one more than the sample
    std::vector<Entry> entries_;
    std::vector<Cover> covers_; // by entry
    std::uint64_t hidden_ = 0;
    std::size_t size_ = 0;
    Box tiles_; // all tiles that have something lie in it
    std::vector<std::uint32_t> next_;
};

/// Gathers ranges of neighbouring rows (or columns), so that a primitive is put into a row of tiles once.
class Band {
public:
    Band(Bins& bins, std::uint32_t primitive, bool along_x) : bins_(bins), primitive_(primitive), along_x_(along_x) {}
    Band(const Band&) = delete;
    Band& operator=(const Band&) = delete;
    ~Band() { finish(); }
    /// Pixels from `first` to `last` of a row, or of a column where the primitive goes along x.
    void add(std::int32_t major, std::int32_t first, std::int32_t last);

private:
    void finish();

    Bins& bins_;
    std::uint32_t primitive_;
    bool along_x_;
    std::int32_t major_ = 0, first_ = 0, last_ = -1; // nothing yet
};

} // namespace relit::render::gs::compute
