// Watched words of local memory: which of their bits were written, by any access.
#pragma once

#include <cstdint>
#include <vector>

namespace relit::render::gs {

class WordWatch {
public:
    struct Word {
        std::uint32_t index = 0;   // of the word in memory
        std::uint32_t bits = 0;    // that are watched
        std::uint32_t written = 0; // of these, since clear()
    };

    void add(std::uint32_t index, std::uint32_t bits) {
        for (Word& word : words_) {
            if (word.index != index) continue;
            word.bits |= bits;
            return;
        }
        words_.push_back({index, bits, 0});
    }
    [[nodiscard]] bool has(std::uint32_t index) const {
        for (const Word& word : words_)
            if (word.index == index) return true;
        return false;
    }
    /// Memory tells this of every write.
    void note(std::uint32_t index, std::uint32_t bits) {
        for (Word& word : words_) {
            if (word.index != index) continue;
            word.written |= bits & word.bits;
            is_hit_ = is_hit_ || word.written != 0;
        }
    }
    [[nodiscard]] bool is_hit() const { return is_hit_; }
    [[nodiscard]] std::uint32_t written(std::uint32_t index) const {
        for (const Word& word : words_)
            if (word.index == index) return word.written;
        return 0;
    }
    void clear() {
        for (Word& word : words_) word.written = 0;
        is_hit_ = false;
    }

private:
    std::vector<Word> words_; // a handful: one or two for each buffer that is drawn to
    bool is_hit_ = false;
};

} // namespace relit::render::gs
