// The Xbox NV2A vertex program as a guest language.
#pragma once

#include "isa/guest.hpp"

namespace relit::isa::nv2a {

extern const Guest kGuest;

[[nodiscard]] Guess guess(Bytes file);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
[[nodiscard]] Result<std::vector<std::uint8_t>> canonical(Bytes file);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
/// What a push buffer loads: constants as they are when the file ends, v0 of the launch.
[[nodiscard]] Result<std::vector<Preset>> presets(Bytes file, const ir::Context& context);
/// Constants as the register interface (RDI select 0x17) gives them: four dwords W, Z, Y, X each, from raw 0 on.
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/nv2a.md, printed from the tables.
[[nodiscard]] std::string document();

/// Lifts a program (any file that load() reads). context_keys.inc says what of the context it looks at.
[[nodiscard]] Result<ir::Module> lift(Bytes file, ir::ContextReader& context);

} // namespace relit::isa::nv2a
