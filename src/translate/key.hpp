// Keys of translations, known before translating, in two steps as compiler caches have them: what a translation always depends
// on leads to the sets of context keys that earlier translations of it read; what the context says of such a set leads to the
// artefact.
#pragma once

#include "base/hash/hash.hpp"
#include "translate/translate.hpp"

#include <span>
#include <string>
#include <string_view>

namespace relit::translate {

/// A hash of all sources that a translation depends on; part of every key. Equal in builds of equal sources.
[[nodiscard]] std::string_view translator_version();
/// Every choice of a target, in words: "GLSL 450 for Vulkan, literal".
[[nodiscard]] std::string words_of(const lang::Target& target);

/// Programs in the order of the pipeline, a vertex program first; one alone may be of any stage.
using Programs = std::span<const isa::Program* const>;

/// The first step: canonical programs, target, passes and this translator's version.
[[nodiscard]] std::string program_text(Programs programs, const lang::Target& target,
                                       const PipelineOptions& pipeline = {});
/// Its key, 32 hex digits.
[[nodiscard]] std::string program_key(Programs programs, const lang::Target& target,
                                      const PipelineOptions& pipeline = {});

/// What the second step adds to a text: a line for each key that `read` names, with its value in `context` if it has one.
void add_context(std::string& text, const ir::Context& read, const ir::Context& context);
[[nodiscard]] Hash128 hash_of_text(std::string_view text);

/// The second step, 32 hex digits: `first` with what `context` says of the keys that `read` names. What is missing is
/// kept apart from every value: its default follows from the programs. Values in `read` do not matter.
/// A translation is found under the key of a set S that an earlier one with the same first step read, if this key, with
/// the context at hand, is the earlier one's. Equal keys, equal bytes.
[[nodiscard]] std::string full_key(std::string_view first, const ir::Context& read, const ir::Context& context);

} // namespace relit::translate
