// The counters file of a cache: it counts the bytes that all entries take, and has a clock that moves as entries are written.
#pragma once

#include "cache/folder.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace relit::cache {

/// Threads and processes change it with the folder's lock.
class Counters {
public:
    /// Nothing where there are none, or none that are right.
    [[nodiscard]] static std::optional<Counters> read(const Folder& folder);
    [[nodiscard]] Status write(const Folder& folder) const;

    /// Takes note that so many bytes were written; the clock moves by one for each `tick_bytes`.
    void count_written(std::uint64_t written, std::uint64_t tick_bytes);
    /// How often the clock has moved since a time of a file. Ages above kMostAge are taken for it.
    [[nodiscard]] std::uint64_t age_of(std::int64_t time) const;

    static constexpr std::size_t kMostAge = 255;
    std::uint64_t bytes = 0; // that all entries take, at least: those of a batch count before it is written

private:
    std::uint64_t since_ = 0, tick_ = 0;             // bytes since the clock last moved; how often it did
    std::array<std::int64_t, kMostAge + 1> moved_{}; // when it moved to a tick, by its number modulo their count
};

} // namespace relit::cache
