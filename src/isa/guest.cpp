// A listing as text.
#include "isa/guest.hpp"

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

} // namespace relit::isa
