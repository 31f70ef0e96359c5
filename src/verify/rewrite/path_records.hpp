// Registers that say which way each branch of a program went, so that another path is seen at its branch.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <string_view>

namespace relit::verify {

/// Of the file that add_path_records() adds.
inline constexpr std::string_view kPathFile = "path";

/// Adds a file with a register for each branch, and makes the branch add to it: 0x10000 where its condition holds, 1 where not,
/// or the number that a switch goes by. The additions come from the guest instruction of the branch. Returns false, and adds
/// nothing, if there is no branch that comes from one.
bool add_path_records(ir::Module& module);
/// The file that it added; the number of files if it added none.
[[nodiscard]] std::uint32_t path_file(const ir::Module& module);

} // namespace relit::verify
