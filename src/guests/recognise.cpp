#include "guests/recognise.hpp"

#include "base/text.hpp"
#include "codec/word_text.hpp"
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"

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

std::vector<Candidate> only(const codec::Codec* named, std::string_view why) {
    std::vector<Candidate> all;
    for (const codec::Codec* codec : codecs())
        all.push_back({codec, codec == named ? certain(why) : no("text of another guest")});
    return all;
}

/// The verdicts on a text that names its guest; none where it names none.
std::vector<Candidate> named_by(Bytes begin) {
    if (const auto line = find_isa_line(begin); line && *line) return only((*line)->codec, "text with a line .isa");
    const auto head = codec::find_word_text_head(text_of(begin));
    const codec::Codec* const shown = head && *head ? codec_named((*head)->what) : nullptr;
    if (shown != nullptr) return only(shown, "numbers, of which the first line says what they are");
    return {};
}

} // namespace

bool is_meant(const codec::Codec& codec, std::string_view file_name) {
    const std::string lower_case = to_lower(file_name);
    return std::ranges::any_of(
        kSuffixes, [&](const Suffix& row) { return row.name == codec.name && lower_case.ends_with(row.ending); });
}

std::vector<Candidate> candidates_of(Bytes begin) {
    std::vector<Candidate> all = named_by(begin);
    if (!all.empty()) return all;
    for (const codec::Codec* codec : codecs()) all.push_back({codec, codec->recognise(begin)});
    return all;
}

std::vector<Candidate> candidates_of_text(std::string_view text) {
    const Bytes bytes = {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
    std::vector<Candidate> all = named_by(bytes);
    if (!all.empty()) return all;
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
    const auto meant = std::ranges::find_if(all, [&](const Candidate& one) { return is_meant(*one.codec, file_name); });
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
