// A listing as text.
#include "isa/guest.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::isa {

std::string print(const Listing& listing) {
    std::string text;
    std::size_t size = 0;
    for (const Line& line : listing.lines) size += line.label.size() + line.text.size() + line.note.size() + 8;
    text.reserve(size);
    for (const std::string& warning : listing.warnings) {
        text += "// warning: ";
        text += warning;
        text += '\n';
    }
    for (const Line& line : listing.lines) {
        if (!line.label.empty()) {
            text += line.label;
            text += ":\n";
        }
        text += line.text;
        if (!line.note.empty()) {
            text += line.text.empty() ? "// " : "  // ";
            text += line.note;
        }
        text += '\n';
    }
    return text;
}

namespace {

/// Whether `value` is one of "raw|gl|d3d".
bool is_one_of(std::string_view value, std::string_view names) {
    while (!names.empty()) {
        const std::size_t end = std::min(names.find('|'), names.size());
        if (names.substr(0, end) == value) return true;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return false;
}

} // namespace

Status check_text_options(const Guest& guest, const TextOptions& options) {
    for (const auto& [name, value] : options) {
        const auto row = std::ranges::find_if(
            guest.text_options, [&key = name](std::string_view each) { return each.substr(0, each.find('=')) == key; });
        if (row == guest.text_options.end())
            return fail(FaultKind::Usage, fmt::format("--option {}={}: text of {} has {}", name, value, guest.name,
                                                      fmt::join(guest.text_options, ", ")));
        if (!is_one_of(value, row->substr(row->find('=') + 1)))
            return fail(FaultKind::Usage, fmt::format("--option {}={}: expected {}", name, value, *row));
    }
    return {};
}

} // namespace relit::isa
