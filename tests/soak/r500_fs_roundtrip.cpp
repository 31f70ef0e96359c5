#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/sample_word.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/text.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

using namespace isa::r500;

constexpr unsigned kWords = 10; // of any bits, for each seed

/// Any bits of any instruction stand in its text.
std::string any_words(std::uint64_t seed) {
    isa::Random random(seed);
    std::vector<std::uint8_t> file;
    for (unsigned i = 0; i < kWords; ++i)
        for (const std::uint32_t raw : fs::any_word(random).raw)
            for (unsigned shift = 0; shift < 32; shift += 8) file.push_back(static_cast<std::uint8_t>(raw >> shift));
    const auto listing = fs::list(file, {});
    if (!listing) return fmt::format("seed {}: {}", seed, listing.error().text);
    const std::string text = codec::print(*listing);
    const auto again = fs::assemble(text, {});
    if (!again) return fmt::format("seed {}: line {}: {}\n{}", seed, again.error().line, again.error().text, text);
    return *again == file ? "" : fmt::format("seed {}: other bytes\n{}", seed, text);
}

} // namespace

std::string r500_fs_roundtrip(std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t seed = first; seed < end; ++seed) {
        std::string fault = test::round_trip_fault(fs::kFrontend, {}, seed);
        if (fault.empty()) fault = any_words(seed);
        if (!fault.empty()) return fault;
    }
    return {};
}

} // namespace relit::soak
