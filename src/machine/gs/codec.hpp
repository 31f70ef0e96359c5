// Dumps of the GS as a row of the table of codecs.
#pragma once

#include "codec/codec.hpp"

namespace relit::machine::gs {

/// Reads dumps as they come, of any length.
extern const codec::Codec kCodec;

} // namespace relit::machine::gs
