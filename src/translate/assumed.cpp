#include "translate/assumed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace relit::translate {
namespace {

constexpr std::string_view kDefault = "default";

/// Whether `name` is the row's, where each '#' stands for a number.
bool is_name_of(std::string_view row, std::string_view name) {
    const std::size_t mark = row.find('#');
    if (mark == row.npos) return row == name;
    if (!name.starts_with(row.substr(0, mark))) return false;
    name.remove_prefix(mark);
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    return digits != 0 && is_name_of(row.substr(mark + 1), name.substr(digits));
}

/// As --context takes it: by name where the row has one.
std::string value_text(const ir::ContextKey& row, std::uint64_t value) {
    constexpr std::uint64_t kMostDecimal = 9999;
    std::string text = value > kMostDecimal ? fmt::format("{:#x}", value) : std::to_string(value);
    ir::for_each_choice(row.values, [&](const ir::ContextChoice& one) {
        if (!one.name.empty() && one.first == value) text = one.name;
    });
    return text;
}

ir::Assumption default_of(const isa::Program& program, std::string_view name, std::uint64_t value) {
    const auto rows = program.frontend.context_keys;
    const auto row =
        std::ranges::find_if(rows, [&](const ir::ContextKey& each) { return is_name_of(each.name, name); });
    if (row == rows.end()) return {std::string(name), std::to_string(value), std::string(kDefault)};
    const bool is_computed = !row->default_value() && !row->usual.empty();
    return {std::string(name), value_text(*row, value),
            is_computed ? fmt::format("{}: {}", kDefault, row->usual) : std::string(kDefault)};
}

} // namespace

std::vector<ir::Assumption> assumptions_of(const isa::Program& program, const ir::ContextReader& reader,
                                           const ir::Context& given) {
    std::vector<ir::Assumption> all = reader.assumed();
    std::erase_if(all, [&](const ir::Assumption& each) { return given.values.contains(each.name); });
    const std::size_t inferred = all.size();
    for (const auto& [name, value] : reader.seen().values) {
        if (given.values.contains(name) || reader.brought().values.contains(name)) continue;
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(inferred);
        if (std::ranges::find(all.begin(), end, name, &ir::Assumption::name) == end)
            all.push_back(default_of(program, name, value));
    }
    return all;
}

bool is_default(const ir::Assumption& assumption) { return assumption.why.starts_with(kDefault); }

std::vector<std::string> messages_of(std::span<const ir::Assumption> assumed) {
    std::vector<std::string> messages;
    for (const ir::Assumption& one : assumed)
        if (!is_default(one)) messages.push_back(fmt::format("assumes {}={}: {}", one.name, one.value, one.why));
    return messages;
}

std::vector<std::string> messages_of(const ir::ContextReader& reader) {
    std::vector<std::string> messages = messages_of(reader.assumed());
    messages.insert(messages.end(), reader.approximations().begin(), reader.approximations().end());
    return messages;
}

} // namespace relit::translate
