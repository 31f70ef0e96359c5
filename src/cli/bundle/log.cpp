#include "cli/bundle/log.hpp"

#include "cli/io/files.hpp"
#include "cli/io/messages.hpp"
#include "cli/pm4/draw_program.hpp"
#include "codec/codec.hpp"
#include "emulators/xemu/log.hpp"
#include "guests/printed.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using emulators::xemu::Log;
using emulators::xemu::LoggedProgram;

/// Returns true if standard input may be a log, of which emulators write other lines, too. It can be read again then.
bool input_may_be_log(std::uint64_t number) {
    const int first = std::getc(stdin);
    if (first != EOF) std::ungetc(first, stdin);
    const bool begins_so =
        first > 0 && std::string_view("npx[123456789").find(static_cast<char>(first)) != std::string_view::npos;
    return (begins_so || number != 0) && keep_standard_input();
}

std::vector<std::uint8_t> begin_of(std::FILE& file) {
    std::vector<std::uint8_t> begin(emulators::xemu::kLookedAtLog);
    begin.resize(std::fread(begin.data(), 1, begin.size(), &file));
    return begin;
}

/// Returns the beginning of a file that can be read again; nothing where it cannot be.
Result<std::vector<std::uint8_t>> begin_in(const std::string& file, std::uint64_t number) {
    if (file == "-") {
        if (!input_may_be_log(number)) return {};
        auto begin = begin_of(*stdin);
        if (std::fseek(stdin, 0, SEEK_SET) != 0) return fail("cannot be read twice");
        return begin;
    }
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown)) return {};
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "rb"), std::fclose);
    return opened ? begin_of(*opened) : std::vector<std::uint8_t>{};
}

/// Faults of the log as a whole.
std::vector<std::string> gaps_of(const Log& log) {
    std::vector<std::string> gaps;
    if (log.without_argument != 0)
        gaps.push_back(fmt::format("methods without an argument are ignored: {}, the first in line {}",
                                   log.without_argument, log.first_without_argument));
    if (log.ends_in_line) gaps.emplace_back("the last line has no end: its argument may be cut");
    if (log.unknown_draws != 0)
        gaps.push_back(fmt::format("draws with programs that the log does not load: {}", log.unknown_draws));
    if (log.left_out != 0)
        gaps.push_back(
            fmt::format("draws that are not kept, since {} programs are kept and {} sets of constants of one: {}",
                        emulators::xemu::kMostLoggedPrograms, emulators::xemu::kMostVariants, log.left_out));
    return gaps;
}

std::string summary_of(const LoggedProgram& program) {
    std::string text = fmt::format("slots {} to {}, constants {}, ", program.start, program.start + program.slots - 1,
                                   program.constants);
    if (program.uses == 0)
        text += fmt::format("draws 0, loaded before line {}", program.line + 1);
    else
        text +=
            fmt::format("{} {}, first in line {}", program.launched ? "launches" : "draws", program.uses, program.line);
    for (const std::string& gap : program.gaps) text += "; " + gap;
    return text;
}

std::vector<Property> properties_of(const Log& log) {
    std::vector<Property> properties;
    properties.push_back({"lines", log.lines});
    properties.push_back({"methods", log.methods});
    properties.push_back({"draws", log.draws});
    properties.push_back({"fixed function draws", log.fixed_draws});
    properties.push_back({"programs", std::uint64_t{log.programs.size()}});
    for (const std::string& gap : gaps_of(log))
        properties.push_back({.name = "warning", .value = gap, .repeats = true});
    std::vector<Property::Item> items;
    for (std::size_t i = 0; i < log.programs.size(); ++i) {
        const LoggedProgram& program = log.programs[i];
        items.push_back({fmt::format("program {}", i + 1),
                         summary_of(program),
                         {{"start", std::int64_t{program.start}},
                          {"slots", std::int64_t{program.slots}},
                          {"constants", std::int64_t{program.constants}},
                          {"launched", program.launched},
                          {"line", static_cast<std::int64_t>(program.line)},
                          {"uses", static_cast<std::int64_t>(program.uses)},
                          {"gaps", program.gaps}}});
    }
    properties.push_back({"list", std::move(items)});
    return properties;
}

