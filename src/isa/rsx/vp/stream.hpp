// Vertex programs in streams of methods: as the console's memory holds them, and as text.
#pragma once

#include "isa/guest.hpp"
#include "isa/rsx/vp/program.hpp"
#include "isa/rsx/vp/text.hpp"

namespace relit::isa::rsx::vp {

/// Whether following the headers from the first word leads through nothing else to a method about programs.
[[nodiscard]] bool is_stream(Bytes file);
/// Whether that holds for little-endian words, of a file that is no stream as it is.
[[nodiscard]] bool is_little_endian_stream(Bytes file);
/// What the machine holds after the methods of a stream.
[[nodiscard]] Program load_stream(Bytes file);
/// A fault with a stated answer where no program can be run: nothing loaded, no END.
[[nodiscard]] Status check_runnable(const Program& program);

/// Some slots of a program as text: without an END of its own, targets are slots of the whole.
struct Part {
    std::vector<Word128> slots;
    Fill fill = Fill::Sony; // what holds behind it
};
[[nodiscard]] Result<Part> assemble_part(std::string_view text, Fill fill);

[[nodiscard]] bool is_stream_text(std::string_view text);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble_stream(std::string_view text);

} // namespace relit::isa::rsx::vp
