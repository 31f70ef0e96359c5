// relit translate with two files: a vertex and a fragment program that are drawn together.
#pragma once

#include "cli/dump.hpp"
#include "cli/program.hpp"
#include "translate/translate.hpp"

namespace relit::cli {

/// A fault, reported, where the program has an instruction that nothing is known of and --strict was asked for.
[[nodiscard]] Status refuse_unknown(const Options& options, const Program& program);

Exit translate_pair(const Options& options, const lang::Target& target, const relit::translate::Route& route,
                    const Dump& dump);

} // namespace relit::cli
