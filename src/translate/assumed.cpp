#include "translate/assumed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace relit::translate {
namespace {

constexpr std::string_view kDefault = "default";

/// As --context takes it: by name where the row has one.
std::string value_text(const ir::ContextKey& row, std::uint64_t value) {
    constexpr std::uint64_t kMostDecimal = 9999;
    std::string text = value > kMostDecimal ? fmt::format("{:#x}", value) : std::to_string(value);
    ir::for_each_choice(row.values, [&](const ir::ContextChoice& one) {
        if (!one.name.empty() && one.first == value) text = one.name;
    });
    return text;
}

ir::Assumption default_of(const ir::DefaultedKey& key) {
    const bool is_computed = !key.row->default_value && !key.row->usual.empty();
    return {key.name, value_text(*key.row, key.value),
            is_computed ? fmt::format("{}: {}", kDefault, key.row->usual) : std::string(kDefault)};
}

} // namespace

std::vector<ir::Assumption> assumptions_of(const ir::ContextReader& reader, const ir::Context& given) {
    std::vector<ir::Assumption> all = reader.assumed();
    std::erase_if(all, [&](const ir::Assumption& each) { return given.values.contains(each.name); });
    const std::size_t inferred = all.size();
    all.reserve(inferred + reader.defaulted().size());
    for (const ir::DefaultedKey& key : reader.defaulted()) {
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(inferred);
        if (std::ranges::find(all.begin(), end, key.name, &ir::Assumption::name) == end) all.push_back(default_of(key));
    }
    std::ranges::sort(all.begin() + static_cast<std::ptrdiff_t>(inferred), all.end(), {}, &ir::Assumption::name);
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
