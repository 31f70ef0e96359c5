// The only lists: of every codec, and of every front end.
#pragma once

#include "codec/codec.hpp"
#include "isa/frontend.hpp"

#include <span>
#include <string_view>

namespace relit::guests {

/// Guest languages first, then what machines' dumps are read by.
[[nodiscard]] std::span<const codec::Codec* const> codecs();
[[nodiscard]] std::span<const isa::Frontend* const> frontends();

/// nullptr where there is none of that name
[[nodiscard]] const codec::Codec* codec_named(std::string_view name);
[[nodiscard]] const isa::Frontend* frontend_named(std::string_view name);

} // namespace relit::guests
