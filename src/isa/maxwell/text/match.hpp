// Finds the form that a statement's text means, and the word.
#pragma once

#include "isa/maxwell/text/statement.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace relit::isa::maxwell {

/// A word, but for its target where a label gives that.
struct Match {
    std::uint64_t word = 0;
    std::uint32_t reuse = 0; // for the schedule
    bool has_target = false; // the field Target20 is still to be filled
    std::string_view label;  // of the target; empty: `offset` alone is its address
    std::int64_t offset = 0;
    std::size_t target_at = 0;
};

/// Where the text fits none of the forms: of those with the mnemonic, what is wrong with the one that fits farthest.
struct Mismatch {
    std::size_t at = 0;
    std::string text;
    std::size_t fits = 0; // how far in the text
};

[[nodiscard]] bool match(const Statement& statement, Match& into, Mismatch& mismatch);

} // namespace relit::isa::maxwell
