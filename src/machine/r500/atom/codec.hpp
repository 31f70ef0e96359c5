// AtomBIOS images as a row of the table of codecs.
#pragma once

#include "codec/codec.hpp"

namespace relit::machine::r500::atom {

extern const codec::Codec kCodec;

} // namespace relit::machine::r500::atom
