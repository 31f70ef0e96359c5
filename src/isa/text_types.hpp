// What a codec says of a file, by the names that guests use.
#pragma once

#include "codec/codec.hpp"

namespace relit::isa {

using codec::ExplainedField;
using codec::Explanation;
using codec::Line;
using codec::Listing;
using codec::TextOptions;

} // namespace relit::isa
