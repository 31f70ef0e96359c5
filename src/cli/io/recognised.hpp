// The codec that a file is read with if --isa names none.
#pragma once

#include "base/result.hpp"
#include "guests/recognise.hpp"

#include <string>
#include <string_view>

namespace relit::cli {

/// The codec of what was recognised. Where nothing marks the file, standard error names the codec.
[[nodiscard]] Result<const codec::Codec*> recognised_codec(const Result<guests::Candidate>& kind,
                                                           const std::string& file);

/// The name of the codec that a file shows, without a word; empty where it is none or not one, and of an input that can be read
/// only once.
[[nodiscard]] std::string_view recognised_name(const std::string& file);

} // namespace relit::cli
