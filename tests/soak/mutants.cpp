// Damaged inputs of every kind that the program reads: each meets its recogniser and two verbs, as processes with limits.
// Nothing may crash, hang, end with a code that is not documented, translate to what is not valid, or leave files behind.
#include "tests/soak/mutant/examine.hpp"
#include "tests/soak/soak.hpp"

#include "verify/glslang.hpp"

#include <algorithm>

namespace relit::soak {

std::span<const std::string_view> mutants_kinds() { return mutant::kKindNames; }

std::string mutants(std::string_view kind, std::uint64_t first, std::uint64_t end, Tally& tally) {
    const verify::GlslangSession session;
    for (const char* name : {"mutants", "commands", "refused", "accepted", "out of memory", "wrong"}) tally[name] += 0;
    const auto row = std::ranges::find(mutant::kKindNames, kind) - std::begin(mutant::kKindNames);
    mutant::Examiner examiner(static_cast<mutant::Kind>(row));
    std::string wrong;
    for (std::uint64_t seed = first; seed < end; ++seed) wrong += examiner.examine(seed, tally);
    return wrong;
}

} // namespace relit::soak
