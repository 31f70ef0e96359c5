// The share in the tests is tests/properties/guests/damaged_text.cpp.
#include "guests/guests.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/damaged_text.hpp"

#include <fmt/format.h>

namespace relit::soak {

std::string damaged_texts(std::uint64_t first, std::uint64_t end) {
    constexpr std::size_t kLeast = 95; // percent
    for (const codec::Codec* const codec : guests::codecs()) {
        const test::DamagedTexts texts = test::damaged_texts(*codec, first + 1, end - first, false);
        fmt::print(stderr, "{}: {} texts, {} are taken for its own\n", codec->name, texts.refused, texts.named);
        if (texts.named * 100 >= texts.refused * kLeast) continue;
        for (const std::string& miss : texts.misses) fmt::print(stderr, "  {}\n", miss);
        return fmt::format("{}: {} of {} are taken for its own", codec->name, texts.named, texts.refused);
    }
    return {};
}

} // namespace relit::soak
