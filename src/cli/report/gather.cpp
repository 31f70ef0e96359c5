#include "cli/report/gather.hpp"

#include "base/child_process.hpp"
#include "base/file.hpp"
#include "base/lines.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/temporary.hpp"
#include "cli/options/tables.hpp"
#include "report/compact.hpp"

#include <sys/prctl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr std::uint32_t kSeconds = 600; // of one command

std::string content_of(std::FILE* file) {
    std::string text;
    if (std::fseek(file, 0, SEEK_END) != 0) return text;
    const long size = std::ftell(file);
    if (size <= 0 || std::fseek(file, 0, SEEK_SET) != 0) return text;
    text.resize(static_cast<std::size_t>(size));
    text.resize(std::fread(text.data(), 1, text.size(), file));
    return text;
}

/// Lines that are no messages, of libraries and sanitizers, are taken as traces.
std::vector<std::string> messages_of(std::string_view lines) {
    constexpr std::size_t kMost = 1000;
    std::vector<std::string> messages;
    for (const std::string_view line : TextLines(lines)) {
        if (line.empty()) continue;
        if (messages.size() == kMost) {
            messages.push_back(message_of("warning", "the messages after this one are left out"));
            break;
        }
        const auto parsed = nlohmann::json::parse(line, nullptr, false);
        messages.push_back(parsed.is_object() ? parsed.dump(-1, ' ', true) : message_of("trace", line));
    }
    return messages;
}

[[noreturn]] void be_child(const Options& command, std::FILE* output, std::FILE* messages) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)::dup2(::fileno(output), STDOUT_FILENO);
    (void)::dup2(::fileno(messages), STDERR_FILENO);
    set_json_messages(true);
    Exit exit = Exit::Internal;
    try {
        exit = command.verb->run(command);
    } catch (const std::exception& e) {
        report_error({FaultKind::Internal, e.what(), {}, 0, 0}, {});
    }
    end_child(exit);
}

report::Document failed(report::Document document, std::string_view why) {
    document.exit = static_cast<int>(Exit::Device);
    document.messages.push_back(message_of("error", why));
    return document;
}

} // namespace

std::vector<std::string> typed_names(const Options& options, std::span<const std::string> files) {
    std::vector<std::string> names;
    for (const std::string& file : files) {
        const auto member = options.typed.find(file);
        std::string name = file;
        if (member != options.typed.end() && files.size() > 1) name = member->second.file;
        if (member != options.typed.end() && files.size() == 1)
            name = fmt::format("{} --program {}", member->second.file, member->second.program);
        if (names.empty() || names.back() != name) names.push_back(std::move(name));
    }
    return names;
}

std::string message_of(std::string_view kind, std::string_view text) {
    return nlohmann::json{{kind, {{"text", text}}}}.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

report::Document gather(const Options& command, std::string_view form, std::string_view typed) {
    report::Document document{
        .command = fmt::format("relit {}", typed), .form = std::string(form), .content = {}, .messages = {}};
    const File output(std::tmpfile()), messages(std::tmpfile());
    if (output == nullptr || messages == nullptr) return failed(std::move(document), cannot_write().error().text);
    (void)std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child < 0)
        return failed(std::move(document), fmt::format("no process of its own can be made: {}", std::strerror(errno)));
    if (child == 0) be_child(command, output.get(), messages.get());
    const ChildEnd end = wait_for_child(child, kSeconds);
    document.messages = messages_of(content_of(messages.get()));
    if (!end.by_itself()) return failed(std::move(document), fmt::format("no result: {}", end.text(kSeconds)));
    document.exit = exit_of_child(*end.exit_code);
    document.content = report::without_blanks(content_of(output.get()));
    return document;
}

Options command_for(const Options& options, std::string_view verb, std::span<const std::string> files) {
    Options command = options;
    command.verb = verb_named(verb);
    command.files.assign(files.begin(), files.end());
    command.output = "-";
    command.json = true;
    command.color = command.progress = command.names_output = false;
    command.given = {"--json"};
    return command;
}

} // namespace relit::cli
