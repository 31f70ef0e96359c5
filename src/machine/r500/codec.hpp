// Streams and captures of R500 as a row of the table of codecs.
#pragma once

#include "codec/codec.hpp"

namespace relit::machine::r500 {

extern const codec::Codec kCodec;

} // namespace relit::machine::r500
