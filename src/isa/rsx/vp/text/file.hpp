// Which of its kinds a file of a vertex program is, and the program in it.
#pragma once

#include "base/result.hpp"
#include "isa/rsx/vp/encoding/program.hpp"

namespace relit::isa::rsx::vp {

/// Decodes microcode (big-endian dwords, or little-endian ones where only those make sense), a container, a stream of methods or
/// text.
[[nodiscard]] Result<Program> load(Bytes file);
/// The same for a file that is not text, whatever it looks like.
[[nodiscard]] Result<Program> load_binary(Bytes file);
/// The same for what text assembles to, whose order of bytes is known to be the console's.
[[nodiscard]] Result<Program> load_console(Bytes file);
/// The order that the dwords of microcode are taken to be in.
[[nodiscard]] ByteOrder order_of(Bytes file);
/// Which kind `file` is taken for; any file is one of them.
[[nodiscard]] FileKind kind_of(Bytes file);
} // namespace relit::isa::rsx::vp
