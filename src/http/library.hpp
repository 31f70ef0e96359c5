// The functions of libmicrohttpd, which is opened while the program runs (docs/decisions/0020).
#pragma once

#include "base/result.hpp"

#include <microhttpd.h>

namespace relit::http {

struct Functions {
#define MHD_FUNCTION(name) decltype(&MHD_##name) name = nullptr;
#include "http/microhttpd.inc"
#undef MHD_FUNCTION
};

/// Fails with NotSupported if this machine has no such library, or one without these functions.
[[nodiscard]] Result<Functions> open_library();

} // namespace relit::http
