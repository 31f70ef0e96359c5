// The PlayStation 3 fragment program as a row of the table of guests.
#include "isa/rsx/fp/context_values.hpp"
#include "isa/rsx/fp/fp.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};
constexpr FactRow kContextFacts[] = {
#define FACT(name, values, usual, purpose) {name, values},
#include "isa/rsx/fp/context_keys.inc"
#undef FACT
};

} // namespace

const Guest kGuest = {
    .name = "rsx.fp",
    .summary = "PlayStation 3 RSX fragment programs",
    .guess = guess,
    .list = list,
    .assemble = assemble,
    .explain = explain,
    .facts = facts,
    .lift = lift,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .canonical = canonical,
    .sample = sample,
    .text_options = kTextOptions,
    .context_facts = kContextFacts,
};

} // namespace relit::isa::rsx::fp
