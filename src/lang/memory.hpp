// Who sees the memory of a shader.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Returns true if each invocation is its whole workgroup.
[[nodiscard]] bool is_alone(const ir::Module& module, const Target& target);

/// Returns true if no other invocation sees the resource: scratch memory, and the shared memory of an invocation that is alone. The buffers
/// of a harness are for one invocation each, but are not private: compilers have to keep what is stored there.
[[nodiscard]] bool is_private(const ir::Module& module, const Target& target, std::uint32_t resource);

} // namespace relit::lang
