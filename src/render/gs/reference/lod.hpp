// Level of detail by Q, from what a console was measured to take for its logarithm [HW, reference 9.2].
#pragma once

#include "machine/gs/state/words.hpp"

#include <array>
#include <cstdint>

namespace relit::render::gs::reference {

/// What the level of detail sees of |Q|: 128 times the exponent of its leading bit plus the seven bits after that.
/// |count| * 2^unit is the value; 0 is the float 0, below all others.
[[nodiscard]] std::int32_t coarse_log(std::int64_t count, std::int32_t unit);

/// log2 of a mantissa with these seven bits after its leading one, in 2^-(4 + l) of a level.
[[nodiscard]] std::int32_t measured_log(unsigned l, unsigned bits);

/// LOD in sixteenths, before TEX1 clamps and rounds it: K, less log2|Q| where it is not fixed. `log_q` as above.
[[nodiscard]] std::int32_t level_of_detail(const machine::gs::Tex1& tex1, std::int32_t log_q);

} // namespace relit::render::gs::reference
