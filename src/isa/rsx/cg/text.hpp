// Containers as text: directives for all that is not microcode, and the guest's own text between .code and .endcode.
#pragma once

#include "isa/guest.hpp"
#include "isa/rsx/cg/container.hpp"

namespace relit::isa::rsx::cg {

/// A container's lines around those of its microcode, which have been listed as if it were the whole file.
void list_around(Listing& listing, const Container& container);

/// Whether the text is one of a container.
[[nodiscard]] bool is_text(std::string_view text);
/// Assembles it; `code` assembles what stands between .code and .endcode.
using Assemble = Result<std::vector<std::uint8_t>> (*)(std::string_view text);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, Profile profile, Assemble code);

/// A name with backslashes before quotes, and \xNN for what is no plain character.
[[nodiscard]] std::string printable(std::string_view name);
/// What `info` tells: the headers, then the parameters.
void add_facts(std::vector<Fact>& facts, const Container& container);
/// What people call the constants that a program reads from registers c[].
[[nodiscard]] std::vector<ir::Label> register_labels(const Container& container);
/// Facts and labels as bytes, for the key of a translation.
void add_key(std::vector<std::uint8_t>& bytes, const ir::Context& facts, std::span<const ir::Label> labels);

} // namespace relit::isa::rsx::cg
