// The PlayStation 3 fragment program as a guest language.
#pragma once

#include "isa/frontend.hpp"

namespace relit::isa::rsx::fp {

extern const codec::Codec kCodec;
extern const Frontend kFrontend;

[[nodiscard]] Recognition recognise(Bytes file);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/rsx.fp.md, printed from the tables.
[[nodiscard]] std::string document();

} // namespace relit::isa::rsx::fp
