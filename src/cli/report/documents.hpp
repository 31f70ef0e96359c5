// The documents of one file of a report: rows say which verb prints each.
#pragma once

#include "base/result.hpp"
#include "cli/exit.hpp"
#include "cli/options/options.hpp"
#include "report/page.hpp"

#include <span>
#include <string>
#include <string_view>

namespace relit::cli {

inline constexpr std::uint32_t kThumbnail = 256; // pixels along the longer side of an image, unless --full is given
/// Fewer, if there are so many images that they would be too large for a page.
[[nodiscard]] std::uint32_t thumbnail_side(std::uint64_t images);

/// A document: its role in the part, and how it is made.
struct DocumentRow {
    std::string_view role, verb, form;
    std::string_view shown;                     // options of the command, as they are typed
    std::string_view shown_full = {};           // the same with --full; empty: no others
    void (*choose)(Options& command) = nullptr; // the same in the options
    Result<std::string> (*compact)(std::string_view content) = nullptr;
    bool (*applies)(const Options& options) = nullptr; // nothing: always
    bool has_files = false; // the command writes files to a folder: documents "image/NAME", reduced, and "draw/NAME"
    bool needs_device =
        false; // or something to draw: that it lacks is said in the page alone, unless the reason is a mistake
    bool is_of_fragments = false;  // of a fragment program, as the document of the form "ir" before it says
    bool is_of_all_draws = false;  // of the draws that `info` counts, if there are any
    bool has_whole_images = false; // they are not reduced
    void (*set_output)(Options& command, const std::string& folder) = nullptr; // names the folder; nothing: by --out
};

/// Adds the documents of the rows that apply to the part, their roles behind `prefix`. Documents that lack are said on standard error,
/// with the reason. Returns the exit code of the first that lacks because of a mistake in a file or in the command line, otherwise
/// Exit::Done. If no command says anything, nothing is added, and the fault is that of the first one.
[[nodiscard]] Result<Exit> add_documents(report::Report& report, report::Part& part, std::string_view prefix,
                                         std::span<const DocumentRow> rows, const Options& options,
                                         std::span<const std::string> files);

/// Adds a part with the documents of the rows that apply, and with the bytes of a program's file. `files`: one, or the programs of a
/// pipeline. Returns what add_documents() does; if no command says anything, there is no part.
[[nodiscard]] Result<Exit> add_part(report::Report& report, report::Part part, std::span<const DocumentRow> rows,
                                    const Options& options, std::span<const std::string> files);

} // namespace relit::cli
