// The target of a translation, from the options.
#pragma once

#include "cli/io/program.hpp"
#include "lang/target.hpp"

namespace relit::cli {

[[nodiscard]] lang::Target target_of(const Options& options);

} // namespace relit::cli
