#include "lang/glsl/features.hpp"

#include <algorithm>

namespace relit::lang::glsl {
namespace {

// The words of each feature, with a space before and after each.
constexpr std::string_view kWords[] = {
#define FEATURE(name, field, capability, words) " " words " ",
#include "lang/features.inc"
#undef FEATURE
};

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_in_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

bool has_word(std::string_view words, std::string_view name) {
    const std::size_t at = words.find(name);
    return at != std::string_view::npos && words[at - 1] == ' ' && words[at + name.size()] == ' ';
}

FeatureSet features_of_name(std::string_view name) {
    const bool is_vector = name.size() > 4 && name.substr(name.size() - 4, 3) == "vec";
    if (is_vector) name.remove_suffix(1); // its size
    FeatureSet used = 0;
    for (std::size_t i = 0; i < std::size(kWords); ++i) used |= has_word(kWords[i], name) ? FeatureSet{1} << i : 0;
    return used;
}

} // namespace

FeatureSet features_of(std::string_view text) {
    FeatureSet used = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (is_in_name(text[at])) {
            const auto* const end = std::find_if_not(text.begin() + at, text.end(), is_in_name);
            const std::string_view name(text.begin() + at, end);
            if (begins_name(name[0])) used |= features_of_name(name);
            at += name.size();
        } else {
            ++at;
        }
    }
    return used;
}

} // namespace relit::lang::glsl
