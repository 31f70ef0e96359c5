// An instruction of a fragment program as text.
#pragma once

#include "isa/r500/fs/encoding/word.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace relit::isa::r500::fs {

/// What a jump's target is called: a label, or its number.
using TargetName = std::function<std::string(std::uint32_t target, bool global)>;

/// Appends the instruction; the assembler makes the same bits of it. One that is not known becomes a .word.
void print_instruction(std::string& text, const Word192& word, const TargetName& name);
/// The same with targets as numbers.
void print_instruction(std::string& text, const Word192& word);
/// What the text of a jump table is: "not alu_result", "0x3c".
[[nodiscard]] std::string jump_table_text(std::uint32_t table);

} // namespace relit::isa::r500::fs
