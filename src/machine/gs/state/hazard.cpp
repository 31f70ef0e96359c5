#include "machine/gs/state/hazard.hpp"

#include <algorithm>
#include <array>

namespace relit::machine::gs {
namespace {

/// In which batch a use waits, and what it does to memory.
struct UseInfo {
    Use use;
    Finish batch; // Nothing: it does not wait
    bool writes, is_frame;
};
constexpr std::array kUses{
    UseInfo{Use::CopyRead, Finish::Copies, false, false},   UseInfo{Use::CopyWrite, Finish::Copies, true, false},
    UseInfo{Use::CacheRead, Finish::Caching, false, false}, UseInfo{Use::TextureRead, Finish::Drawing, false, false},
    UseInfo{Use::FrameRead, Finish::Drawing, false, true},  UseInfo{Use::FrameWrite, Finish::Drawing, true, true},
    UseInfo{Use::HostRead, Finish::Nothing, false, false},  UseInfo{Use::HostWrite, Finish::Nothing, true, false},
};
static_assert([] {
    for (std::size_t i = 0; i < kUses.size(); ++i)
        if (static_cast<std::size_t>(kUses[i].use) != i) return false;
    return true;
}());
constexpr const UseInfo& info(Use use) { return kUses[static_cast<std::size_t>(use)]; }

bool overlap(const Access& a, const Access& b) { return (a.blocks & b.blocks) != 0 && (a.bits & b.bits) != 0; }

/// What of a waiting access must finish before a later one.
Finish finish_between(const Access& waiting, const Access& later) {
    const UseInfo &first = info(waiting.use), &second = info(later.use);
    if (!overlap(waiting, later) || (!first.writes && !second.writes)) return Finish::Nothing;
    if (first.batch < second.batch) return Finish::Nothing; // runs before it anyway
    if (first.is_frame && second.is_frame && waiting.surface == later.surface) return Finish::Nothing;
    return first.batch;
}

unsigned block_x_bits(const Layout& layout) {
    unsigned mask = 0;
    for (const AddressBit& bit : layout.within) mask |= bit.x;
    return static_cast<unsigned>(std::bit_width(mask));
}

std::uint32_t surface_of(const Buffer& buffer) {
    return (buffer.base & 0x3fff) | (buffer.width & 0x3f) << 14 | static_cast<std::uint32_t>(buffer.format) << 20;
}

} // namespace

HazardTracker::HazardTracker() : pages_(kPages) {}

Finish HazardTracker::ask(std::span<const Access> accesses) const {
    auto finish = Finish::Nothing;
    for (const Access& access : accesses)
        for (const Access& waiting : pages_[access.page % kPages])
            finish = std::max(finish, finish_between(waiting, access));
    return finish;
}

Finish HazardTracker::note(std::span<const Access> accesses) {
    const Finish finish = ask(accesses);
    forget(finish);
    for (const Access& access : accesses) {
        if (info(access.use).batch == Finish::Nothing) continue;
        std::vector<Access>& page = pages_[access.page % kPages];
        if (page.empty()) used_.push_back(access.page % kPages);
        const auto same = std::ranges::find_if(page, [&](const Access& waiting) {
            return waiting.use == access.use && waiting.bits == access.bits && waiting.surface == access.surface;
        });
        if (same != page.end())
            same->blocks |= access.blocks;
        else
            page.push_back(access);
    }
    return finish;
}

void HazardTracker::forget(Finish finished) {
    if (finished == Finish::Nothing) return;
    std::erase_if(used_, [&](std::uint32_t page) {
        std::erase_if(pages_[page], [&](const Access& waiting) { return info(waiting.use).batch <= finished; });
        return pages_[page].empty();
    });
}

std::vector<PageBlocks> blocks_of(const Buffer& buffer, std::uint32_t x, std::uint32_t y, std::uint32_t width,
                                  std::uint32_t height) {
    std::array<std::uint32_t, kPages> touched{};
    const Layout& layout = layout_of(buffer.format);
    const unsigned x_bits = block_x_bits(layout), y_bits = layout.within_bits() - x_bits;
    if (width == 0 || height == 0) return {};
    const Addresses addresses(buffer);
    for (std::uint32_t row = y >> y_bits; row <= (y + height - 1) >> y_bits; ++row) {
        const Addresses::RowStart line = addresses.row((row << y_bits) % 2048);
        for (std::uint32_t column = x >> x_bits; column <= (x + width - 1) >> x_bits; ++column) {
            const std::uint32_t block = addresses.in_row(line, (column << x_bits) % 2048) >> layout.within_bits();
            touched[block / kBlocksOfPage] |= 1U << block % kBlocksOfPage;
        }
    }
    std::vector<PageBlocks> blocks;
    for (std::uint32_t page = 0; page < kPages; ++page)
        if (touched[page] != 0) blocks.push_back({page, touched[page]});
    return blocks;
}

std::vector<Access> accesses_of(Use use, const Buffer& buffer, std::span<const PageBlocks> blocks, std::uint32_t keep) {
    const Layout& layout = layout_of(buffer.format);
    const std::uint32_t kept = layout.element == 5 ? keep << layout.shift : 0;
    const std::uint32_t bits = word_bits(buffer.format) & ~kept;
    std::vector<Access> accesses;
    if (bits == 0) return accesses;
    const std::uint32_t surface = info(use).is_frame ? surface_of(buffer) : 0;
    for (const PageBlocks& page : blocks) accesses.push_back({use, page.page, page.blocks, bits, surface});
    return accesses;
}

} // namespace relit::machine::gs