/// A log of NV2A methods.
Result<ProgramLog> method_log(const std::string& file) {
    const auto input = open_input(file);
    if (!input) return std::unexpected(input.error());
    auto log = emulators::xemu::read_log(input->read);
    if (!log) return std::unexpected(std::move(log.error()));
    if (file == "-" && log->bytes > codec::kMaxWholeFile)
        return fail("a log of more than 256 MiB is read from a file, not from a pipe");
    ProgramLog all{.kind = "nv2a.log",
                   .bytes = log->bytes,
                   .programs = {},
                   .gaps = gaps_of(*log),
                   .properties = properties_of(*log)};
    for (LoggedProgram& program : log->programs)
        all.programs.push_back({"nv2a", ".push", std::move(program.bytes), std::move(program.gaps)});
    return all;
}

std::vector<Property> properties_of(const std::vector<guests::PrintedProgram>& programs) {
    std::vector<Property::Item> items;
    for (const guests::PrintedProgram& one : programs)
        items.push_back({fmt::format("program {}", items.size() + 1),
                         fmt::format("{}, {}, line {}", one.isa, one.summary, one.line),
                         {{"isa", std::string(one.isa)},
                          {"line", std::int64_t{one.line}},
                          {"bytes", static_cast<std::int64_t>(one.bytes.size())}}});
    return {{"programs", std::uint64_t{programs.size()}}, {"list", std::move(items)}};
}

/// A log of a driver, if it has several programs; or one, where codecs do not read it or the user numbers it.
Result<std::optional<ProgramLog>> driver_log(std::string_view isa, const std::string& file, std::uint64_t number) {
    std::error_code unknown;
    if (file != "-" && std::filesystem::file_size(file, unknown) > codec::kMaxWholeFile) return std::nullopt;
    const auto bytes = read_input(file);
    if (file == "-" && std::fseek(stdin, 0, SEEK_SET) != 0) return fail("cannot be read twice");
    if (!bytes) return std::unexpected(bytes.error());
    auto programs = guests::printed_programs(text_of(*bytes), isa);
    if (!programs) return std::unexpected(programs.error());
    const bool is_read = number == 0 && isa::is_text(*bytes);
    if (programs->size() <= (is_read ? 1U : 0U)) return std::nullopt;
    ProgramLog log{
        .kind = "mesa.log", .bytes = bytes->size(), .programs = {}, .gaps = {}, .properties = properties_of(*programs)};
    for (guests::PrintedProgram& one : *programs) log.programs.push_back({one.isa, ".bin", std::move(one.bytes), {}});
    return log;
}

} // namespace

Result<std::optional<ProgramLog>> log_in(std::string_view isa, const std::string& file, std::uint64_t number) {
    const bool has_methods = isa.empty() || isa == "nv2a";
    if (!has_methods && !guests::are_printed(isa)) return std::nullopt;
    const auto begin = begin_in(file, number);
    if (!begin) return std::unexpected(begin.error());
    if (begin->empty() || std::ranges::find(*begin, 0) != begin->end()) return std::nullopt;
    if (has_methods && emulators::xemu::is_log(*begin)) return method_log(file);
    return isa == "nv2a" ? std::nullopt : driver_log(isa, file, number);
}

Result<std::size_t> program_of_log(std::uint64_t number, const ProgramLog& log) {
    const std::size_t count = log.programs.size();
    if (count == 0) return fail_at(log.bytes, "the log loads no program");
    if (number > count) return fail(FaultKind::Usage, fmt::format("--program {}: the log has {}", number, count));
    if (number == 0 && count > 1)
        return fail(FaultKind::Usage,
                    fmt::format("the log has {} programs: --program takes one, info lists them", count));
    return number == 0 ? 0 : number - 1;
}

void report_gaps(const ProgramLog& log, const LogProgram& program, std::string_view name) {
    for (const std::string& gap : log.gaps) report_warning(name, gap);
    for (const std::string& gap : program.gaps) report_warning(name, gap);
}

} // namespace relit::cli
