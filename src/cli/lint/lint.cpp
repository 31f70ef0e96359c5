// relit lint: what assembles and still goes wrong on the hardware; --fix repairs what can be repaired without asking.
#include "base/json/writer.hpp"
#include "cli/io/included.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/program.hpp"
#include "cli/verbs.hpp"
#include "codec/whole_file.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// A file with the codec that checks it.
struct Checked {
    const codec::Codec* codec = nullptr;
    std::vector<std::uint8_t> bytes;
};

Result<Checked> open_checked(const Options& options, const std::string& file) {
    auto opened = open_any(options, file);
    if (!opened) return std::unexpected(opened.error());
    if (opened->codec->lint == nullptr)
        return fail(FaultKind::NotSupported, fmt::format("there are no checks for {}", opened->codec->name));
    if (const Status known = codec::check_text_options(*opened->codec, options.text); !known)
        return std::unexpected(known.error());
    auto bytes = codec::read_all(opened->input);
    if (!bytes) return std::unexpected(bytes.error());
    if (options.lint.fix && opened->codec->fix == nullptr)
        return fail(FaultKind::NotSupported, fmt::format("nothing is repaired in a {}", opened->codec->content));
    return Checked{opened->codec, std::move(*bytes)};
}

/// Prints what the codec says of the file as a whole. A text that cannot be opened without what it includes has no such warnings.
void warn(const Checked& checked, const std::string& file, const codec::TextOptions& text) {
    const auto document = checked.codec->open(reader_of(Bytes(checked.bytes)), text);
    if (!document) return;
    if (const auto heading = (*document)->heading())
        for (const std::string& warning : heading->warnings) report_warning(shown_name(file), warning);
}

/// "3", "3 to 7, 9"
std::string runs_of(std::span<const std::uint32_t> draws) {
    std::string text;
    for (std::size_t i = 0; i < draws.size();) {
        std::size_t last = i;
        while (last + 1 < draws.size() && draws[last + 1] == draws[last] + 1) ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", draws[i]);
        if (last > i) text += fmt::format("{}{}", last == i + 1 ? ", " : " to ", draws[last]);
        i = last + 1;
    }
    return text;
}

/// In a stream the draws and the instruction of their program; in a program line and column, or the offset.
std::string location_of(const codec::Finding& finding) {
    if (finding.line != 0) return fmt::format("{}:{}", finding.line, finding.column);
    if (finding.draws.empty()) return fmt::format("0x{:x}", finding.offset);
    std::string draws = fmt::format("draw{} {}", finding.draws.size() > 1 ? "s" : "", runs_of(finding.draws));
    if (finding.program.empty()) return draws;
    return fmt::format("{}: {}: instruction {}", draws, finding.program, finding.instruction);
}

std::string as_text(const codec::Finding& finding, const std::string& file) {
    return fmt::format("{}:{}{}: {}: {}{}{}\n", shown_name(file), finding.draws.empty() ? "" : " ",
                       location_of(finding), finding.rule, finding.reason,
                       finding.source.empty() ? "" : fmt::format(" [{}]", finding.source),
                       finding.fixable ? " (--fix)" : "");
}

std::string as_json(const Checked& checked, const std::vector<codec::Finding>& findings) {
    JsonWriter json;
    json.begin_object();
    json.member("isa", checked.codec->name);
    json.objects("findings", findings, [&](const codec::Finding& finding) {
        if (!finding.draws.empty()) json.member("draws", finding.draws);
        if (!finding.program.empty()) json.member("program", finding.program);
        json.members({{"instruction", finding.instruction}, {"offset", finding.offset}});
        if (finding.line != 0) json.members({{"line", finding.line}, {"column", finding.column}});
        json.members({{"rule", finding.rule}, {"reason", finding.reason}, {"fixable", finding.fixable}});
        if (!finding.source.empty()) json.member("source", finding.source);
    });
    json.end();
    return json.take();
}

/// Writes the repaired file; standard error counts what remains.
Exit write_fixed(const Options& options, const std::string& file, const Checked& checked,
                 const codec::AssembleOptions& how) {
    const auto fixed = checked.codec->fix(checked.bytes, how);
    if (!fixed) return report(fixed.error(), file);
    const auto left = checked.codec->lint(*fixed, how);
    if (!left) return report(left.error(), file);
    for (const codec::Finding& finding : *left) write_message(as_text(finding, file));
    const Exit written = answer(options, Bytes(*fixed));
    return written == Exit::Done && !left->empty() ? Exit::No : written;
}

} // namespace

Exit lint(const Options& options) {
    const std::string& file = options.files[0];
    const auto checked = open_checked(options, file);
    if (!checked) return report(checked.error(), file);
    const codec::AssembleOptions how{.text = options.text,
                                     .output_name = options.output,
                                     .input_name = file == "-" ? std::string_view{} : file,
                                     .include = read_included};
    if (options.lint.fix) return write_fixed(options, file, *checked, how);
    warn(*checked, file, options.text);
    const auto findings = checked->codec->lint(checked->bytes, how);
    if (!findings) return report(findings.error(), file);
    std::string text = options.json ? as_json(*checked, *findings) : std::string{};
    if (!options.json)
        for (const codec::Finding& finding : *findings) text += as_text(finding, file);
    const Exit written = answer(options, text);
    return written == Exit::Done && !findings->empty() ? Exit::No : written;
}

} // namespace relit::cli
