// Random streams of the GS, cut at random bytes, and dumps, cut at random steps: snapshots go on as if nothing were cut, in another
// machine with another renderer.
#include "tests/soak/soak.hpp"
#include "tests/support/gs/snapshots.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

/// Most seeds have one sample a pixel; the last of four has four.
constexpr std::uint64_t kPeriod = 4;
constexpr unsigned samples_of(std::uint64_t seed) { return seed % kPeriod == kPeriod - 1 ? 4 : 1; }

std::string compare_cut(test::GsCuts& cuts, std::uint64_t seed) {
    constexpr std::uint64_t kOpens = 20; // every so many seeds: each opens the device
    if (std::string wrong = cuts.compare_stream(seed); !wrong.empty()) return wrong;
    return cuts.compare_dump(seed, seed % kOpens == 0);
}

} // namespace

std::string gs_snapshots(std::uint64_t first, std::uint64_t end) {
    for (const unsigned samples : {1U, 4U}) {
        auto cuts = test::GsCuts::with(samples);
        if (!cuts) return cuts.error().text;
        for (std::uint64_t seed = first; seed < end; ++seed)
            if (samples_of(seed) == samples)
                if (const std::string wrong = compare_cut(*cuts, seed); !wrong.empty())
                    return fmt::format("seed {}, {} samples: {}", seed, samples, wrong);
    }
    return {};
}

} // namespace relit::soak
