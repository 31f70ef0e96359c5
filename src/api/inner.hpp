// Functions that the parts of the library's functions for programs share.
#pragma once

#include <relit/relit.hpp>

#include "translate/cached.hpp"

namespace relit::api {

[[nodiscard]] std::unexpected<Error> error_of(const Fault& fault);
[[nodiscard]] Result<isa::ProgramPtr> parse(std::string_view language, File file);
/// Fails if an enumeration, a feature or a context key is not one that exists.
[[nodiscard]] Status check(const TranslateOptions& options);
[[nodiscard]] lang::Target target_of(const TranslateOptions& options);
[[nodiscard]] Shader shader_of(const relit::translate::Translation& done);

/// Through the cache, unless it is null.
[[nodiscard]] Expected<Shader> translate_with(cache::Cache* cache, std::string_view language, File file,
                                              const TranslateOptions& options);
[[nodiscard]] Expected<LinkedShaders> translate_linked_with(cache::Cache* cache, std::span<const Part> parts,
                                                            const TranslateOptions& options);

} // namespace relit::api
