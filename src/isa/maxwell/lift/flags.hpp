// Which flags an instruction reads, and which it writes.
#pragma once

#include "isa/maxwell/lift/register_set.hpp"

#include <cstdint>

namespace relit::isa::maxwell {

/// The flags that the instruction may read, including those that a false guard leaves unchanged.
[[nodiscard]] std::uint32_t flags_read_by(const Instruction& in);
/// Whether the instruction writes every flag. Some that have .CC do not.
[[nodiscard]] bool writes_all_flags(const Instruction& in);
/// False if the instruction neither reads nor writes flags.
[[nodiscard]] inline bool has_to_do_with_flags(const Instruction& in) {
    return in.known() && ((in.word & row(in.form).flags) != 0 || row(in.form).has_test);
}

} // namespace relit::isa::maxwell
