// Rows of constant buffers that a block loads once for several words of theirs.
#pragma once

#include "ir/module.hpp"

#include <array>

namespace relit::lang {

/// The few rows of constant buffers that a block has had to do with last.
class RecentRows {
public:
    struct LoadOfRow {
        std::uint32_t resource = 0, row = 0;
        ir::FunctionId function = 0;
        ir::BlockId block = ir::kNoBlock;
        ir::Id id = ir::kNone;   // of the value that has the row
        ir::Id base = ir::kNone; // which the row is counted from, of one whose number is computed
    };
    /// The row itself, or the older one whose place it takes.
    [[nodiscard]] LoadOfRow& slot(const LoadOfRow& wanted) {
        return rows_[(wanted.row + 7 * wanted.resource + wanted.base) %
                     rows_.size()]; // rows side by side have their own
    }
    [[nodiscard]] static bool is_same(const LoadOfRow& a, const LoadOfRow& b) {
        return a.resource == b.resource && a.row == b.row && a.base == b.base && a.function == b.function &&
               a.block == b.block;
    }

private:
    std::array<LoadOfRow, 16> rows_{};
};

} // namespace relit::lang
