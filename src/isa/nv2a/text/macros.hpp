// Text that stands for several NV2A instructions: %matmul4x4 and %norm3 of the vsh dialect, m4x4 and its relatives of
// Direct3D.
#pragma once

#include "isa/nv2a/text/operation.hpp"

namespace relit::isa::nv2a {

/// The instructions that a macro stands for, one operation a word.
struct Expansion {
    std::array<Operation, 4> operations{};
    unsigned count = 0;
};

/// Whether Direct3D has a macro of that name: m3x2 to m4x4.
[[nodiscard]] bool is_d3d_macro(std::string_view name);
/// Reads what follows the name of a macro, which stands at `at`; false and the reader's fault where it is wrong or would
/// compute something else than it says.
[[nodiscard]] bool read_macro(OperationReader& reader, std::string_view name, std::size_t at, Expansion& into);

} // namespace relit::isa::nv2a
