#include "ir/facts.hpp"

#include <algorithm>

namespace relit::ir {

std::size_t Facts::place_of(std::string_view name) const {
    const auto place = std::ranges::lower_bound(entries_, name, {}, [&](const Entry& entry) { return name_of(entry); });
    return static_cast<std::size_t>(place - entries_.begin());
}

const std::uint64_t* Facts::find(std::string_view name) const {
    const std::size_t place = place_of(name);
    return is_at(place, name) ? &entries_[place].value : nullptr;
}

std::pair<std::uint64_t&, bool> Facts::find_or_add(std::string_view name, std::uint64_t fresh) {
    constexpr std::size_t kUsualFacts = 12, kUsualLength = 20;
    const std::size_t place = place_of(name);
    if (is_at(place, name)) return {entries_[place].value, false};
    if (entries_.empty()) {
        entries_.reserve(kUsualFacts);
        names_.reserve(kUsualFacts * kUsualLength);
    }
    const Entry entry{static_cast<std::uint32_t>(names_.size()), static_cast<std::uint32_t>(name.size()), fresh};
    names_.append(name);
    const auto added = entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(place), entry);
    return {added->value, true};
}

void Facts::add(const Facts& others) {
    for (const auto& [name, value] : others) find_or_add(name, value);
}

void Facts::erase(std::string_view name) {
    const std::size_t place = place_of(name);
    if (is_at(place, name)) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
}

bool Facts::operator==(const Facts& other) const { return std::ranges::equal(*this, other); }

} // namespace relit::ir
