// The PlayStation 3 fragment program as a row of the table of guests.
#include "isa/rsx/fp/fp.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};
// What the methods of the machine say that a program depends on; see lift().
constexpr std::string_view kContextFacts[] = {
    "rsx.fp.arithmetic=fast|exact",
    "rsx.fp.control=CONTROL",
    "rsx.fp.targets=MASK",
    "rsx.fp.window=WINDOW",
    "rsx.fp.flat=0|1",
    "rsx.fp.two_sided=0|1",
    "rsx.fp.fog_mode=MODE",
    "rsx.fp.point_sprite=CONTROL",
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
