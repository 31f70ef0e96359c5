// Which integer operations hosts define as the IR does.
#pragma once

#include "ir/module.hpp"
#include "lang/target.hpp"

namespace relit::lang {

/// Returns true if a host's instruction, or its language's operator, gives what the row of ir/opcodes.inc says: operations of other kinds;
/// shifts by fewer bits than there are; unsigned division by what is never 0; and of 32 bits, where the target has operations on bits,
/// the high half of a product, bits counted, turned round and found, and fields of a scalar whose first bit and size are known and
/// within the word.
[[nodiscard]] bool is_host_integer(const ir::Module& module, const ir::Inst& inst, const Target& target);

} // namespace relit::lang
