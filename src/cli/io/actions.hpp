// Verbs whose first word is an action: cache, bundle, batch.
#pragma once

#include "cli/io/program.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace relit::cli {

/// `words` of a command line are those after the action; `shown` is how help names them.
struct VerbAction {
    std::string_view name, shown;
    std::size_t least, most; // words
    Exit (*run)(const Options& options, std::span<const std::string> words);
};

/// Runs the action that the first word names. Reports a mistake (usage) if there is none of the name, or it takes another number of
/// words.
[[nodiscard]] Exit run_action(const Options& options, std::span<const VerbAction> actions);

} // namespace relit::cli
