// Which primitives each tile has, in their order.
#pragma once

#include "render/gs/compute/records.hpp"
#include "render/gs/compute/target.hpp"

#include <vector>

namespace relit::render::gs::compute {

class Bins {
public:
    /// All tiles of a box, which lies inside the window and is not empty. Primitives come in their order.
    void add(const Box& box, std::uint32_t primitive);
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    [[nodiscard]] bool is_empty() const { return entries_.empty(); }
    /// Appends tiles that have primitives, row by row, and their lists; forgets all.
    void sort(std::vector<TileRecord>& tiles, std::vector<std::uint32_t>& lists);

private:
    struct Entry {
        std::uint32_t tile = 0, primitive = 0;
    };
    std::vector<Entry> entries_;
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
