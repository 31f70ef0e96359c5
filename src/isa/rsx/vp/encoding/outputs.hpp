// The outputs of a vertex program as a table: rows of outputs.inc, one a meaning.
#pragma once

#include <cstdint>
#include <string_view>

namespace relit::isa::rsx::vp {

struct OutputRow {
    std::uint32_t index;
    std::string_view lanes, name;
    int bit; // in the output mask; -1: it is always on
    std::string_view purpose;
};
inline constexpr OutputRow kOutputRows[] = {
#define OUTPUT(index, lanes, name, bit, purpose) {index, lanes, name, bit, purpose},
#include "isa/rsx/vp/encoding/outputs.inc"
#undef OUTPUT
};

} // namespace relit::isa::rsx::vp
