#include "cli/messages.hpp"

#include "base/printable.hpp"
#include "cli/program.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Json = nlohmann::ordered_json;

bool as_json = false;

constexpr std::size_t kMost = 2000; // what a message quotes of a file may be as long as the file

std::string shortened(std::string text) {
    if (text.size() > kMost) text.replace(kMost, text.npos, "...");
    return text;
}

void print_line(const Json& json) {
    fmt::print(stderr, "{}\n", json.dump(-1, ' ', true, Json::error_handler_t::replace));
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

void say(std::string_view what, std::string_view file, std::string_view text) {
    if (as_json)
        print_line({{what, {{"file", file}, {"text", printable(text)}}}});
    else
        fmt::print(stderr, "{}: {}: {}\n", file, what, printable(text));
}

} // namespace

void say_as_json(bool json) { as_json = json; }

bool says_json() { return as_json; }

void say_error(const Fault& fault, std::string_view file) {
    if (!as_json) {
        fmt::print(stderr, "{}\n", shortened(printable(describe(fault, file.empty() ? "relit" : file))));
        return;
    }
    Json error{{"code", static_cast<int>(exit_of(fault.kind))}, {"kind", name_of(fault.kind)}};
    if (!file.empty()) error["file"] = file;
    if (fault.line != 0) {
        error["line"] = fault.line;
        if (fault.column != 0) error["column"] = fault.column;
    } else if (fault.offset) {
        error["offset"] = *fault.offset;
    }
    error["text"] = shortened(printable(fault.text));
    print_line({{"error", std::move(error)}});
}

void say_note(std::string_view file, std::string_view text) { say("note", file, text); }

void say_warning(std::string_view file, std::string_view text) { say("warning", file, text); }

void say_trace(std::string_view text) {
    if (as_json)
        print_line({{"trace", {{"text", text}}}});
    else
        fmt::print(stderr, "{}", text);
}

Exit exit_of(FaultKind kind) {
    switch (kind) {
        case FaultKind::BadInput: return Exit::BadInput;
        case FaultKind::Usage: return Exit::Usage;
        case FaultKind::NotSupported: return Exit::NotSupported;
        case FaultKind::Internal: return Exit::Internal;
        case FaultKind::Device: return Exit::Device;
    }
    return Exit::Internal;
}

} // namespace relit::cli
