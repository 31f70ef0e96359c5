#include "ir/context_values.hpp"

#include <algorithm>

namespace relit::ir {

std::size_t ContextValues::index_of(std::string_view name) const {
    const auto index =
        std::ranges::lower_bound(entries_, name, {}, [&](const Stored& entry) { return name_of(entry); });
    return static_cast<std::size_t>(index - entries_.begin());
}

const std::uint64_t* ContextValues::find(std::string_view name) const {
    const std::size_t index = index_of(name);
    return is_at(index, name) ? &entries_[index].value : nullptr;
}

std::pair<std::uint64_t&, bool> ContextValues::find_or_add(std::string_view name, std::uint64_t fresh) {
    constexpr std::size_t kUsualNames = 12, kUsualLength = 20;
    const bool is_last = !entries_.empty() && name_of(entries_.back()) < name; // as where they come in order
    const std::size_t index = is_last ? entries_.size() : index_of(name);
    if (is_at(index, name)) return {entries_[index].value, false};
    if (entries_.empty()) {
        entries_.reserve(kUsualNames);
        names_.reserve(kUsualNames * kUsualLength);
    }
    const Stored entry{static_cast<std::uint32_t>(names_.size()), static_cast<std::uint32_t>(name.size()), fresh};
    names_.append(name);
    const auto added = entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(index), entry);
    return {added->value, true};
}

void ContextValues::add(const ContextValues& others) {
    for (const auto& [name, value] : others) find_or_add(name, value);
}

void ContextValues::erase(std::string_view name) {
    const std::size_t index = index_of(name);
    if (is_at(index, name)) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool ContextValues::operator==(const ContextValues& other) const { return std::ranges::equal(*this, other); }

} // namespace relit::ir
