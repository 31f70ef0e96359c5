// One instruction of fragment assembly text as bits.
#pragma once

#include "isa/r500/fs/encoding/word.hpp"
#include "isa/r500/fs/text/syntax.hpp"
#include "isa/r500/text/tokens.hpp"

#include <optional>

namespace relit::isa::r500::fs {

struct Statement {
    Word192 word;
    std::optional<LabelUse> target; // what JUMP_ADDR is to be
};

/// Reads an instruction with its ';'. False and the reader's fault where something is wrong in it.
[[nodiscard]] bool read_statement(TokenReader& in, Statement& into);

} // namespace relit::isa::r500::fs
