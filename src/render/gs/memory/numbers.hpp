// Numbers below a limit, each with a value: few of them, which are looked up for each pixel and each write.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace relit::render::gs {

template <class T>
class NumberMap {
public:
    explicit NumberMap(std::uint32_t limit) : bits_((limit + kBits - 1) / kBits) {}

    [[nodiscard]] bool has(std::uint32_t number) const {
        const std::size_t at = number / kBits;
        return at < bits_.size() && (bits_[at] >> number % kBits & 1) != 0;
    }
    /// Null where there is none.
    [[nodiscard]] T* find(std::uint32_t number) { return has(number) ? &values_.find(number)->second : nullptr; }
    [[nodiscard]] const T* find(std::uint32_t number) const {
        return has(number) ? &values_.find(number)->second : nullptr;
    }
    /// Of a number below the limit, which is there afterwards.
    [[nodiscard]] T& operator[](std::uint32_t number) {
        bits_[number / kBits] |= std::uint64_t{1} << number % kBits;
        return values_[number];
    }

private:
    static constexpr std::uint32_t kBits = 64;
    std::vector<std::uint64_t> bits_; // which there are: most questions end here
    std::unordered_map<std::uint32_t, T> values_;
};

} // namespace relit::render::gs
