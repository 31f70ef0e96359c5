#include "cli/io/messages.hpp"

#include "base/exit_code.hpp"
#include "base/json/writer.hpp"
#include "base/printable.hpp"
#include "cache/url.hpp"
#include "cli/io/program.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace relit::cli {
namespace {

bool messages_as_json = false;

constexpr std::size_t kMost = 2000; // what a message quotes of a file may be as long as the file

std::string shortened(std::string text) {
    if (text.size() > kMost) text.replace(kMost, text.npos, "...");
    return text;
}

/// {"what": {...}}, in which `add_members` writes.
void print_line(std::string_view what, const std::function<void(JsonWriter& json)>& add_members) {
    JsonWriter json({.one_line = true, .only_ascii = true});
    json.begin_object();
    json.begin_object(what);
    add_members(json);
    json.end();
    json.end();
    write_message(json.take());
}

std::string_view name_of(FaultKind kind) {
    switch (kind) {
        case FaultKind::BadInput: return "bad input";
        case FaultKind::Usage: return "usage";
        case FaultKind::NotSupported: return "not supported";
        case FaultKind::Internal: return "internal";
        case FaultKind::Device: return "device";
    }
    return "internal";
}

std::string shown(std::string_view text) { return printable(cache::without_passwords(text)); }

void report_text(std::string_view what, std::string_view file, std::string_view text) {
    if (!messages_as_json) return write_message(fmt::format("{}: {}: {}\n", file, what, shown(text)));
    print_line(what, [&](JsonWriter& json) {
        json.member("file", file);
        json.member("text", shown(text));
    });
}

} // namespace

void set_json_messages(bool json) { messages_as_json = json; }

bool has_json_messages() { return messages_as_json; }

void write_message(std::string_view text) { (void)std::fwrite(text.data(), 1, text.size(), stderr); }

void report_error(const Fault& fault, std::string_view file) {
    if (!messages_as_json) {
        return write_message(shortened(shown(describe(fault, file.empty() ? "relit" : file))) + '\n');
    }
    print_line("error", [&](JsonWriter& json) {
        json.member("code", static_cast<int>(exit_of(fault.kind)));
        json.member("kind", name_of(fault.kind));
        if (!file.empty()) json.member("file", file);
        if (fault.line != 0) {
            json.member("line", fault.line);
            if (fault.column != 0) json.member("column", fault.column);
        } else if (fault.offset) {
            json.member("offset", *fault.offset);
        }
        json.member("text", shortened(shown(fault.text)));
    });
}

void report_note(std::string_view file, std::string_view text) { report_text("note", file, text); }

void report_warning(std::string_view file, std::string_view text) { report_text("warning", file, text); }

void report_trace(std::string_view text) {
    if (!messages_as_json) return write_message(text);
    print_line("trace", [&](JsonWriter& json) { json.member("text", text); });
}

Exit exit_of(FaultKind kind) { return static_cast<Exit>(exit_code(kind)); }
static_assert(static_cast<int>(Exit::BadInput) == exit_code(FaultKind::BadInput));

} // namespace relit::cli
