// The RSX vertex program as a row of the table of guests.
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/vp/context_values.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};
constexpr ContextKey kContextKeys[] = {
#define CONTEXT_KEY(name, values, usual, purpose) {name, values},
#include "isa/rsx/vp/context_keys.inc"
#undef CONTEXT_KEY
};

} // namespace

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
    ir::Context context; // of a stream's state what vertex programs depend on
    for (const auto& [name, value] : program->context.values)
        if (name.starts_with("rsx.vp.")) context.values[name] = value;
    if (program->start != 0) context.values["start"] = program->start;
    cg::add_key(bytes, context, program->labels, program->bound);
    return bytes;
}

const Guest kGuest = {
    .name = "rsx.vp",
    .summary = "PlayStation 3 RSX vertex programs",
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

} // namespace relit::isa::rsx::vp
