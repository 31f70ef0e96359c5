// Watched words of local memory: which of their bits were written, by any access.
#pragma once

#include "machine/gs/state/layout.hpp"
#include "render/gs/memory/numbers.hpp"

#include <span>

namespace relit::render::gs {

class WordWatch {
public:
    void add(std::uint32_t index, std::uint32_t bits) { words_[index].bits |= bits; }
    [[nodiscard]] bool has(std::uint32_t index) const { return words_.has(index); }
    /// Memory tells this of every write.
    void note(std::uint32_t index, std::uint32_t bits) {
        Word* const word = words_.find(index);
        if (word == nullptr || (bits & word->bits) == 0) return;
        if (word->written == 0) hits_.push_back(index);
        word->written |= bits & word->bits;
    }
    /// The words that were written since clear(), in the order in which they were first.
    [[nodiscard]] std::span<const std::uint32_t> hits() const { return hits_; }
    [[nodiscard]] bool is_hit() const { return !hits_.empty(); }
    /// Of the watched bits.
    [[nodiscard]] std::uint32_t written(std::uint32_t index) const {
        const Word* const word = words_.find(index);
        return word != nullptr ? word->written : 0;
    }
    void clear() {
        for (const std::uint32_t index : hits_) words_[index].written = 0;
        hits_.clear();
    }

private:
    struct Word {
        std::uint32_t bits = 0;    // that are watched
        std::uint32_t written = 0; // of these, since clear()
    };

    NumberMap<Word> words_{machine::gs::kMemoryBytes / 4};
    std::vector<std::uint32_t> hits_;
};

} // namespace relit::render::gs
