// The program in a file, be it binary or text.
#pragma once

#include "base/result.hpp"
#include "isa/r500/fs/encoding/program.hpp"

#include <vector>

namespace relit::isa::r500::fs {

/// Whether load() takes the file for text.
[[nodiscard]] bool is_program_text(Bytes file);
/// The file, or what its text assembles to; `made` keeps that.
[[nodiscard]] Result<Bytes> binary_of(Bytes file, std::vector<std::uint8_t>& made);
/// Decodes instructions, a stream or text of either.
[[nodiscard]] Result<Program> load(Bytes file);

} // namespace relit::isa::r500::fs
