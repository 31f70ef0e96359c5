#include "ir/context.hpp"

#include "base/lines.hpp"
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
    for (const std::string_view line : TextLines(text)) {
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

std::uint64_t ContextReader::usual_of(const ContextKey& key) {
    assert(key.default_value); // else its row says that it is computed: read_or()
    return key.default_value.value_or(0);
}

std::uint64_t ContextReader::read_named(const ContextKey& key, std::span<const std::uint32_t> numbers,
                                        std::uint64_t otherwise) {
    assert(otherwise == key.default_value.value_or(otherwise)); // a default stands in its row alone
    std::string_view name = key.name;
    if (!numbers.empty()) {
        name_.clear();
        for (const std::uint32_t number : numbers) {
            const std::size_t mark = name.find('#');
            assert(mark != std::string_view::npos);
            add_number(name_.append(name.substr(0, mark)), number);
            name.remove_prefix(mark + 1);
        }
        name = name_.append(name);
    }
    const auto [value, is_new] = seen_.values.find_or_add(name, otherwise);
    if (!is_new) {
        assert(value == otherwise || context_.values.contains(name) || brought_.values.contains(name)); // two defaults
        return value;
    }
    if (const std::uint64_t* given = context_.values.find(name))
        value = *given;
    else if (const std::uint64_t* brought = brought_.values.find(name))
        value = *brought;
    else
        defaulted_.push_back({std::string(name), &key, otherwise});
    return value;
}

void ContextReader::approximate_at(std::uint64_t offset, std::string_view text) {
    if (!text.empty()) approximate(fmt::format("the word at {:#x}: {}", offset, text));
}

void ContextReader::approximate(std::string_view text) {
    if (std::ranges::find(approximations_, text) == approximations_.end()) approximations_.emplace_back(text);
}

void ContextReader::assume(std::string_view name, std::string_view value, std::string_view why) {
    auto known = std::ranges::find(assumed_, name, &Assumption::name);
    if (known == assumed_.end()) known = assumed_.insert(known, {std::string(name), {}, {}});
    known->value = value;
    known->why = why;
}

} // namespace relit::ir
