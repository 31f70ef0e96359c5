// The R500 fragment program as a row of the table of front ends.
#include "base/words.hpp"
#include "isa/r500/fs/context_keys.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/lift/lift.hpp"
#include "isa/r500/fs/text/file.hpp"
#include "isa/r500/fs/text/print.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr ir::ContextKey kContextKeys[] = {
#define CONTEXT_KEY(identifier, name, values, usual, purpose) key::identifier,
#include "isa/r500/fs/context_keys.inc"
#undef CONTEXT_KEY
};

Result<ProgramPtr> parse(Bytes file) {
    auto program = load(file);
    if (!program) return std::unexpected(program.error());
    return std::make_unique<ParsedAs<Program>>(kFrontend, std::move(*program));
}

ir::Stage stage(const isa::Program& /*program*/) { return ir::Stage::Fragment; }

void print_origin(std::string& text, const Word192& word) { print_instruction(text, word); }

Result<ir::Module> lift_parsed(const isa::Program& program, ir::ContextReader& context) {
    return lift(parsed_as<Program>(program), context, print_origin);
}

/// Instructions with their offsets, and what registers say; constants are the program's input.
std::vector<std::uint8_t> canonical(const isa::Program& parsed) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(program.code.size() * (sizeof(Word192::raw) + sizeof(std::uint32_t)));
    for (const Instruction& one : program.code) {
        add_word(bytes, one.number);
        add_words(bytes, one.word.raw);
    }
    const std::string registers = ir::print(ir::Context{program.machine_state});
    bytes.insert(bytes.end(), registers.begin(), registers.end());
    return bytes;
}

/// The constants that a stream loads, by their numbers; components that it does not load are 0.
Result<std::vector<Preset>> presets(const isa::Program& parsed, const ir::Context& /*context*/) {
    const auto& program = parsed_as<Program>(parsed);
    std::map<std::uint32_t, std::vector<std::uint64_t>> constants;
    for (const auto& [index, written] : program.state.fragment_constants) {
        if (index / 4 >= kConstants) continue;
        std::vector<std::uint64_t>& lanes = constants[index / 4];
        lanes.resize(4);
        lanes[index % 4] = written.value;
    }
    std::vector<Preset> presets;
    for (auto& [number, lanes] : constants) presets.push_back({"fconst" + std::to_string(number), std::move(lanes)});
    return presets;
}

} // namespace

Result<std::vector<Preset>> presets_of_dump(Bytes /*dump*/) {
    return fail(FaultKind::NotSupported,
                "constants of R500 come in a stream of register writes: there is no dump of them");
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

} // namespace relit::isa::r500::fs
