#include "cache/counters.hpp"

#include "base/bytes.hpp"
#include "cache/layout.hpp"

#include <fcntl.h>
#include <algorithm>
#include <cstring>

#include <xxhash.h>

namespace relit::cache {
namespace {

constexpr std::size_t kNumberBytes = 8, kNumbersBefore = 3;
constexpr std::size_t kChecked = kNumberBytes * (kNumbersBefore + Counters::kMostAge + 1);
constexpr int kReads = 4; // another process may be writing it

void add_number(std::vector<std::uint8_t>& to, std::uint64_t number) {
    for (std::size_t i = 0; i < kNumberBytes; ++i) to.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}
std::uint64_t number_at(Bytes bytes, std::size_t index) {
    return little_endian(bytes.subspan(kNumberBytes * index, kNumberBytes));
}

std::optional<std::vector<std::uint8_t>> checked(const Folder& folder) {
    const OpenFile file = open_in(folder.itself(), kCountersFile, O_RDONLY);
    for (int i = 0; file.is_open() && i < kReads; ++i) {
        auto bytes = read_file(file, kChecked + kNumberBytes);
        if (!bytes || bytes->size() != kChecked + kNumberBytes) continue;
        if (number_at(*bytes, kChecked / kNumberBytes) == XXH3_64bits(bytes->data(), kChecked)) return bytes;
    }
    return {};
}

} // namespace

std::optional<Counters> Counters::read(const Folder& folder) {
    const auto bytes = checked(folder);
    if (!bytes) return {};
    Counters counters;
    counters.bytes = number_at(*bytes, 0);
    counters.since_ = number_at(*bytes, 1);
    counters.tick_ = number_at(*bytes, 2);
    for (std::size_t i = 0; i < counters.moved_.size(); ++i)
        counters.moved_[i] = static_cast<std::int64_t>(number_at(*bytes, kNumbersBefore + i));
    return counters;
}

Status Counters::write(const Folder& folder) const {
    std::vector<std::uint8_t> all;
    for (const std::uint64_t number : {bytes, since_, tick_}) add_number(all, number);
    for (const std::int64_t time : moved_) add_number(all, static_cast<std::uint64_t>(time));
    add_number(all, XXH3_64bits(all.data(), all.size()));
    const OpenFile file = open_in(folder.itself(), kCountersFile, O_RDWR | O_CREAT);
    if (!file.is_open() || !write_file(file, all)) return failed("cannot write the counters of the cache");
    return {};
}

void Counters::count_written(std::uint64_t written, std::uint64_t tick_bytes) {
    since_ += written;
    for (; since_ >= tick_bytes; since_ -= tick_bytes) moved_[++tick_ % moved_.size()] = nanoseconds_now();
}

std::uint64_t Counters::age_of(std::int64_t time) const {
    std::uint64_t age = 0;
    while (age < std::min<std::uint64_t>(tick_, kMostAge) && moved_[(tick_ - age) % moved_.size()] > time) ++age;
    return age;
}

} // namespace relit::cache
