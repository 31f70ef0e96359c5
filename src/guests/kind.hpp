// The kind of a file whose kind no option names: what its bytes show, or what its text is nearest to.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "guests/recognise.hpp"

#include <string_view>

namespace relit::guests {

/// The only one of likely() for a file that begins so (codec::kLookedAt bytes, or all); of text that no assembler accepts the
/// nearest guest's, as plausible. A fault that says why there is none, or which there are.
[[nodiscard]] Result<Candidate> kind_of_file(Bytes begin, std::string_view file_name);
/// Returns true if the fault is that there is none, or that of an empty file.
[[nodiscard]] bool is_no_kind(const Fault& fault);
[[nodiscard]] std::unexpected<Fault> empty_file();
/// The same of text that is to be assembled.
[[nodiscard]] Result<Candidate> kind_of_text(std::string_view text, std::string_view file_name,
                                             const codec::TextOptions& options);
/// A fault where a codec that reads no text is to read one: its assembler does.
[[nodiscard]] Status check_readable(const codec::Codec& codec, Bytes begin);

} // namespace relit::guests
