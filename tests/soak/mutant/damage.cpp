#include "tests/soak/mutant/damage.hpp"

#include "base/text.hpp"
#include "tests/soak/mutant/text_damage.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::soak::mutant {
namespace {

constexpr std::size_t kMostInserted = 4096, kEnd = 4096; // bytes

struct Range {
    std::size_t begin, size;
};

/// An offset in the bytes: in the header, anywhere, or near the end, where dumps with a saved memory have their packets.
std::size_t offset_in(std::size_t size, Chance& chance) {
    constexpr std::size_t kHeader = 128;
    switch (chance.below(3)) {
        case 0: return chance.below(std::min(size, kHeader));
        case 1: return chance.below(size);
        default: return size - std::min<std::size_t>(size, 1 + chance.below(std::min(size, kEnd)));
    }
}

/// Mostly short, of whole dwords in half of the cases.
Range range_in(std::size_t size, Chance& chance) {
    std::size_t begin = offset_in(size, chance);
    std::size_t length = 1 + chance.below(std::uint64_t{1} << chance.below(13));
    if (chance.one_in(2)) begin &= ~std::size_t{3}, length = (length + 3) & ~std::size_t{3};
    return {begin, std::min(length, size - begin)};
}

std::vector<std::uint8_t>::iterator at(FileBytes& bytes, std::size_t offset) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(offset);
}

std::string flip_bits(FileBytes& bytes, Bytes, Chance& chance) {
    const std::uint64_t flips = 1 + chance.below(8);
    for (std::uint64_t i = 0; i < flips; ++i)
        bytes[offset_in(bytes.size(), chance)] ^= static_cast<std::uint8_t>(1U << chance.below(8));
    return fmt::format("{} bits flipped", flips);
}

std::string flip_bit(FileBytes& bytes, Chance& chance) {
    const std::size_t offset = offset_in(bytes.size(), chance);
    const std::uint64_t bit = chance.below(8);
    bytes[offset] ^= static_cast<std::uint8_t>(1U << bit);
    return fmt::format("bit {} of {:#x} flipped", bit, offset);
}

std::string cut_end(FileBytes& bytes, Bytes, Chance& chance) {
    bytes.resize(offset_in(bytes.size(), chance));
    return fmt::format("cut at {:#x}", bytes.size());
}

std::string cut_begin(FileBytes& bytes, Bytes, Chance& chance) {
    const std::size_t begin = offset_in(bytes.size(), chance);
    bytes.erase(bytes.begin(), at(bytes, begin));
    return fmt::format("{:#x} bytes cut off the front", begin);
}

std::string splice(FileBytes& bytes, Bytes donor, Chance& chance) {
    const std::size_t end = offset_in(bytes.size(), chance), from = chance.one_in(2) ? end : chance.below(donor.size());
    const Bytes tail = donor.subspan(std::min(from, donor.size()));
    bytes.resize(end);
    bytes.insert(bytes.end(), tail.begin(), tail.end());
    return fmt::format("from {:#x} on another file from {:#x} on", end, from);
}

std::string transplant(FileBytes& bytes, Bytes donor, Chance& chance) {
    if (donor.empty()) return "nothing taken";
    const Range from = range_in(donor.size(), chance);
    const std::size_t to = offset_in(bytes.size(), chance), size = std::min(from.size, bytes.size() - to);
    std::copy_n(donor.begin() + static_cast<std::ptrdiff_t>(from.begin), size, at(bytes, to));
    return fmt::format("{} bytes at {:#x} of another file", size, to);
}

std::string fill(FileBytes& bytes, Bytes, Chance& chance) {
    const Range range = range_in(bytes.size(), chance);
    const std::uint8_t with = chance.one_in(4) ? 0xff : 0;
    std::fill_n(at(bytes, range.begin), range.size, with);
    return fmt::format("{} bytes at {:#x} are {:#x}", range.size, range.begin, with);
}

std::string scramble(FileBytes& bytes, Bytes, Chance& chance) {
    const Range range = range_in(bytes.size(), chance);
    std::generate_n(at(bytes, range.begin), range.size, [&] { return static_cast<std::uint8_t>(chance.bits()); });
    return fmt::format("{} bytes at {:#x} are random", range.size, range.begin);
}

/// Of a size or a count: the least, the most, around signs and around the size of the file.
std::uint64_t extreme(std::uint64_t old, std::size_t size, Chance& chance) {
    const std::uint64_t all[] = {
        0,       1,          2,          ~std::uint64_t{0}, ~std::uint64_t{1},      0x7fff,  0x8000,
        0x10000, 0x7fffffff, 0x80000000, 0xfffffff0,        std::uint64_t{1} << 63, old + 1, old - 1,
        old * 2, size,       size + 1,   size - 1};
    return chance.any_of(all);
}

