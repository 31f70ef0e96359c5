// The state that Ryujinx translated a pipeline for, as context keys.
#pragma once

#include "emulators/found.hpp"
#include "emulators/maxwell_state.hpp"

namespace relit::emulators::ryujinx {

/// Reads the state behind the programs of a pipeline, unpacked. What lies behind it does not matter.
[[nodiscard]] Status add_state(Bytes state, Found& found);

} // namespace relit::emulators::ryujinx
