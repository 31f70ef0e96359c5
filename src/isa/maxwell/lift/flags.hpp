// Which of the flags an instruction looks at, and which it leaves.
#pragma once

#include "isa/maxwell/lift/register_set.hpp"

#include <cstdint>

namespace relit::isa::maxwell {

/// The flags that the instruction may look at, those that it leaves as they are under a guard included.
[[nodiscard]] std::uint32_t flags_read_by(const Instruction& in);
/// Whether the instruction leaves every flag anew. Some that have .CC do not.
[[nodiscard]] bool writes_all_flags(const Instruction& in);
/// False of what neither looks at flags nor leaves any.
[[nodiscard]] inline bool has_to_do_with_flags(const Instruction& in) {
    return in.known() && ((in.word & row(in.form).flags) != 0 || row(in.form).has_test);
}

} // namespace relit::isa::maxwell
