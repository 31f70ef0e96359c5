// The PlayStation 3 fragment program as a row of the table of guests.
#include "isa/rsx/fp/context_values.hpp"
#include "isa/rsx/fp/fp.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};
constexpr ContextKey kContextKeys[] = {
#define CONTEXT_KEY(name, values, usual, purpose) {name, values},
#include "isa/rsx/fp/context_keys.inc"
#undef CONTEXT_KEY
};

} // namespace

const Guest kGuest = {
    .name = "rsx.fp",
    .summary = "PlayStation 3 RSX fragment programs",
    .guess = guess,
    .list = list,
    .assemble = assemble,
    .explain = explain,
    .properties = properties,
    .lift = lift,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .canonical = canonical,
    .sample = sample,
    .text_options = kTextOptions,
    .context_keys = kContextKeys,
};

} // namespace relit::isa::rsx::fp
