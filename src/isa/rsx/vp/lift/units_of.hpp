// The texture units of these programs by their context keys.
#pragma once

#include "isa/rsx/lift/texture.hpp"
#include "isa/rsx/vp/context_keys.hpp"

namespace relit::isa::rsx::vp {

/// The texture units of vertex programs, bound after those of fragments: both programs of a pair see one set.
inline constexpr UnitsOf kVertexUnits{.name = "vt",
                                      .first_binding = kUnitsOfFragments,
                                      .kind = key::texture_kind,
                                      .wrap = key::texture_wrap,
                                      .unnormalised = key::texture_unnormalised,
                                      .colours = nullptr};

} // namespace relit::isa::rsx::vp
