// Headers in the text of Maxwell programs: ".sph type=1, version=3", every field that is not 0.
#pragma once

#include "base/bits.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace relit::isa {
class Reader;
}

namespace relit::isa::maxwell {

/// Appends " name=value, ..." of the fields that are not 0, but for that named `silent`.
void print_values(std::string& text, std::span<const FieldInfo> fields, std::span<const std::uint32_t> units,
                  std::string_view silent = {});
/// Reads one "name=value"; false and a fault where it is none of `fields`.
[[nodiscard]] bool read_value(Reader& in, std::span<const FieldInfo> fields, std::span<std::uint32_t> units,
                              Fault& fault);

/// The field of a header that has any size.
[[nodiscard]] std::uint32_t field_value(const FieldInfo& field, std::span<const std::uint32_t> units);

} // namespace relit::isa::maxwell
