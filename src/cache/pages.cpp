#include "cache/pages.hpp"

#include "base/bytes.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace relit::cache {
namespace {

// The layout of LMDB's data format 1 on a 64-bit little endian machine (lmdb 0.9, mdb.c: MDB_page, MDB_node, MDB_meta).
constexpr std::size_t kNodeHeader = 8;
constexpr std::size_t kNumberAt = 0, kFlagsAt = 10, kLowerAt = 12, kUpperAt = 14; // of a page
constexpr std::uint16_t kBranch = 1, kLeaf = 2, kOverflow = 4, kMetaPage = 8;
constexpr std::uint16_t kBigData = 1, kSubData = 2; // of a node
constexpr std::size_t kMagicAt = 16, kMetaVersionAt = 20, kFreeTreeAt = 40, kMainTreeAt = 88, kLastPageAt = 136,
                      kTransactionAt = 144, kMetaBytes = 152; // of a meta page
constexpr std::uint32_t kMetaMagic = 0xbeefc0de, kMetaVersion = 1;
constexpr std::size_t kTreeBytes = 48, kTreeFlagsAt = 4, kTreeDepthAt = 6, kTreeRootAt = 40;
constexpr std::uint16_t kIntegerKeys = 8;
constexpr std::uint64_t kMostPages = std::uint64_t{1} << 32; // 16 TiB
constexpr std::uint16_t kMostDepth = 16;
constexpr int kMetaTries = 8;
constexpr std::uint64_t kMostUnwritten = 1 << 16; // pages that were taken and freed in one transaction

using PageBytes = std::array<std::uint8_t, kPage>;

std::uint64_t number(Bytes bytes, std::size_t at, std::size_t size) { return little_endian(bytes.subspan(at, size)); }

bool read_at(int file, std::span<std::uint8_t> into, std::uint64_t offset) {
    return ::pread(file, into.data(), into.size(), static_cast<off_t>(offset)) == static_cast<ssize_t>(into.size());
}

Tree tree_at(Bytes bytes, std::size_t at) {
    return {static_cast<std::uint16_t>(number(bytes, at + kTreeFlagsAt, 2)),
            static_cast<std::uint16_t>(number(bytes, at + kTreeDepthAt, 2)), number(bytes, at + kTreeRootAt, 8)};
}

std::unexpected<Fault> damaged(std::uint64_t page, std::string_view why) {
    return fail_at(page * kPage, fmt::format("page {} {}", page, why));
}

/// A node of a leaf or branch page, bounded by its page.
struct Node {
    std::uint16_t flags = 0;
    Bytes key;
    std::uint64_t child = 0; // of a branch
    std::uint64_t size = 0;  // of the data of a leaf's node
    Bytes data;              // of a leaf's node: the data, or the number of the page where it begins
    std::size_t bytes = 0;   // that it takes, an even number
};

Result<Node> node_at(Bytes page, std::uint64_t page_number, std::size_t at, bool is_branch) {
    const std::size_t upper = number(page, kUpperAt, 2);
    if (at < upper || at + kNodeHeader > kPage) return damaged(page_number, "has a node outside itself");
    Node node;
    node.flags = static_cast<std::uint16_t>(number(page, at + 4, 2));
    const std::size_t key_bytes = number(page, at + 6, 2), after_key = at + kNodeHeader + key_bytes;
    if (after_key > kPage) return damaged(page_number, "has a key that is longer than the page");
    node.key = page.subspan(at + kNodeHeader, key_bytes);
    if (is_branch) {
        node.child = number(page, at, 6);
        node.bytes = kNodeHeader + key_bytes + key_bytes % 2;
        return node;
    }
    node.size = number(page, at, 4);
    const std::size_t here = (node.flags & kBigData) != 0 ? sizeof(std::uint64_t) : static_cast<std::size_t>(node.size);
    if (after_key + here > kPage) return damaged(page_number, "has a value that is longer than the page");
    node.data = page.subspan(after_key, here);
    node.bytes = kNodeHeader + key_bytes + here + (key_bytes + here) % 2;
    return node;
}

/// Follows the trees of one state; no page belongs to two things.
class TreeCheck {
public:
    TreeCheck(int file, std::uint64_t pages, std::uint64_t pages_in_file)
        : file_(file), pages_(pages), in_file_(std::min(pages, pages_in_file)), seen_(pages) {
        seen_[0] = seen_[1] = true;
    }

