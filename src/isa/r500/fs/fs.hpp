// The R500 fragment program as a guest language.
#pragma once

#include "isa/frontend.hpp"

namespace relit::isa::r500::fs {

extern const codec::Codec kCodec;
extern const Frontend kFrontend;

[[nodiscard]] Recognition recognise(Bytes file);
[[nodiscard]] Recognition recognise_text(std::string_view text);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::AssembleOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/r500.fs.md, printed from the tables.
[[nodiscard]] std::string document();

} // namespace relit::isa::r500::fs
