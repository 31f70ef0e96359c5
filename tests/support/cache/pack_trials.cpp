#include "cache/pack.hpp"
#include "tests/support/cache/trials.hpp"

#include <algorithm>
#include <random>

#include <fmt/format.h>

namespace relit::test {
namespace {

struct Pack {
    std::vector<std::uint8_t> bytes;
    std::vector<std::size_t> ends; // of its entries
};

Pack whole_pack(std::uint64_t entries) {
    Pack pack{.bytes = {cache::kPackMagic.begin(), cache::kPackMagic.end()}, .ends = {}};
    for (std::uint64_t i = 0; i < entries; ++i) {
        const auto packing = i % 2 == 0 ? cache::Packing::Zstd : cache::Packing::None;
        const auto entry = cache::seal({trial_key(i), 7, kTrialBuild}, trial_value(i), packing);
        pack.bytes.insert(pack.bytes.end(), entry.begin(), entry.end());
        pack.ends.push_back(pack.bytes.size());
    }
    return pack;
}

/// Where it is damaged first.
std::size_t damage(std::vector<std::uint8_t>& bytes, std::mt19937_64& random) {
    const std::size_t at = random() % bytes.size(),
                      count = std::min<std::size_t>(1 + random() % 300, bytes.size() - at);
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto to = from + static_cast<std::ptrdiff_t>(count);
    switch (random() % 5) {
        case 0: *from = static_cast<std::uint8_t>(*from ^ 1U << random() % 8); break;
        case 1: bytes.erase(from, bytes.end()); break;
        case 2: bytes.erase(from, to); break;
        case 3: std::fill(from, to, std::uint8_t{0}); break;
        default: bytes.insert(from, count, static_cast<std::uint8_t>(random())); break;
    }
    return at;
}

} // namespace

std::string pack_fault(std::uint64_t seed) {
    constexpr std::uint64_t kEntries = 12;
    static const Pack whole = whole_pack(kEntries);
    std::mt19937_64 random(seed);
    std::vector<std::uint8_t> bytes = whole.bytes;
    std::size_t first = bytes.size();
    for (std::uint64_t i = 1 + random() % 3; i > 0 && !bytes.empty(); --i)
        first = std::min(first, damage(bytes, random));
    std::vector<bool> found(kEntries);
    bool is_wrong = false;
    const auto read =
        cache::read_pack(reader_of(bytes), [&](const cache::Label& label, std::vector<std::uint8_t> value) {
            std::uint64_t number = 0;
            while (number < kEntries && trial_key(number) != label.key) ++number;
            is_wrong = is_wrong || number == kEntries || value != trial_value(number) || label.build != kTrialBuild;
            if (number < kEntries) found[number] = true;
            return Status{};
        });
    if (is_wrong) return "a wrong value was read";
    for (std::size_t i = 0; i < kEntries && whole.ends[i] <= first; ++i)
        if (!found[i]) return fmt::format("entry {} in front of the damage is lost", i);
    const bool is_whole = bytes == whole.bytes;
    if (!is_whole && read && !read->fault && read->entries == kEntries) return "the damage was not told";
    return "";
}

} // namespace relit::test