    [[nodiscard]] Status tree(const Tree& tree, bool holds_free_pages) {
        if (tree.root == kNoPage) return {};
        if (tree.depth == 0 || tree.depth > kMostDepth) return damaged(tree.root, "begins a tree of impossible depth");
        last_key_.clear();
        has_key_ = false;
        free_ = holds_free_pages;
        if (const Status followed = follow(tree.root, tree.depth); !followed) return followed;
        const auto inner = std::move(inner_);
        inner_.clear();
        for (const Tree& one : inner)
            if (const Status good = this->tree(one, false); !good) return good;
        return {};
    }

private:
    [[nodiscard]] Status take(std::uint64_t page, std::uint64_t limit) {
        if (page >= limit) return damaged(page, "lies behind the end of the file");
        if (seen_[page]) return damaged(page, "is used twice");
        seen_[page] = true;
        return {};
    }

    [[nodiscard]] Status follow(std::uint64_t page_number, std::uint16_t levels) {
        if (const Status taken = take(page_number, in_file_); !taken) return taken;
        PageBytes page{};
        if (!read_at(file_, page, page_number * kPage)) return damaged(page_number, "cannot be read");
        const std::uint16_t kind = levels > 1 ? kBranch : kLeaf;
        const std::size_t lower = number(page, kLowerAt, 2), upper = number(page, kUpperAt, 2);
        if (number(page, kNumberAt, 8) != page_number) return damaged(page_number, "has the number of another");
        if (number(page, kFlagsAt, 2) != kind) return damaged(page_number, "is of another kind than its tree needs");
        if (lower < kPageHeader || lower % 2 != 0 || upper < lower || upper > kPage)
            return damaged(page_number, "has impossible bounds");
        const std::size_t count = (lower - kPageHeader) / 2;
        if (count < (levels > 1 ? 2U : 1U)) return damaged(page_number, "has too few nodes");
        std::vector<std::pair<std::size_t, std::size_t>> places;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = number(page, kPageHeader + 2 * i, 2);
            const auto node = node_at(page, page_number, at, levels > 1);
            if (!node) return std::unexpected(node.error());
            const Status good = levels > 1 ? branch(page_number, *node, i, levels) : leaf(page_number, *node);
            if (!good) return good;
            places.emplace_back(at, at + node->bytes);
        }
        return is_tiled(places, upper) ? Status{} : damaged(page_number, "has nodes that overlap or leave room");
    }

    /// LMDB moves nodes by their sizes: they lie one after the other, up to the end of the page.
    [[nodiscard]] static bool is_tiled(std::vector<std::pair<std::size_t, std::size_t>>& places, std::size_t upper) {
        std::ranges::sort(places);
        for (const auto& [begin, end] : places) {
            if (begin != upper) return false;
            upper = end;
        }
        return upper == kPage;
    }

    /// The keys of leaves come in their order. Those of branches are at most the first of their leaf, but where they are
    /// wrong a key is not found: nothing worse.
    [[nodiscard]] Status branch(std::uint64_t page, const Node& node, std::size_t at, std::uint16_t levels) {
        if (free_ && at != 0 && node.key.size() != sizeof(std::uint64_t))
            return damaged(page, "has a key of another size");
        return follow(node.child, static_cast<std::uint16_t>(levels - 1));
    }

    [[nodiscard]] Status leaf(std::uint64_t page, const Node& node) {
        if (free_ && node.key.size() != sizeof(std::uint64_t)) return damaged(page, "has a key of another size");
        if (has_key_ && !is_before(last_key_, node.key)) return damaged(page, "has keys out of order");
        last_key_.assign(node.key.begin(), node.key.end());
        has_key_ = true;
        if ((node.flags & ~(kBigData | kSubData)) != 0) return damaged(page, "has a node of an unknown kind");
        if ((node.flags & kSubData) != 0) return named_tree(page, node);
        if ((node.flags & kBigData) != 0) return overflow(page, node);
        return free_ ? free_list(page, node.data) : Status{};
    }

    [[nodiscard]] bool is_before(Bytes a, Bytes b) const {
        return free_ ? little_endian(a) < little_endian(b) : std::ranges::lexicographical_compare(a, b);
    }

    [[nodiscard]] Status named_tree(std::uint64_t page, const Node& node) {
        if (free_ || (node.flags & kBigData) != 0 || node.data.size() != kTreeBytes)
            return damaged(page, "has a tree that is none");
        const Tree tree = tree_at(node.data, 0);
        if (tree.flags != 0) return damaged(page, "has a tree of an unknown kind");
        inner_.push_back(tree);
        return {};
    }

