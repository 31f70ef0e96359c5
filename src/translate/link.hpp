// Fits a vertex and a fragment program together: between them nothing travels that the fragment program can do without.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

namespace relit::translate {

/// Whether the statements of the guest stay as they are (literal texts).
enum class Text : std::uint8_t { Free, Kept };

/// Fails where the fragment program reads a location as another type than the vertex program writes it, or where both
/// bind something in one place.
[[nodiscard]] Status check_border(const ir::Module& vertex, const ir::Module& fragment);

/// Lanes that the vertex program always leaves as one constant are that constant in the fragment program, if its text is
/// free; what it has no location for is 0. On the vertex program the optimising passes ran.
void settle_inputs(const ir::Module& vertex, ir::Module& fragment, Text text);

/// What the fragment program does not read enters it no more, and leaves the vertex program no more; what of that program
/// then has no use is for the pass `dead`. Interpolation is said on both sides.
void drop_unread(ir::Module& vertex, ir::Module& fragment, Text text);

} // namespace relit::translate
