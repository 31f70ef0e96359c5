// The number of each kind of fault: the program's exit code and the library's Error::code (docs/exit-codes.md).
#pragma once

#include "base/result.hpp"

namespace relit {

[[nodiscard]] constexpr int exit_code(FaultKind kind) {
    switch (kind) {
        case FaultKind::Usage: return 2;
        case FaultKind::BadInput: return 3;
        case FaultKind::NotSupported: return 4;
        case FaultKind::Internal: return 5;
        case FaultKind::Device: return 6;
    }
    return 5;
}

} // namespace relit
