// The report: documents in one HTML file, which a browser shows without a network. It knows what documents are called, and nothing of
// what they say: viewer/ does. docs/report.md has the layout of the file.
#pragma once

#include "base/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::report {

/// The output of one command.
struct Document {
    std::string command;               // as it is typed: "relit disasm --json skin.bin"
    std::string form;                  // how the viewer reads it: "disasm", "glsl", "bytes" ...
    int exit = 0;                      // its exit code
    std::string content;               // any bytes; nothing if it printed nothing
    std::vector<std::string> messages; // each a JSON object (docs/schemas/message.json)
};

/// A program, a dump or a capture that the report shows, or the difference of two of them.
struct Part {
    std::string kind, name, isa;
    std::vector<std::pair<std::string, std::size_t>> documents; // roles, and which of the documents has each
    std::vector<std::size_t> programs{};                        // of a pipeline: which of the parts are its programs
    std::vector<std::string> sides{};                           // of a difference: how both are called
};

struct Report {
    std::string title;
    std::string version; // of the program that made it
    std::vector<Part> parts;
    std::vector<Document> documents;
};

/// How a page looks for changes of itself: not at all, or at "stamp" beside it, each second, while a server gives it.
enum class Renewal : std::uint8_t { None, WhenStampChanges };

/// Writes the page to `sink`, piece by piece. The same report gives the same bytes. Texts of the report may be any bytes: none of them
/// becomes an element or ends one.
void write_page(const Report& report, const std::function<void(std::string_view)>& sink,
                Renewal renewal = Renewal::None);

/// A page with Renewal::WhenStampChanges as a server gives it, which looks for other stamps than this one, which has digits and signs alone.
[[nodiscard]] std::string with_stamp(std::string page, std::string_view stamp);

/// The licences of what a page contains besides its documents.
[[nodiscard]] std::string_view viewer_licences();

} // namespace relit::report
