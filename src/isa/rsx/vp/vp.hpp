// The PlayStation 3's RSX vertex program as a guest language.
#pragma once

#include "isa/frontend.hpp"

namespace relit::isa::rsx::vp {

extern const codec::Codec kCodec;
extern const Frontend kFrontend;

[[nodiscard]] Recognition recognise(Bytes file);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
/// Constants as the machine's memory holds them: four big-endian dwords x, y, z, w each, from c[0] on.
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/rsx.vp.md, printed from the tables.
[[nodiscard]] std::string document();

} // namespace relit::isa::rsx::vp
