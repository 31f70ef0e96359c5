// What a target can do beyond the least, by the names that `--features` takes.
#pragma once

#include "lang/target.hpp"

#include <array>
#include <string_view>

namespace relit::cli {

struct Feature {
    std::string_view name;
    bool lang::Target::* field;
};
inline constexpr std::array kFeatures = {
    Feature{"int8", &lang::Target::has_int8},
    Feature{"int16", &lang::Target::has_int16},
    Feature{"int64", &lang::Target::has_int64},
    Feature{"float16", &lang::Target::has_float16},
    Feature{"float64", &lang::Target::has_float64},
    Feature{"atomic_int64", &lang::Target::has_atomic_int64},
    Feature{"demote", &lang::Target::has_demote},
    Feature{"denormals", &lang::Target::keeps_denormals},
    Feature{"denormal_flush", &lang::Target::flushes_denormals},
    Feature{"signed_zero", &lang::Target::keeps_signed_zero},
};

} // namespace relit::cli
