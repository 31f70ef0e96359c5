#include "guests/recognise.hpp"

#include "base/text.hpp"
#include "guests/guests.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::guests {
namespace {

struct Suffix {
    std::string_view ending, name;
};
constexpr Suffix kSuffixes[] = {
#define SUFFIX(ending, name) {ending, name},
#include "guests/suffixes.inc"
#undef SUFFIX
};

bool is_meant(const Candidate& candidate, std::string_view lower_case) {
    return std::ranges::any_of(kSuffixes, [&](const Suffix& row) {
        return row.name == candidate.codec->name && lower_case.ends_with(row.ending);
    });
}

} // namespace

std::vector<Candidate> candidates_of(Bytes begin) {
    std::vector<Candidate> all;
    for (const codec::Codec* codec : codecs()) all.push_back({codec, codec->recognise(begin)});
    return all;
}

std::vector<Candidate> candidates_of_text(std::string_view text) {
    const Bytes bytes = {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
    std::vector<Candidate> all;
    for (const codec::Codec* codec : codecs())
        all.push_back(
            {codec, codec->recognise_text != nullptr ? codec->recognise_text(text) : codec->recognise(bytes)});
    return all;
}

std::vector<Candidate> likely(std::vector<Candidate> all, std::string_view file_name) {
    const auto sureness = [](const Candidate& one) { return one.recognition.sureness; };
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
                             likely[i].codec->name, likely[i].recognition.why);
    return fail_at(0, fmt::format("could be {}; name one with --isa", names));
}

} // namespace relit::guests
