// Fits two stages of a pipeline together: between them nothing travels that the second can do without.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <array>

namespace relit::translate {

/// Whether the statements of the guest stay as they are (literal texts).
enum class Text : std::uint8_t { Free, Kept };

/// Fails where the second reads a location as another type than the first writes it.
[[nodiscard]] Status check_stage_interface(const ir::Module& writer, const ir::Module& reader);
/// Fails where both use one binding.
[[nodiscard]] Status check_bindings(const ir::Module& one, const ir::Module& other);

/// Lanes that the writer always leaves as one constant are that constant in the reader, if its text is free; of what the
/// writer does not have the lanes are `unwritten`, as bits. On the writer the optimising passes ran.
void fold_inputs(const ir::Module& writer, ir::Module& reader, const std::array<std::uint32_t, 4>& unwritten,
                 Text text);

/// What the reader does not read enters it no more, and leaves the writer no more, unless the pipeline requires it or it is
/// captured; what of the writer then has no use is for the pass `dce`. Interpolation is declared on both sides.
void drop_unread(ir::Module& writer, ir::Module& reader, Text text);

} // namespace relit::translate