    /// Values that do not fit into a page: a run of pages, of which the first has a header.
    [[nodiscard]] Status overflow(std::uint64_t page, const Node& node) {
        const std::uint64_t first = little_endian(node.data), count = (kPageHeader - 1 + node.size) / kPage + 1;
        if (first >= in_file_ || count > in_file_ - first)
            return damaged(page, "has a value behind the end of the file");
        for (std::uint64_t i = 0; i < count; ++i)
            if (const Status taken = take(first + i, in_file_); !taken) return taken;
        std::array<std::uint8_t, kPageHeader> header{};
        if (!read_at(file_, header, first * kPage)) return damaged(first, "cannot be read");
        const bool good = number(header, kNumberAt, 8) == first && number(header, kFlagsAt, 2) == kOverflow &&
                          number(header, kLowerAt, 4) == count;
        if (!good) return damaged(first, "does not begin a value");
        if (!free_) return {};
        std::vector<std::uint8_t> list(static_cast<std::size_t>(node.size));
        if (!read_at(file_, list, first * kPage + kPageHeader)) return damaged(first, "cannot be read");
        return free_list(first, list);
    }

    /// Their count, then the numbers of free pages, which may lie behind what was ever written.
    [[nodiscard]] Status free_list(std::uint64_t page, Bytes list) {
        constexpr std::size_t kNumber = sizeof(std::uint64_t);
        const std::uint64_t room = list.size() / kNumber, count = room == 0 ? kNoPage : number(list, 0, kNumber);
        if (count >= room) return damaged(page, "has a list of free pages that is longer than it is");
        for (std::uint64_t i = 1; i <= count; ++i)
            if (const Status taken = take(number(list, static_cast<std::size_t>(i) * kNumber, kNumber), pages_); !taken)
                return taken;
        return {};
    }

    int file_;
    std::uint64_t pages_, in_file_;
    std::vector<bool> seen_;
    std::vector<std::uint8_t> last_key_;
    std::vector<Tree> inner_;
    bool has_key_ = false, free_ = false;
};

std::uint64_t pages_in(int file) {
    struct stat status{};
    return ::fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) / kPage : 0;
}

} // namespace

Result<Meta> PageFile::read_meta(std::uint64_t page) const {
    std::array<std::uint8_t, kMetaBytes> bytes{};
    if (!read_at(file_, bytes, page * kPage)) return damaged(page, "is cut off");
    if (number(bytes, kFlagsAt, 2) != kMetaPage || number(bytes, kMagicAt, 4) != kMetaMagic)
        return damaged(page, "is no meta page of LMDB");
    if (number(bytes, kMetaVersionAt, 4) != kMetaVersion) return damaged(page, "is of another version of LMDB");
    const Meta meta{number(bytes, kTransactionAt, 8), number(bytes, kLastPageAt, 8), tree_at(bytes, kFreeTreeAt),
                    tree_at(bytes, kMainTreeAt)};
    if (number(bytes, kFreeTreeAt, 4) != kPage) return damaged(page, "names another size of pages");
    if (meta.free_pages.flags != kIntegerKeys || meta.main.flags != 0)
        return damaged(page, "names trees of other kinds");
    // Every page that is used has been written: what lies behind the file's end can only be free.
    if (meta.last_page >= kMostPages || meta.last_page > 2 * pages_in(file_) + kMostUnwritten)
        return damaged(page, "names more pages than the file can have");
    return meta;
}

bool PageFile::is_half_made() const {
    struct stat status{};
    if (::fstat(file_, &status) != 0 || static_cast<std::size_t>(status.st_size) >= 2 * kPage) return false;
    const auto first = read_meta(0);
    return static_cast<std::size_t>(status.st_size) < kMetaBytes || (first && first->transaction == 0);
}

Status PageFile::check_metas() const {
    for (std::uint64_t page = 0; page < 2; ++page) {
        auto meta = read_meta(page);
        for (int i = 1; i < kMetaTries && !meta; ++i) meta = read_meta(page); // somebody may be writing it
        if (!meta) return std::unexpected(meta.error());
    }
    return {};
}

std::optional<Meta> PageFile::meta_of(std::uint64_t transaction) const {
    for (std::uint64_t page = 0; page < 2; ++page)
        if (const auto meta = read_meta(page); meta && meta->transaction == transaction) return *meta;
    return {};
}

Status PageFile::check_trees(const Meta& meta) const {
    TreeCheck check(file_, meta.last_page + 1, pages_in(file_));
    if (const Status good = check.tree(meta.main, false); !good) return good;
    return check.tree(meta.free_pages, true);
}

} // namespace relit::cache
