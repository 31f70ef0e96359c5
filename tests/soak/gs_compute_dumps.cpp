// Every dump in every mode: a seed picks the dump, the rules and the number of samples.
#include "tests/soak/soak.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/renderers.hpp"

#include <fmt/format.h>

namespace relit::soak {

std::string gs_compute_dumps(std::uint64_t first, std::uint64_t end) {
    std::vector<std::filesystem::path> dumps = test::gs_corpus_dumps();
    if (dumps.empty()) dumps = test::gs_data();
    return each_seed(first, end, [&](std::uint64_t seed) -> std::string {
        const auto& dump = dumps[seed / test::kGsModes % dumps.size()];
        const auto [rules, rate] = test::gs_mode(seed % test::kGsModes);
        const std::string wrong = test::gs_difference(dump, rules, {.samples = rate});
        if (wrong.empty()) return {};
        return fmt::format("{}, {} rules, {} samples: {}", dump.filename().string(),
                           rules.coarse_steps ? "console" : "plain", rate, wrong);
    });
}

} // namespace relit::soak
