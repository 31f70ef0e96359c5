#include "tests/support/guests/damaged_text.hpp"

#include "guests/kind.hpp"
#include "isa/shared/random.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace relit::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// Changes, removes, adds or swaps a character of a word.
void damage(std::string& text, isa::Random& random) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    std::size_t at = 0;
    do at = random.below(static_cast<std::uint32_t>(text.size()));
    while (!is_word(text[at]));
    const char letter = kLetters[random.below(static_cast<std::uint32_t>(kLetters.size()))];
    switch (random.below(4)) {
        case 0: text[at] = letter; break;
        case 1: text.erase(at, 1); break;
        case 2: text.insert(at, 1, letter); break;
        default: std::swap(text[at], text[at == 0 ? 0 : at - 1]); break;
    }
}

/// The line in which two texts begin to differ, of the first.
std::string_view damaged_line(std::string_view text, std::string_view before) {
    std::size_t at = 0;
    while (at < text.size() && at < before.size() && text[at] == before[at]) ++at;
    const std::size_t line = text.rfind('\n', at) + 1;
    return text.substr(line, text.find('\n', at) - line);
}

} // namespace

std::string listing_of(const codec::Codec& codec, std::uint64_t seed) {
    constexpr std::string_view kDumps[] = {"gs/dither.gs.xz", "gs/scanmsk.gs.xz"};
    constexpr std::string_view kStreams[] = {"r500/flow_stream.vs.bin"};
    std::vector<std::uint8_t> file;
    if (codec.sample != nullptr) file = codec.sample(seed);
    if (codec.name == "gs") file = read(fs::path(RELIT_DATA) / kDumps[seed % std::size(kDumps)]);
    if (codec.name == "r500") file = read(fs::path(RELIT_DATA) / kStreams[seed % std::size(kStreams)]);
    const auto listing = codec::list(codec, file);
    return listing ? codec::print(*listing) : std::string();
}

DamagedTexts damaged_texts(const codec::Codec& codec, std::uint64_t first, std::size_t wanted, bool has_isa_line) {
    isa::Random random(first + 6);
    DamagedTexts count;
    for (std::uint64_t seed = first; count.refused < wanted && seed < first + 20 * wanted; ++seed) {
        std::string text = listing_of(codec, seed);
        if (text.empty()) continue;
        const std::string before = text;
        damage(text, random);
        if (codec::assemble(codec, text)) continue; // the damage is in a comment, or makes another program
        ++count.refused;
        const std::string line(damaged_line(text, before));
        if (has_isa_line) text.insert(0, "// a comment\n.isa " + std::string(codec.name) + "\n");
        const auto kind = guests::kind_of_text(text, "file", {});
        const bool is_named = kind && kind->codec == &codec;
        count.named += is_named ? 1 : 0;
        if (is_named) continue;
        count.misses.push_back(fmt::format("{} {} is taken for {}: {}", codec.name, seed,
                                           kind ? std::string(kind->codec->name) : kind.error().text, line));
    }
    return count;
}

} // namespace relit::test
