#include "lang/glsl/features.hpp"

#include "lang/features.hpp"

#include <algorithm>
#include <array>

namespace relit::lang::glsl {
namespace {

// The words of each feature, with a space between.
constexpr std::array kWords = {
#define FEATURE(name, field, capability, words) std::string_view(words),
#include "lang/features.inc"
#undef FEATURE
};

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_in_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

bool has_word(std::string_view words, std::string_view name) {
    const std::size_t at = words.find(name), end = at + name.size();
    return at != std::string_view::npos && (at == 0 || words[at - 1] == ' ') &&
           (end == words.size() || words[end] == ' ');
}

FeatureSet features_of_name(std::string_view name, FeatureSet allowed) {
    const bool is_vector = name.size() > 4 && name.substr(name.size() - 4, 3) == "vec";
    if (is_vector) name.remove_suffix(1); // its size
    FeatureSet used = 0;
    for (std::size_t i = 0; i < kWords.size(); ++i)
        if ((allowed >> i & 1) != 0 && has_word(kWords[i], name)) used |= FeatureSet{1} << i;
    return used;
}

} // namespace

FeatureSet features_of(std::string_view text, const Target& target) {
    FeatureSet used = 0, allowed = 0;
    for (std::size_t i = 0; i < kWords.size(); ++i)
        if (!kWords[i].empty() && target.*kFeatures[i].field) allowed |= FeatureSet{1} << i;
    if (allowed == 0) return 0; // most targets: the text need not be read
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (is_in_name(text[at])) {
            const auto* const end = std::find_if_not(text.begin() + at, text.end(), is_in_name);
            const std::string_view name(text.begin() + at, end);
            if (begins_name(name[0])) used |= features_of_name(name, allowed);
            at += name.size();
        } else {
            ++at;
        }
    }
    return used;
}

} // namespace relit::lang::glsl
