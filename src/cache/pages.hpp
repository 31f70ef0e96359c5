// The structure of an LMDB file, checked page by page before LMDB itself follows it: LMDB trusts what it reads, and a damaged
// offset or page number would take the process down.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace relit::cache {

inline constexpr std::size_t kPage = 4096, kPageHeader = 16; // bytes

/// The head of a tree in the file.
struct Tree {
    std::uint16_t flags = 0, depth = 0;
    std::uint64_t root = 0; // page; kNoPage where the tree is empty
};
inline constexpr std::uint64_t kNoPage = ~std::uint64_t{0};

/// What one of the two meta pages says of a committed state.
struct Meta {
    std::uint64_t transaction = 0, last_page = 0;
    Tree free_pages, main;
};

/// An open file of LMDB pages, which others may be writing.
class PageFile {
public:
    explicit PageFile(int file) : file_(file) {}

    /// Whether its maker was stopped before anything could be committed to it.
    [[nodiscard]] bool is_half_made() const;
    /// Both meta pages. Fails where one is not what LMDB writes on this machine, or lies about the size of the file.
    [[nodiscard]] Status check_metas() const;
    /// The meta page of a transaction; nothing where neither is.
    [[nodiscard]] std::optional<Meta> meta_of(std::uint64_t transaction) const;
    /// Follows all trees of a state. The caller keeps the state from being overwritten by a transaction of its own.
    [[nodiscard]] Status check_trees(const Meta& meta) const;

private:
    [[nodiscard]] Result<Meta> read_meta(std::uint64_t page) const;

    int file_;
};

} // namespace relit::cache
