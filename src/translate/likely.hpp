// Which kind of file one is when nobody has named it: out of what every kind answers, one or none.
#pragma once

#include "base/bytes.hpp"
#include "base/guess.hpp"
#include "base/result.hpp"

#include <string_view>
#include <vector>

namespace relit::translate {

/// A kind of file with what it makes of a file: a guest language, or a machine whose dumps are read.
struct Candidate {
    std::string_view name;
    Guess guess;
};

/// What every guest makes of a file.
[[nodiscard]] std::vector<Candidate> candidates_of(Bytes file);
/// Those that the file is to be taken for: the certain ones, else the plausible ones. Of several plausible ones the ending
/// of the file's name (suffixes.inc) picks its own.
[[nodiscard]] std::vector<Candidate> likely(std::vector<Candidate> all, std::string_view file_name);
/// The only one of likely(); a fault that says why there is none, or which there are.
[[nodiscard]] Result<Candidate> only_one(const std::vector<Candidate>& likely);

} // namespace relit::translate
