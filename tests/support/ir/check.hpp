// What must hold of any IR text, however it came about: for a fuzz target and a soak.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace relit::test {

/// Loads text as a program; what loads is lowered for several targets, each step leaves a legal module, it is printed or refused by
/// name, and the interpreter gives the same before and after. Says what is wrong, with the text, or nothing. Text that is too large to
/// run in a moment is only loaded.
[[nodiscard]] std::string fault_of_ir_text(std::string_view text);

/// The text of a random module, or of a seed of fuzz/corpus/ir_translate, with lines and words changed at a few positions: types,
/// operations, values, numbers. Most are refused.
[[nodiscard]] std::string damaged_ir_text(std::uint64_t seed);

} // namespace relit::test
