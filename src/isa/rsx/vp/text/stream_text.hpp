// Streams of methods as text.
#pragma once

#include "base/result.hpp"
#include "isa/rsx/vp/encoding/word.hpp"
#include "isa/rsx/vp/text/spelling.hpp"

#include <string_view>
#include <vector>

namespace relit::isa::rsx::vp {

/// Some slots of a program as text: without an END of its own, targets are slots of the whole.
struct StreamPart {
    std::vector<Word128> slots;
    Fill fill = Fill::Sony; // what holds after it
};
[[nodiscard]] Result<StreamPart> assemble_part(std::string_view text, Fill fill);

[[nodiscard]] bool is_stream_text(std::string_view text);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble_stream(std::string_view text);

} // namespace relit::isa::rsx::vp
