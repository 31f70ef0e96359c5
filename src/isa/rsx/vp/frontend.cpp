// The RSX vertex program as a row of the table of front ends.
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/vp/context_keys.hpp"
#include "isa/rsx/vp/encoding/bindings.hpp"
#include "isa/rsx/vp/lift/attributes.hpp"
#include "isa/rsx/vp/lift/lift.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

constexpr ir::ContextKey kContextKeys[] = {
#define CONTEXT_KEY(identifier, name, values, usual, purpose) key::identifier,
#include "isa/rsx/vp/context_keys.inc"
#undef CONTEXT_KEY
};

Result<ProgramPtr> parse(Bytes file) {
    auto program = load(file);
    if (!program) return std::unexpected(program.error());
    return std::make_unique<ParsedAs<Program>>(kFrontend, std::move(*program));
}

ir::Stage stage(const isa::Program& /*program*/) { return ir::Stage::Vertex; }

Result<ir::Module> lift_parsed(const isa::Program& program, ir::ContextReader& context) {
    return lift(parsed_as<Program>(program), context, print_origin);
}

std::map<std::uint32_t, std::string> vertex_formats(const ir::Context& read) {
    std::map<std::uint32_t, std::string> formats;
    for (std::uint32_t i = 0; i < kInputs; ++i) {
        const std::uint64_t* format = read.values.find("rsx.vp.input" + std::to_string(i) + ".format");
        if (format == nullptr) continue;
        if (std::string name = host_format(*format); !name.empty()) formats[i] = std::move(name);
    }
    return formats;
}

std::vector<NamedInput> names_of_parsed(const isa::Program& parsed) { return named_inputs(parsed_as<Program>(parsed)); }

Result<std::vector<Preset>> presets(const isa::Program& parsed, const ir::Context& /*context*/) {
    std::vector<Preset> presets;
    for (const LoadedConstant& constant : parsed_as<Program>(parsed).constants)
        presets.push_back({"c" + std::to_string(constant.index), {constant.lanes.begin(), constant.lanes.end()}});
    return presets;
}

/// Text and microcode of one program are one program, whose key is the microcode; values of constants are its input.
std::vector<std::uint8_t> canonical(const isa::Program& parsed) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<std::uint8_t> bytes = bytes_of(program.slots);
    if (program.kind == FileKind::Microcode) return bytes;
    StateValues state; // the part that vertex programs depend on
    for (const auto& [name, value] : program.machine_state)
        if (name.starts_with("rsx.vp.")) state[name] = value;
    if (program.start != 0) state["start"] = program.start;
    cg::add_key(bytes, state, program.constant_names, program.bound);
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
        for (unsigned lane = 0; lane < 4; ++lane) preset.lanes.push_back(in.u32be());
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
    .named_inputs = names_of_parsed,
    .vertex_formats = vertex_formats,
    .canonical = canonical,
    .context_keys = kContextKeys,
};

} // namespace relit::isa::rsx::vp
