// The kind of a file without --isa: chosen from the verdicts of all codecs, one or none.
#pragma once

#include "base/bytes.hpp"
#include "base/recognition.hpp"
#include "base/result.hpp"
#include "codec/codec.hpp"

#include <string_view>
#include <vector>

namespace relit::guests {

/// A codec with its verdict on a file.
struct Candidate {
    const codec::Codec* codec = nullptr;
    Recognition recognition;
};

/// Returns true if the ending of a file's name means files of this codec (suffixes.inc).
[[nodiscard]] bool is_meant(const codec::Codec& codec, std::string_view file_name);

/// Returns the verdict of every codec on a file's beginning (codec::kLookedAt bytes, or all). A line .isa of a text decides.
[[nodiscard]] std::vector<Candidate> candidates_of(Bytes begin);
/// The same of text that is to be assembled.
[[nodiscard]] std::vector<Candidate> candidates_of_text(std::string_view text);
/// Returns the certain ones, else the plausible ones. Of several plausible ones the ending of the file's name (suffixes.inc)
/// picks its own.
[[nodiscard]] std::vector<Candidate> likely(std::vector<Candidate> all, std::string_view file_name);
/// Returns the only one of likely(), or a fault that says why there is none, or which there are.
[[nodiscard]] Result<Candidate> only_one(const std::vector<Candidate>& likely);

} // namespace relit::guests
