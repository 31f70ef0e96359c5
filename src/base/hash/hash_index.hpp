// Finds things by their contents that lie elsewhere, in the order in which they were made.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace relit {

/// Hashes a sequence of words for a HashIndex.
class WordHash {
public:
    constexpr WordHash& add(std::uint64_t word) {
        hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15U ^ hash_ >> 29;
        return *this;
    }
    constexpr WordHash& add(std::span<const std::uint32_t> words) {
        for (const std::uint32_t word : words) add(word);
        return *this;
    }
    [[nodiscard]] constexpr std::uint32_t value() const { return static_cast<std::uint32_t>(hash_ >> 32); }

private:
    std::uint64_t hash_ = 0;
};

/// Numbers of things by hash: what they are is known to the caller, who compares them. Open addressing in one piece of
/// memory, no entry is removed, and there is no iteration: no order of hashes can reach an output.
class HashIndex {
public:
    explicit HashIndex(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : slots_(memory) {}
    /// Makes room for so many things.
    void reserve(std::size_t things) {
        if (slots_.empty()) resize(std::bit_ceil(std::max(kFirst, 2 * things)));
    }

    /// Forgets all things; keeps its room.
    void clear() {
        std::ranges::fill(slots_, Slot{});
        left_ = slots_.size() / 2;
    }

    /// The number of the thing for which `is_it(number)` holds; `fresh`, which is kept, where there is none yet. The
    /// caller may put another number with the same hash there.
    template <class IsIt>
    std::uint32_t& find_or_add(std::uint32_t hash, std::uint32_t fresh, IsIt&& is_it) {
        if (left_ == 0) grow();
        Slot* const slots = slots_.data();
        std::uint32_t at = hash & mask_;
        for (; slots[at].number != kFree; at = (at + 1) & mask_) {
            if (slots[at].hash == hash && is_it(slots[at].number)) return slots[at].number;
        }
        slots[at] = {hash, fresh};
        --left_;
        return slots[at].number;
    }

private:
    static constexpr std::uint32_t kFree = ~std::uint32_t{0};
    static constexpr std::size_t kFirst = 64;
    struct Slot {
        std::uint32_t hash = 0, number = kFree;
    };

    void resize(std::size_t slots) {
        slots_.resize(slots);
        mask_ = static_cast<std::uint32_t>(slots - 1);
        left_ = slots / 2;
    }
    void grow() {
        std::pmr::vector<Slot> old(slots_.get_allocator());
        old.swap(slots_);
        resize(std::max(kFirst, 2 * old.size()));
        for (const Slot& slot : old) {
            if (slot.number == kFree) continue;
            std::uint32_t at = slot.hash & mask_;
            while (slots_[at].number != kFree) at = (at + 1) & mask_;
            slots_[at] = slot;
            --left_;
        }
    }

    std::pmr::vector<Slot> slots_; // a power of two of them, at least half of them free
    std::uint32_t mask_ = 0;
    std::size_t left_ = 0; // to be taken before there are to be more
};

} // namespace relit
