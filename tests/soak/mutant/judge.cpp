#include "tests/soak/mutant/judge.hpp"

#include "base/printable.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <vector>

namespace relit::soak::mutant {
namespace {

using Json = nlohmann::json;

constexpr int kBadInput = 3, kInternal = 5;

Judgement wrong(std::string why) { return {Verdict::Wrong, std::move(why)}; }

bool says_json(const Command& command) { return std::ranges::find(command.words, "--json") != command.words.end(); }

/// A process that allocated in vain says so.
bool is_out_of_memory(const Ended& ended) { return ended.exit == kInternal && ended.err.contains("out of memory"); }

// ---- characters

/// The first byte that is none of a text: controls other than the ends of lines and tabs, and what is not UTF-8.
std::optional<std::size_t> stray_byte(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = utf8_size(text.substr(at));
        const auto byte = static_cast<std::uint8_t>(text[at]);
        constexpr std::uint8_t kDelete = 0x7f;
        if (size == 0 || (byte < ' ' && byte != '\n' && byte != '\t') || byte == kDelete) return at;
        at += size;
    }
    return {};
}

std::string stray_error(std::string_view name, std::string_view text) {
    const auto at = stray_byte(text);
    return at ? fmt::format("{} has byte {:#x} at {}", name, static_cast<std::uint8_t>(text[*at]), *at) : "";
}

// ---- locations

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

const File* file_named(const Mutant& mutant, std::string_view name) {
    const auto found = std::ranges::find(mutant.input.files, name, &File::path);
    return found == mutant.input.files.end() ? nullptr : &*found;
}

bool is_archive(const File& file) { return file.path.ends_with(".zip") || file.path.ends_with(".relit"); }

/// Whether an offset lies in a file, or at its end. What is in an archive has offsets of its own.
std::string offset_error(const File& file, std::uint64_t offset) {
    const std::size_t size = std::max(file.bytes.size(), unpacked(file.bytes).size());
    if (is_archive(file) || offset <= size) return {};
    return fmt::format("{} has {} bytes, no offset {:#x}", file.path, size, offset);
}

std::string line_error(const File& file, std::uint64_t line, std::uint64_t column) {
    const std::vector<std::string> lines = lines_of(std::string(text_of(file.bytes)));
    if (line == 0 || line > lines.size() + 1) return fmt::format("{} has no line {}", file.path, line);
    const std::size_t length = line > lines.size() ? 0 : lines[line - 1].size();
    if (column <= length + 1) return {};
    return fmt::format("line {} of {} has no column {}", line, file.path, column);
}

// ---- messages

struct Message {
    std::string kind; // "error", "note", "warning", "trace"
    std::string file, text;
    std::optional<std::uint64_t> offset, line, column;
    std::optional<int> code;
};

/// "FILE:PLACE: KIND: text"; nothing if a line is none.
std::optional<Message> message_of(const std::string& line) {
    for (const char* kind : {"error", "note", "warning"}) {
        const std::size_t at = line.find(fmt::format(": {}: ", kind));
        if (at == line.npos) continue;
        Message message{kind, line.substr(0, at), line.substr(at), {}, {}, {}, {}};
        const std::size_t colon = message.file.find(':');
        if (colon == message.file.npos) return message;
        const std::string location = message.file.substr(colon + 1);
        message.file.resize(colon);
        char* end = nullptr;
        const std::uint64_t first = std::strtoull(location.c_str(), &end, 0);
        if (location.starts_with("0x")) message.offset = first;
        if (!location.starts_with("0x") && *end == ':')
            message.line = first, message.column = std::strtoull(end + 1, &end, 10);
        if (!message.offset && !message.line) message.text = location + message.text; // part of what is said
        return message;
    }
    return {};
}

std::optional<Message> message_of_json(const std::string& line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || json.size() != 1) return {};
    const Json& said = json.front();
    if (!said.is_object() || !said.contains("text")) return {};
    Message message{json.begin().key(), said.value("file", ""), said.value("text", ""), {}, {}, {}, {}};
    if (said.contains("offset")) message.offset = said["offset"];
    if (said.contains("line")) message.line = said["line"], message.column = said.value("column", 0);
    if (said.contains("code")) message.code = said["code"];
    return message;
}

