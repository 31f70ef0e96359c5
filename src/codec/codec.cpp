#include "codec/codec.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::codec {
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

Status check_text_options(const Codec& codec, const TextOptions& options) {
    for (const auto& [name, value] : options) {
        const auto row = std::ranges::find_if(
            codec.text_options, [&key = name](std::string_view each) { return each.substr(0, each.find('=')) == key; });
        if (row == codec.text_options.end())
            return fail(FaultKind::Usage, fmt::format("--option {}={}: text of {} has {}", name, value, codec.name,
                                                      fmt::join(codec.text_options, ", ")));
        if (!is_one_of(value, row->substr(row->find('=') + 1)))
            return fail(FaultKind::Usage, fmt::format("--option {}={}: expected {}", name, value, *row));
    }
    return {};
}

std::string print_warnings(std::span<const std::string> warnings) {
    std::string text;
    for (const std::string& warning : warnings) text.append("// warning: ").append(warning) += '\n';
    return text;
}

std::string names_text(std::span<const NamedOperand> names) {
    std::string text;
    for (const NamedOperand& one : names) {
        if (!text.empty()) text += ", ";
        text.append(one.operand).append(one.is_indexed ? " from " : " = ").append(one.name);
    }
    return text;
}

void print(std::string& text, const Line& line) {
    if (!line.label.empty()) text.append(line.label) += ":\n";
    text += line.text;
    if (!line.names.empty() || !line.note.empty()) text += line.text.empty() ? "// " : "  // ";
    if (!line.names.empty()) text += names_text(line.names);
    if (!line.names.empty() && !line.note.empty()) text += "; ";
    text.append(line.note) += '\n';
}

std::string print(const Listing& listing) {
    std::string text;
    std::size_t size = 0;
    for (const Line& line : listing.lines) size += line.label.size() + line.text.size() + line.note.size() + 8;
    text.reserve(size);
    text += print_warnings(listing.warnings);
    for (const Line& line : listing.lines) print(text, line);
    return text;
}

Result<Listing> list(const Codec& codec, Bytes file, const TextOptions& options) {
    const auto document = codec.open(reader_of(file), options);
    if (!document) return std::unexpected(document.error());
    auto heading = (*document)->heading();
    if (!heading) return std::unexpected(heading.error());
    Listing listing{std::string(codec.name), {}, heading->unknown, std::move(heading->warnings)};
    const Status done = (*document)->list([&](const Line& line) { return listing.lines.push_back(line), true; });
    if (!done) return std::unexpected(done.error());
    return listing;
}

Result<std::vector<Explanation>> explain(const Codec& codec, Bytes file, const TextOptions& options) {
    const auto document = codec.open(reader_of(file), options);
    if (!document) return std::unexpected(document.error());
    std::vector<Explanation> all;
    const Status done =
        (*document)->explain([&](const Line&, const Explanation& one) { return all.push_back(one), true; });
    if (!done) return std::unexpected(done.error());
    return all;
}

Result<std::vector<Property>> properties(const Codec& codec, Bytes file) {
    const auto document = codec.open(reader_of(file), {});
    if (!document) return std::unexpected(document.error());
    std::vector<Property> all;
    if (const Status done = (*document)->properties(all); !done) return std::unexpected(done.error());
    return all;
}

Result<std::vector<std::uint8_t>> assemble(const Codec& codec, std::string_view text, const TextOptions& options) {
    return codec.assemble(text, {.text = options});
}

} // namespace relit::codec
