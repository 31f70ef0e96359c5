// Maxwell and Pascal shader programs (the Switch's) as a guest language.
#pragma once

#include "isa/guest.hpp"

namespace relit::isa::maxwell {

extern const Guest kGuest;

[[nodiscard]] Guess guess(Bytes file);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
[[nodiscard]] Result<std::vector<std::uint8_t>> canonical(Bytes file);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
/// c[1] of a container, as words: constants of a DKSH.
[[nodiscard]] Result<std::vector<Preset>> presets(Bytes file, const ir::Context& context);
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/maxwell.md, printed from the tables.
[[nodiscard]] std::string document();

[[nodiscard]] Result<ir::Module> lift(Bytes file, ir::ContextReader& context);
/// VertexA and VertexB: what the first makes is what the second is given.
[[nodiscard]] Result<ir::Module> lift_joined(Bytes first, Bytes second, ir::ContextReader& context);
/// What follows once registers are values: finds the buffers behind addresses.
[[nodiscard]] bool lowers_uncombined(const ir::Module& module);
[[nodiscard]] Status lower(Bytes file, ir::Module& module, ir::ContextReader& context);

} // namespace relit::isa::maxwell