std::string message_error(const Message& message, const Ended& ended, const Mutant& mutant) {
    if (message.kind == "error" && ended.exit == 0) return "exit code 0 with an error: " + message.text;
    if (message.kind == "error" && message.text.empty()) return "an error without a text";
    const File* file = file_named(mutant, message.file);
    if (file == nullptr) return {};
    if (message.offset) return offset_error(*file, *message.offset);
    return message.line ? line_error(*file, *message.line, message.column.value_or(0)) : "";
}

/// Whether bad input is told with its location: what cannot be read has one, a program that cannot be translated may have none.
bool promises_location(const Command& command, const Ended& ended, const Mutant& mutant) {
    constexpr std::string_view kVerbs[] = {"disasm", "explain", "asm"};
    const File* file = file_named(mutant, mutant.input.argument);
    const bool reads_it = std::ranges::find(command.words, mutant.input.argument) == command.words.begin() + 1;
    return ended.exit == kBadInput && file != nullptr && !is_archive(*file) && reads_it &&
           std::ranges::find(kVerbs, command.words[0]) != std::end(kVerbs);
}

/// Faults of the bytes that a text assembles to have no line: their text names the offset (isa::of_text).
bool names_assembled_offset(const Message& message) {
    return message.text.find("of what the text assembles to") != std::string::npos;
}

std::string messages_error(const Command& command, const Ended& ended, const Mutant& mutant) {
    const bool as_json = says_json(command);
    bool has_error = false, has_location = false;
    for (const std::string& line : lines_of(ended.err)) {
        const auto message = as_json ? message_of_json(line) : message_of(line);
        if (as_json && !message) return "no message in JSON: " + line;
        if (!message) continue;
        has_error |= message->kind == "error" && (!message->code || *message->code == ended.exit || ended.exit > 1);
        has_location |=
            message->kind == "error" && (message->offset || message->line || names_assembled_offset(*message));
        if (std::string error = message_error(*message, ended, mutant); !error.empty()) return error + "\n" + line;
    }
    if (ended.exit > 1 && !has_error) return fmt::format("exit code {} without an error", ended.exit);
    return promises_location(command, ended, mutant) && !has_location ? "an error without a place" : "";
}

/// The result of --json, and of `run`, is one document, or nothing after a fault.
std::string output_error(const Command& command, const Ended& ended) {
    const bool is_json = says_json(command) || command.words[0] == "run";
    if (is_json && !(ended.out.empty() && ended.exit > 1) && !Json::accept(ended.out)) return "the output is not JSON";
    return stray_error("the output", ended.out);
}

bool is_documented(const Command& command, int exit) {
    constexpr std::string_view kAlways = "034";
    const char digit = static_cast<char>('0' + exit);
    return exit >= 0 && exit < 10 && (kAlways.contains(digit) || command.other_exits.contains(digit));
}

} // namespace

Judgement judge_end(const Command& command, const Ended& ended, const Mutant& mutant) {
    if (is_out_of_memory(ended)) return {Verdict::OutOfMemory, {}};
    if (ended.is_late) return wrong(fmt::format("does not end ({:.1f} s)", ended.seconds));
    if (ended.signal != 0) return wrong(fmt::format("signal {} ({})", ended.signal, ::strsignal(ended.signal)));
    if (!is_documented(command, ended.exit)) return wrong(fmt::format("exit code {}", ended.exit));
    for (const std::string& error :
         {stray_error("a message", ended.err), messages_error(command, ended, mutant), output_error(command, ended)})
        if (!error.empty()) return wrong(error);
    return {ended.exit > 1 ? Verdict::Refused : Verdict::Accepted, {}};
}

} // namespace relit::soak::mutant
