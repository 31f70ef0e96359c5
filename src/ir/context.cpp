#include "ir/context.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

namespace relit::ir {

std::string print(const Context& context) {
    std::string text;
    print(text, context);
    return text;
}

void print(std::string& text, const Context& context) {
    for (const auto& [name, value] : context.values) add_number(text.append(name).append(" = "), value) += '\n';
}

Result<Context> parse_context(std::string_view text) {
    Context context;
    std::uint32_t line_number = 0;
    for (const std::string_view line : split_lines(text)) {
        ++line_number;
        if (trim(line).empty()) continue;
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) return fail_line(line_number, 1, "expected: name = value");
        const auto value = parse_integer(trim(line.substr(equals + 1)));
        if (!value) {
            return fail_line(line_number, static_cast<std::uint32_t>(equals) + 2,
                             "the value of a context key is a whole number");
        }
        context.values[trim(line.substr(0, equals))] = static_cast<std::uint64_t>(*value);
    }
    return context;
}

std::uint64_t ContextReader::read(std::string_view name, std::uint64_t otherwise) {
    const auto [value, is_new] = seen_.values.find_or_add(name, otherwise);
    if (!is_new) return value;
    if (const std::uint64_t* given = context_.values.find(name))
        value = *given;
    else if (const std::uint64_t* brought = brought_.values.find(name))
        value = *brought;
    return value;
}

std::uint64_t ContextReader::read(std::string_view name, std::uint32_t number, std::uint64_t otherwise) {
    const std::size_t place = name.find('#');
    assert(place != std::string_view::npos);
    add_number(name_.assign(name, 0, place), number).append(name, place + 1);
    return read(name_, otherwise);
}

void ContextReader::doubt_at(std::uint64_t offset, std::string_view text) {
    if (!text.empty()) doubt(fmt::format("the word at {:#x}: {}", offset, text));
}

void ContextReader::doubt(std::string_view text) {
    if (std::ranges::find(doubts_, text) == doubts_.end()) doubts_.emplace_back(text);
}

void ContextReader::assume(std::string_view name, std::string_view value, std::string_view why) {
    auto known = std::ranges::find(assumed_, name, &Assumption::name);
    if (known == assumed_.end()) known = assumed_.insert(known, {std::string(name), {}, {}});
    known->value = value;
    known->why = why;
}

} // namespace relit::ir
