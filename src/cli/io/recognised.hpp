// The codec that a file is read with if --isa names none.
#pragma once

#include "base/result.hpp"
#include "guests/recognise.hpp"

#include <string>

namespace relit::cli {

/// The codec of what was recognised. Where nothing marks the file, standard error names the codec.
[[nodiscard]] Result<const codec::Codec*> recognised_codec(const Result<guests::Candidate>& kind,
                                                           const std::string& file);

} // namespace relit::cli
