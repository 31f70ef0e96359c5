#include "render/gs/reference/memory_before.hpp"

#include "machine/gs/state/accesses.hpp"

namespace relit::render::gs::reference {

MemoryBefore::MemoryBefore(const Memory& memory, const machine::gs::DrawState& state,
                           const std::array<machine::gs::Vertex, 3>& vertices)
    : memory_(memory) {
    if (!machine::gs::may_feed_back(state)) return;
    const std::vector<std::uint32_t> pages =
        machine::gs::feedback_pages(machine::gs::accesses_of(machine::gs::Draw{0, vertices}, state));
    if (pages.empty()) return;
    copies_ = std::make_unique<Copies>();
    copies_->of_page.fill(-1);
    for (const std::uint32_t page : pages) {
        if (copies_->of_page[page] >= 0) continue;
        copies_->of_page[page] = static_cast<std::int32_t>(copies_->words.size() / kPageWords);
        for (std::uint32_t i = 0; i < kPageWords; ++i) copies_->words.push_back(memory.word(page * kPageWords + i));
    }
}

} // namespace relit::render::gs::reference
