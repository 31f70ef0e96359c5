// Maxwell and Pascal shader programs (the Switch's) as a guest language.
#pragma once

#include "isa/frontend.hpp"

namespace relit::isa::maxwell {

extern const codec::Codec kCodec;
extern const Frontend kFrontend;

[[nodiscard]] Recognition recognise(Bytes file);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
/// The kernel that is named, of a file of CUDA.
[[nodiscard]] Result<std::vector<std::uint8_t>> select(Bytes file, const codec::Selection& selection);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/maxwell.md, printed from the tables.
[[nodiscard]] std::string document();

} // namespace relit::isa::maxwell
