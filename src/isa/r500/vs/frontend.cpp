// The R500 vertex program as a row of the table of front ends.
#include "base/words.hpp"
#include "isa/r500/vs/context_keys.hpp"
#include "isa/r500/vs/lift/lift.hpp"
#include "isa/r500/vs/text/file.hpp"
#include "isa/r500/vs/text/spelling.hpp"
#include "isa/r500/vs/vs.hpp"

namespace relit::isa::r500::vs {
namespace {

constexpr ir::ContextKey kContextKeys[] = {
#define CONTEXT_KEY(identifier, name, values, usual, purpose) key::identifier,
#include "isa/r500/vs/context_keys.inc"
#undef CONTEXT_KEY
};

Result<ProgramPtr> parse(Bytes file) {
    auto program = load(file);
    if (!program) return std::unexpected(program.error());
    return std::make_unique<ParsedAs<Program>>(kFrontend, std::move(*program));
}

ir::Stage stage(const isa::Program& /*program*/) { return ir::Stage::Vertex; }

void print_origin(std::string& text, const Word128& word) { text += summary_of(word); }

Result<ir::Module> lift_parsed(const isa::Program& program, ir::ContextReader& context) {
    return lift(parsed_as<Program>(program), context, print_origin);
}

Result<std::vector<Preset>> presets(const isa::Program& parsed, const ir::Context& /*context*/) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<Preset> presets;
    const auto add = [&](const std::string& name, std::span<const LoadedConstant> loaded) {
        for (const LoadedConstant& one : loaded)
            presets.push_back({name + std::to_string(one.index), {one.lanes.begin(), one.lanes.end()}});
    };
    add("c", program.constants);
    add("plane", program.clip_planes);
    return presets;
}

/// Text, words and streams of one program are one program; values of constants are its input.
std::vector<std::uint8_t> canonical(const isa::Program& parsed) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(program.slots.size() * (kInstructionBytes + sizeof(std::uint32_t)));
    for (std::uint32_t i = 0; i < program.slots.size(); ++i) {
        if (!program.slots[i].loaded) continue;
        add_word(bytes, i);
        add_words(bytes, program.slots[i].word.raw);
    }
    const std::string context = ir::print(ir::Context{program.machine_state});
    bytes.insert(bytes.end(), context.begin(), context.end());
    return bytes;
}

} // namespace

Result<std::vector<Preset>> presets_of_dump(Bytes dump) {
    if (dump.size() % 16 != 0 || dump.size() / 16 > kConstants)
        return fail("a dump of constants holds 16 bytes for each of up to " + std::to_string(kConstants));
    std::vector<Preset> presets;
    Cursor in(dump);
    for (std::size_t i = 0; i < dump.size() / 16; ++i) {
        Preset& preset = presets.emplace_back();
        preset.name = "c" + std::to_string(i);
        for (unsigned lane = 0; lane < 4; ++lane) preset.lanes.push_back(in.u32le());
    }
    return presets;
}

const Frontend kFrontend = {
    .codec = kCodec,
    .parse = parse,
    .stage = stage,
    .lift = lift_parsed,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .canonical = canonical,
    .context_keys = kContextKeys,
};

} // namespace relit::isa::r500::vs