std::string overwrite_number(FileBytes& bytes, Bytes, Chance& chance) {
    const std::size_t width = std::size_t{1} << chance.below(4);
    if (bytes.size() < width) return "no number overwritten";
    std::size_t offset = std::min(offset_in(bytes.size(), chance), bytes.size() - width);
    if (!chance.one_in(4)) offset &= ~(width - 1);
    const bool is_big_endian = chance.one_in(3);
    const auto byte = [&](std::size_t i) { return at(bytes, offset + (is_big_endian ? width - 1 - i : i)); };
    std::uint64_t old = 0;
    for (std::size_t i = 0; i < width; ++i) old |= std::uint64_t{*byte(i)} << 8 * i;
    const std::uint64_t value = extreme(old, bytes.size(), chance);
    for (std::size_t i = 0; i < width; ++i) *byte(i) = static_cast<std::uint8_t>(value >> 8 * i);
    return fmt::format("number of {} bytes at {:#x} is {:#x}", width, offset, value);
}

std::string insert(FileBytes& bytes, Bytes, Chance& chance) {
    const std::size_t offset = offset_in(bytes.size() + 1, chance);
    FileBytes added(1 + chance.below(std::uint64_t{1} << chance.below(12)));
    const bool is_random = chance.one_in(2);
    for (std::uint8_t& byte : added) byte = is_random ? static_cast<std::uint8_t>(chance.bits()) : 0;
    bytes.insert(at(bytes, offset), added.begin(), added.end());
    return fmt::format("{} bytes inserted at {:#x}", added.size(), offset);
}

std::string remove(FileBytes& bytes, Bytes, Chance& chance) {
    const Range range = range_in(bytes.size(), chance);
    bytes.erase(at(bytes, range.begin), at(bytes, range.begin + range.size));
    return fmt::format("{} bytes removed at {:#x}", range.size, range.begin);
}

std::string duplicate(FileBytes& bytes, Bytes, Chance& chance) {
    const Range range = range_in(bytes.size(), chance);
    const std::uint64_t times = chance.one_in(8) ? 64 : 1;
    const FileBytes piece(at(bytes, range.begin), at(bytes, range.begin + std::min(range.size, kMostInserted)));
    const std::size_t offset = offset_in(bytes.size() + 1, chance);
    for (std::uint64_t i = 0; i < times; ++i) bytes.insert(at(bytes, offset), piece.begin(), piece.end());
    return fmt::format("{} bytes at {:#x} {} times more at {:#x}", piece.size(), range.begin, times, offset);
}

std::string exchange(FileBytes& bytes, Bytes, Chance& chance) {
    const Range a = range_in(bytes.size(), chance);
    const std::size_t b = offset_in(bytes.size(), chance);
    if (a.begin == b) return "nothing exchanged";
    const std::size_t size = std::min({a.size, bytes.size() - b, a.begin < b ? b - a.begin : a.begin - b});
    std::swap_ranges(at(bytes, a.begin), at(bytes, a.begin + size), at(bytes, b));
    return fmt::format("{} bytes at {:#x} and {:#x} exchanged", size, a.begin, b);
}

constexpr std::string (*kDamages[])(FileBytes&, Bytes, Chance&) = {
    flip_bits, flip_bits, cut_end,          cut_begin,        splice, transplant, fill,
    scramble,  exchange,  overwrite_number, overwrite_number, insert, remove,     duplicate};

bool is_text(Bytes bytes) {
    constexpr std::size_t kLookedAt = 4096;
    const Bytes begin = bytes.first(std::min(bytes.size(), kLookedAt));
    return std::ranges::all_of(
        begin, [](std::uint8_t byte) { return byte >= ' ' || byte == '\n' || byte == '\t' || byte == '\r'; });
}

} // namespace

void damage(FileBytes& bytes, Bytes donor, Chance& chance, Damage& done) {
    const bool is_light = chance.one_in(3); // so that something is left to be translated
    const std::uint64_t times = is_light || chance.one_in(2) ? 1 : 1 + chance.below(6);
    for (std::uint64_t i = 0; i < times; ++i) {
        std::string how;
        if (bytes.empty())
            how = insert(bytes, donor, chance);
        else if (is_light && !is_text(bytes))
            how = flip_bit(bytes, chance);
        else if (is_text(bytes) && !chance.one_in(4))
            how = damage_text(bytes, donor, chance);
        else
            how = chance.any_of(kDamages)(bytes, donor, chance);
        done.how += (done.how.empty() || done.how.ends_with(": ") ? "" : ", ") + how;
    }
}

} // namespace relit::soak::mutant
