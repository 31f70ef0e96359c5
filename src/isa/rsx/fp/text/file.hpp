// The program in a file, be it binary or text.
#pragma once

#include "base/result.hpp"
#include "isa/rsx/fp/encoding/program.hpp"

namespace relit::isa::rsx::fp {

/// Whether load() takes the file for text.
[[nodiscard]] bool is_program_text(Bytes file);
/// Decodes microcode, a container or text of either, as load_binary() does.
[[nodiscard]] Result<Program> load(Bytes file);

} // namespace relit::isa::rsx::fp
