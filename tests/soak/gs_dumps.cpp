// Every dump against what public renderers left: a seed is a dump.
#include "tests/soak/soak.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/measured.hpp"

namespace relit::soak {

std::string gs_dumps(std::uint64_t first, std::uint64_t end) {
    const std::vector<std::filesystem::path> dumps = test::gs_corpus_dumps();
    const auto rows = test::gs_page_rows();
    return each_seed(first, end, [&](std::uint64_t seed) -> std::string {
        if (dumps.empty()) return "no corpus: gs/own";
        return test::gs_undocumented(rows, dumps[seed % dumps.size()].stem().stem());
    });
}

} // namespace relit::soak
