// The texture units of these programs by their context keys.
#pragma once

#include "isa/rsx/fp/context_keys.hpp"
#include "isa/rsx/lift/texture.hpp"

namespace relit::isa::rsx::fp {

inline constexpr UnitsOf::Colours kFragmentColours{.shadow = key::texture_shadow,
                                                   .order = key::texture_order,
                                                   .remap = key::texture_remap,
                                                   .depth = key::texture_depth,
                                                   .is_signed = key::texture_signed,
                                                   .signed_range = key::texture_signed_range,
                                                   .gamma = key::texture_gamma,
                                                   .biased = key::texture_biased,
                                                   .alpha_kill = key::texture_alpha_kill};
/// The texture units of fragment programs.
inline constexpr UnitsOf kFragmentUnits{.name = "t",
                                        .first_binding = 0,
                                        .kind = key::texture_kind,
                                        .wrap = key::texture_wrap,
                                        .unnormalised = key::texture_unnormalised,
                                        .colours = &kFragmentColours};

} // namespace relit::isa::rsx::fp
