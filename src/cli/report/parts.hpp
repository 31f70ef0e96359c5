// The kinds of files that a report shows, and the documents of each.
#pragma once

#include "cli/report/documents.hpp"
#include "codec/codec.hpp"

#include <vector>

namespace relit::cli {

/// Recognises file `number` of the command line. Standard input is refused, because a report reads its files several times.
[[nodiscard]] Result<const codec::Codec*> codec_of(const Options& options, std::size_t number);
/// The documents of a file of this guest language or machine: those of programs, or of its own kind of stream.
[[nodiscard]] std::vector<DocumentRow> documents_of(const codec::Codec& codec);
/// The documents of the programs of one draw or dispatch, which are several files.
[[nodiscard]] std::span<const DocumentRow> documents_of_pipelines();
/// "program", or the codec's name.
[[nodiscard]] std::string_view kind_of_part(std::string_view codec);

/// --diff: adds both files of the command line, or one file with its options and with --other, as parts, and in front of them a part
/// "difference", which has the documents of both as "left/ROLE" and "right/ROLE" and those that compare them. Reports mistakes; without
/// parts nothing could be said of a side.
[[nodiscard]] Exit add_difference(report::Report& report, const Options& options);

} // namespace relit::cli
