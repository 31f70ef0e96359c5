// Pages that are printed from the tables of the command line.
#pragma once

#include "cli/options/tables.hpp"

namespace relit::cli {

/// relit --help: the verbs and what they have in common.
[[nodiscard]] std::string help();
/// relit VERB --help: its options and examples.
[[nodiscard]] std::string help_of(const VerbRow& verb);

/// relit(1), for troff -man.
[[nodiscard]] std::string manual_page();
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

} // namespace relit::cli
