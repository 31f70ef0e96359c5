// The PlayStation 3's RSX vertex program as a guest language.
#pragma once

#include "isa/guest.hpp"

namespace relit::isa::rsx::vp {

extern const Guest kGuest;

[[nodiscard]] Guess guess(Bytes file);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
[[nodiscard]] Result<std::vector<std::uint8_t>> canonical(Bytes file);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
/// A program's file loads no registers.
[[nodiscard]] Result<std::vector<Preset>> presets(Bytes file, const ir::Context& context);
/// Constants as the machine's memory holds them: four big-endian dwords x, y, z, w each, from c[0] on.
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/rsx.vp.md, printed from the tables.
[[nodiscard]] std::string document();

[[nodiscard]] Result<ir::Module> lift(Bytes file, ir::ContextReader& context);

} // namespace relit::isa::rsx::vp
