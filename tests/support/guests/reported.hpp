// What a translation makes of a program: its text, and what it lists of it.
#pragma once

#include "translate/translate.hpp"

#include <string>
#include <string_view>

namespace relit::test {

/// `notes`: what is not exact, a line each; or why the program is refused. `assumed`: context keys with their values and why, a line each.
struct Reported {
    std::string text, notes, assumed;
    bool is_refused = false;
    [[nodiscard]] bool notes_of(std::string_view name) const { return notes.find(name) != std::string::npos; }
    [[nodiscard]] bool assumes(std::string_view what) const { return assumed.find(what) != std::string::npos; }
};
/// As GLSL for Vulkan.
[[nodiscard]] Reported translated(const isa::Frontend& guest, Bytes file, const ir::Context& context = {});
/// The same of text; a failed test where it does not assemble.
[[nodiscard]] Reported translated(const isa::Frontend& guest, std::string_view text, const ir::Context& context = {});

/// Demands that the translation contains `wanted` and notes nothing of `name`.
void expect_translated(const Reported& reported, std::string_view wanted, std::string_view name);
/// Demands a note, an assumption or a refusal that names `name`.
void expect_listed(const Reported& reported, std::string_view name);

} // namespace relit::test
