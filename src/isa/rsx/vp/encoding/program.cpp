#include "isa/rsx/vp/encoding/program.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace relit::isa::rsx::vp {
namespace {

/// Bytes of a file as a number, or back.
constexpr std::uint32_t big_endian(std::uint32_t v) {
    return std::endian::native == std::endian::big ? v : std::byteswap(v);
}

Word128 word_at(Bytes file, std::size_t at) {
    Word128 word;
    std::memcpy(word.raw.data(), &file[at], kSlotBytes);
    for (std::uint32_t& raw : word.raw) raw = big_endian(raw);
    return word;
}

} // namespace

std::vector<Word128> words_of(Bytes file) {
    std::vector<Word128> words;
    words.reserve(file.size() / kSlotBytes);
    for (std::size_t at = 0; at + kSlotBytes <= file.size(); at += kSlotBytes) words.push_back(word_at(file, at));
    return words;
}

std::uint32_t Program::length() const {
    const auto run = std::span(slots).subspan(std::min<std::size_t>(start, slots.size()));
    const auto end = std::ranges::find_if(run, [](const Word128& word) { return word[Word128::end]; });
    return static_cast<std::uint32_t>(end - run.begin()) + (end == run.end() ? 0 : 1);
}

std::uint64_t Program::offset_of(std::size_t slot) const {
    if (!offsets.empty()) return offsets[slot];
    const std::uint64_t code = container ? container->code_offset : 0;
    return code + (slot - first) * kSlotBytes;
}

bool is_plain(const Word128& word) {
    const bool tests = word[Word128::cc_test] || looks_at_condition(word[Word128::sca]);
    return is_known(word) && word[Word128::unused] == 0 && (tests || word[Word128::condition] == Condition::Tr);
}

std::optional<std::uint32_t> target_of(const Word128& word) {
    const Sca op = word[Word128::sca];
    if (!has_target(op) || info(op).reads == 'a') return {};
    return word[Word128::target];
}

std::vector<std::uint8_t> bytes_of(std::span<const Word128> slots) {
    std::vector<std::uint8_t> bytes(slots.size() * kSlotBytes);
    std::uint8_t* to = bytes.data();
    for (Word128 word : slots) {
        for (std::uint32_t& raw : word.raw) raw = big_endian(raw);
        std::memcpy(to, word.raw.data(), kSlotBytes);
        to += kSlotBytes;
    }
    return bytes;
}

} // namespace relit::isa::rsx::vp
