// The command line of batch with a verb: `relit batch [plan] VERB INPUT... --out STORE [OPTION...]`.
#pragma once

#include "cli/batch/options.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace relit::cli {

/// Returns true if batch runs this verb on many inputs.
[[nodiscard]] bool is_verb_of_units(std::string_view verb);

/// Takes the options that are the verb's alone out of the words of a command line (the program's name first), with their values, and
/// those behind "--", which are all the verb's. What batch and the verb both have is batch's before "--". Other command lines stay as
/// they are.
[[nodiscard]] StoreOptions take_options_of_units(std::vector<char*>& words);

} // namespace relit::cli
