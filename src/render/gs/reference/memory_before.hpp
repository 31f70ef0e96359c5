// Local memory as it was before a primitive: what its texture shows, even where it draws over itself.
#pragma once

#include "machine/gs/state/work.hpp"
#include "render/gs/memory/memory.hpp"

#include <memory>

namespace relit::render::gs::reference {

/// Copies the pages that the primitive may both draw to and sample; others it reads where they are.
class MemoryBefore {
public:
    /// Nothing is drawn over.
    explicit MemoryBefore(const Memory& memory) : memory_(memory) {}
    MemoryBefore(const Memory& memory, const machine::gs::DrawState& state,
                 const std::array<machine::gs::Vertex, 3>& vertices);

    /// As Memory::raw.
    [[nodiscard]] std::uint32_t raw(PixelBits pixel, std::uint32_t address) const {
        if (copies_ == nullptr) return memory_.raw(pixel, address);
        const std::uint32_t bit = pixel.at(address), page = bit / (8 * machine::gs::kPageBytes);
        const std::int32_t copy = copies_->of_page[page];
        if (copy < 0) return memory_.raw(pixel, address);
        const std::size_t word = static_cast<std::size_t>(copy) * kPageWords + bit / 32 % kPageWords;
        return copies_->words[word] >> (bit % 32) & pixel.mask;
    }

private:
    static constexpr std::uint32_t kPageWords = machine::gs::kPageBytes / 4;
    struct Copies {
        std::array<std::int32_t, machine::gs::kPages> of_page;
        std::vector<std::uint32_t> words; // of whole pages
    };

    const Memory& memory_;
    std::unique_ptr<Copies> copies_; // null: nothing is drawn over
};

} // namespace relit::render::gs::reference
