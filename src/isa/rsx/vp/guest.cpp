// The RSX vertex program as a row of the table of guests.
#include "isa/rsx/cg/text.hpp"
#include "isa/rsx/vp/program.hpp"
#include "isa/rsx/vp/text.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};
constexpr std::string_view kContextFacts[] = {
#define FACT(name, values, usual, purpose) std::string_view(name "=" values),
#include "isa/rsx/vp/facts.inc"
#undef FACT
};

} // namespace

unsigned guess(Bytes file) {
    if (file.empty()) return 0;
    if (const auto profile = cg::profile_of(file)) return *profile == cg::Profile::Vertex ? 100 : 0;
    if (kind_of(file) == FileKind::Text) return load(file) ? 75 : 0;
    const auto program = load_binary(file);
    if (!program) return 0;
    if (program->kind == FileKind::Stream) return program->slots.empty() ? 60 : 90;
    const Fill fill = fill_of(program->slots);
    const auto is_hole = [](const Word128& word) { return word == Word128{}; }; // of a slot that is not reached
    const auto seems_plain = [&](const Word128& word) { return is_hole(word) || is_plain(word); };
    const auto is_said = [&](const Word128& word) {
        return is_hole(word) || (is_plain(word) && said_by_text(word, fill) == word);
    };
    if (std::ranges::all_of(program->slots, is_said)) return 95; // as compilers write them
    return std::ranges::all_of(program->slots, seems_plain) ? 60 : 10;
}

Result<std::vector<Preset>> presets(Bytes file, const ir::Context& /*context*/) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    std::vector<Preset> presets;
    for (const LoadedConstant& constant : program->constants)
        presets.push_back({"c" + std::to_string(constant.index), {constant.lanes.begin(), constant.lanes.end()}});
    return presets;
}

Result<std::vector<Preset>> presets_of_dump(Bytes dump) {
    if (dump.size() % 16 != 0 || dump.size() / 16 > kConstants)
        return fail("a dump of constants holds 16 bytes for each of up to " + std::to_string(kConstants));
    std::vector<Preset> presets;
    Cursor in(dump);
    for (std::size_t i = 0; i < dump.size() / 16; ++i) {
        Preset& preset = presets.emplace_back();
        preset.name = "c" + std::to_string(i);
        for (unsigned lane = 0; lane < 4; ++lane) preset.lanes.push_back(in.u32be());
    }
    return presets;
}

/// Text and microcode of one program are one program, whose key is the microcode; values of constants are its input.
Result<std::vector<std::uint8_t>> canonical(Bytes file) {
    if (kind_of(file) == FileKind::Microcode) return flipped(file, order_of(file));
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    std::vector<std::uint8_t> bytes = bytes_of(program->slots);
    ir::Context facts; // of a stream's state what vertex programs depend on
    for (const auto& [name, value] : program->facts.facts)
        if (name.starts_with("rsx.vp.")) facts.facts[name] = value;
    if (program->start != 0) facts.facts["start"] = program->start;
    cg::add_key(bytes, facts, program->labels);
    return bytes;
}

const Guest kGuest = {
    .name = "rsx.vp",
    .summary = "PlayStation 3 RSX vertex programs",
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

} // namespace relit::isa::rsx::vp
