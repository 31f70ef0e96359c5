// The kinds of files that a report shows, and the documents of each.
#pragma once

#include "cli/report/documents.hpp"

namespace relit::cli {

/// The documents of a file of this guest language or machine: those of programs, or of its own kind of stream.
[[nodiscard]] std::span<const DocumentRow> documents_of(std::string_view codec);
/// The documents of the programs of one draw or dispatch, which are several files.
[[nodiscard]] std::span<const DocumentRow> documents_of_pipelines();
/// "program", or the codec's name.
[[nodiscard]] std::string_view kind_of_part(std::string_view codec);

} // namespace relit::cli
