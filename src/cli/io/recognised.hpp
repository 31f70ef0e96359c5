// The codec that a file is read with if --isa names none.
#pragma once

#include "base/result.hpp"
#include "guests/recognise.hpp"

#include <string>
#include <vector>

namespace relit::cli {

/// The only one of guests::likely(); a fault where there is none, or several. Where nothing marks the file, standard error
/// names the codec.
[[nodiscard]] Result<const codec::Codec*> recognised_codec(const std::vector<guests::Candidate>& likely,
                                                           const std::string& file);

} // namespace relit::cli
