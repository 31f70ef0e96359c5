// Which kinds of values a target must have.
#pragma once

#include "lang/shader_info.hpp"
#include "lang/target.hpp"

#include <optional>

namespace relit::lang {

/// Returns the first kind that a writer for this target would have to say and the target lacks: of values, and of register
/// files. A file that no instruction accesses is declared for a harness, and in SPIR-V, where the pipeline or a host may know
/// it. `shader_info` is the module's.
[[nodiscard]] std::optional<ir::Kind> lacked_kind(const ir::Module& module, const ShaderInfo& shader_info,
                                                  const Target& target);

} // namespace relit::lang
