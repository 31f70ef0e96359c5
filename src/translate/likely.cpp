#include "translate/likely.hpp"

#include "base/text.hpp"
#include "translate/guests.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::translate {
namespace {

struct Suffix {
    std::string_view ending, name;
};
constexpr Suffix kSuffixes[] = {
#define SUFFIX(ending, name) {ending, name},
#include "translate/suffixes.inc"
#undef SUFFIX
};

bool is_meant(const Candidate& candidate, std::string_view lower_case) {
    return std::ranges::any_of(
        kSuffixes, [&](const Suffix& row) { return row.name == candidate.name && lower_case.ends_with(row.ending); });
}

} // namespace

std::vector<Candidate> candidates_of(Bytes file) {
    std::vector<Candidate> all;
    for (const isa::Guest* guest : all_guests()) all.push_back({guest->name, guest->guess(file)});
    return all;
}

std::vector<Candidate> likely(std::vector<Candidate> all, std::string_view file_name) {
    const auto sureness = [](const Candidate& one) { return one.guess.sureness; };
    const auto surest = std::ranges::max_element(all, {}, sureness);
    if (surest == all.end() || sureness(*surest) == Sureness::No) return {};
    const Sureness most = sureness(*surest);
    std::erase_if(all, [&](const Candidate& one) { return sureness(one) != most; });
    const std::string name = to_lower(file_name);
    const auto meant = std::ranges::find_if(all, [&](const Candidate& one) { return is_meant(one, name); });
    if (most == Sureness::Plausible && meant != all.end()) return {*meant};
    return all;
}

Result<Candidate> only_one(const std::vector<Candidate>& likely) {
    if (likely.size() == 1) return likely.front();
    if (likely.empty()) return fail_at(0, "no known kind of program; name one with --isa");
    std::string names;
    for (std::size_t i = 0; i < likely.size(); ++i)
        names += fmt::format("{}{} ({})",
                             i == 0                   ? ""
                             : i + 1 == likely.size() ? " or "
                                                      : ", ",
                             likely[i].name, likely[i].guess.why);
    return fail_at(0, fmt::format("could be {}; name one with --isa", names));
}

} // namespace relit::translate
