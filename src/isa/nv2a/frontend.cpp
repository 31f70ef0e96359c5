// The Xbox vertex program as a row of the table of front ends.
#include "base/words.hpp"
#include "isa/nv2a/context_keys.hpp"
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/lift/lift.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"

#include <algorithm>
#include <bitset>

namespace relit::isa::nv2a {
namespace {

constexpr ir::ContextKey kContextKeys[] = {
#define CONTEXT_KEY(identifier, name, values, usual, purpose) key::identifier,
#include "isa/nv2a/context_keys.inc"
#undef CONTEXT_KEY
};

std::vector<Preset> presets_of(const std::vector<LoadedConstant>& constants) {
    std::vector<Preset> presets;
    presets.reserve(constants.size());
    for (const LoadedConstant& constant : constants) {
        presets.push_back({"c" + std::to_string(constant.index), {constant.lanes.begin(), constant.lanes.end()}});
    }
    return presets;
}

Result<ProgramPtr> parse(Bytes file) {
    auto program = load(file);
    if (!program) return std::unexpected(program.error());
    return std::make_unique<ParsedAs<Program>>(kFrontend, std::move(*program));
}

ir::Stage stage(const isa::Program& /*program*/) { return ir::Stage::Vertex; }

Result<ir::Module> lift_parsed(const isa::Program& program, ir::ContextReader& context) {
    return lift(parsed_as<Program>(program), context, print_operations);
}

/// What a push buffer loads: constants as they are when the file ends, v0 of the launch.
Result<std::vector<Preset>> presets(const isa::Program& parsed, const ir::Context& context) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<Preset> presets = presets_of(program.constants);
    const std::uint64_t launch = ir::ContextReader(context).read_or(program.usual_launch(), key::launch);
    if (launch != 0 && launch <= program.launches.size()) {
        const auto& v0 = program.launches[launch - 1].v0;
        presets.push_back({"v0", {v0.begin(), v0.end()}});
    }
    return presets;
}

/// Text and binary of one program are one program; the numbers that it loads into constants are the program's input.
std::vector<std::uint8_t> canonical(const isa::Program& parsed) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(program.slots.size() * (kSlotBytes + 1));
    const auto add = [&](std::uint32_t value) { add_word(bytes, value); };
    // The program for vertices, then each that is launched, once: any of them may be asked for.
    std::bitset<kMaxSlots> seen;
    for (std::uint64_t launch = 0; launch <= program.launches.size(); ++launch) {
        const std::uint32_t first = program.first_of(launch), length = program.length_from(first);
        add(length == 0 ? kMaxSlots : first);
        if (length == 0 || seen.test(first)) continue;
        seen.set(first);
        for (std::uint32_t i = first; i < first + length; ++i) add_words(bytes, program.slots[i].raw);
    }
    // What else a push buffer sets and a translation may look at.
    add(program.fixed_function ? 1 : 0);
    add(program.all_constants ? 1 + *program.all_constants : 0);
    add(program.may_write_constants ? 1 + *program.may_write_constants : 0);
    add(program.point_parameters ? 1 + *program.point_parameters : 0);
    add(program.point_size ? 1 + *program.point_size : 0);
    return bytes;
}

} // namespace

Result<std::vector<Preset>> presets_of_dump(Bytes dump) {
    const auto constants = constants_of_dump(dump);
    if (!constants) return std::unexpected(constants.error());
    return presets_of(*constants);
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

} // namespace relit::isa::nv2a
