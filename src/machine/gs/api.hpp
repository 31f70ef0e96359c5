// What the parts of the public face share.
#pragma once

#include <relit/gs.hpp>

#include "base/byte_stream.hpp"
#include "machine/gs/dump/dump.hpp"

namespace relit::api::gs {

[[nodiscard]] Error error_of(const Fault& fault);
[[nodiscard]] ReadBytes reader_of(Read read);
[[nodiscard]] Expected<std::vector<std::uint8_t>> written(const Result<machine::gs::Dump>& dump, Packing packing);

} // namespace relit::api::gs
