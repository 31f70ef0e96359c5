// Vertex programs in streams of methods, as the console's memory holds them.
#pragma once

#include "isa/rsx/vp/encoding/program.hpp"

namespace relit::isa::rsx::vp {

/// Whether following the headers from the first word leads through nothing else to a method about programs.
[[nodiscard]] bool is_stream(Bytes file);
/// Whether that holds for little-endian words, of a file that is no stream as it is.
[[nodiscard]] bool is_little_endian_stream(Bytes file);
/// What the machine holds after the methods of a stream.
[[nodiscard]] Program load_stream(Bytes file);
/// A fault with a stated answer where no program can be run: nothing loaded, no END.
[[nodiscard]] Status check_runnable(const Program& program, std::uint32_t start);

} // namespace relit::isa::rsx::vp
