// relit diff --draws of two dumps of the GS: their draws aligned, and the registers and vertices that differ.
#pragma once

#include "cli/io/program.hpp"
#include "machine/gs/dump/reader.hpp"

#include <memory>

namespace relit::cli {

/// Standard input and pipes can be read only once.
[[nodiscard]] bool is_read_again(const std::string& file);
/// Opens a file of the command line, 0 or 1, once more; fails where it has nothing but damage.
[[nodiscard]] Result<std::unique_ptr<machine::gs::DumpReader>> read_again(const Options& options, std::size_t number);

[[nodiscard]] Exit diff_dump_draws(const Options& options);

} // namespace relit::cli
