// The PlayStation 3 fragment program as a row of the table of guests.
#include "isa/rsx/fp/fp.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};
// What the state of the machine says that a program depends on; see lift() and isa/rsx/texture.hpp.
constexpr std::string_view kContextFacts[] = {
    "rsx.fp.arithmetic=fast|exact",
    "rsx.fp.control=CONTROL",
    "rsx.fp.targets=MASK",
    "rsx.fp.window=WINDOW",
    "rsx.fp.flat=0|1",
    "rsx.fp.two_sided=0|1",
    "rsx.fp.fog_mode=MODE",
    "rsx.fp.point_sprite=CONTROL",
    "rsx.fp.texcoord#=CONTROL",
    "rsx.fp.texture#.kind=DIMENSIONS",
    "rsx.fp.texture#.remap=REMAP",
    "rsx.fp.texture#.wrap=WRAP",
    "rsx.fp.texture#.unnormalised=0|1",
    "rsx.fp.texture#.shadow=0|1",
    "rsx.fp.texture#.depth=0|1",
    "rsx.fp.texture#.signed=CHANNELS",
    "rsx.fp.texture#.gamma=CHANNELS",
    "rsx.fp.texture#.biased=CHANNELS",
    "rsx.fp.texture#.alpha_kill=0|1",
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
