// The PlayStation 3 fragment program as a guest language.
#pragma once

#include "isa/guest.hpp"

namespace relit::isa::rsx::fp {

extern const Guest kGuest;

[[nodiscard]] Guess guess(Bytes file);
[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);
[[nodiscard]] Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
/// The program alone, its constants zero.
[[nodiscard]] Result<std::vector<std::uint8_t>> canonical(Bytes file);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);
/// The constants in the code as "fconst0" and so on, in the order of the instructions that carry them.
[[nodiscard]] Result<std::vector<Preset>> presets(Bytes file, const ir::Context& context);
[[nodiscard]] Result<std::vector<Preset>> presets_of_dump(Bytes dump);
/// docs/isa/rsx.fp.md, printed from the tables.
[[nodiscard]] std::string document();

[[nodiscard]] Result<ir::Module> lift(Bytes file, ir::ContextReader& context);

} // namespace relit::isa::rsx::fp
