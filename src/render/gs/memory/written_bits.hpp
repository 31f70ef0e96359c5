// Which bits of local memory were written since they were last taken.
#pragma once

#include "machine/gs/state/layout.hpp"

#include <algorithm>
#include <bitset>
#include <cassert>
#include <cstdint>
#include <span>

namespace relit::render::gs {

/// A bit for each bit of memory, in words that an owner keeps: a device clears some of them on its own.
class WrittenBits {
public:
    static constexpr std::size_t kWords = machine::gs::kMemoryBytes / 4;

    explicit WrittenBits(std::span<std::uint32_t> words) : words_(words) { assert(words.size() == kWords); }

    void note(std::uint32_t word, std::uint32_t bits) {
        words_[word] |= bits;
        pages_.set(word / kPageWords);
    }
    /// Whole bytes.
    void note_bytes(std::uint32_t begin, std::size_t size) {
        for (std::size_t at = begin; at < begin + size; ++at)
            note(static_cast<std::uint32_t>(at / 4), 0xffU << at % 4 * 8);
    }
    /// Of those from a bit on, counted from bit 0 of memory; all lie in one word.
    [[nodiscard]] std::uint32_t bits(std::uint32_t from, std::uint32_t mask) const {
        return words_[from / 32] >> from % 32 & mask;
    }
    /// Gives each word with written bits to `take(word, bits)`, and forgets them.
    template <class Take>
    void take_all(Take&& take) {
        if (pages_.none()) return;
        for (std::uint32_t page = 0; page < machine::gs::kPages; ++page) {
            if (!pages_[page]) continue;
            for (std::uint32_t word = page * kPageWords; word < (page + 1) * kPageWords; ++word)
                if (words_[word] != 0) take(word, words_[word]);
            std::ranges::fill(words_.subspan(std::size_t{page} * kPageWords, kPageWords), 0U);
        }
        pages_.reset();
    }
    void clear() {
        take_all([](std::uint32_t, std::uint32_t) {});
    }

private:
    static constexpr std::uint32_t kPageWords = machine::gs::kPageBytes / 4;

    std::span<std::uint32_t> words_;
    std::bitset<machine::gs::kPages> pages_; // that may have some
};

} // namespace relit::render::gs
