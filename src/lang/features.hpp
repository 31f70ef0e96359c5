// Features of hosts and a need of one driver have names, which `--features` and the library take.
#pragma once

#include "lang/target.hpp"

#include <string_view>

namespace relit::lang {

struct Feature {
    std::string_view name;
    bool Target::* field;
};
inline constexpr Feature kFeatures[] = {
#define FEATURE(name, field, capability, words) {name, &Target::field},
#include "lang/features.inc"
#undef FEATURE
};

/// Null if there is none.
[[nodiscard]] constexpr const Feature* feature_named(std::string_view name) {
    for (const Feature& feature : kFeatures)
        if (feature.name == name) return &feature;
    return nullptr;
}

} // namespace relit::lang
