// The PlayStation 3 fragment program as a row of the table of front ends.
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/fp/context_keys.hpp"
#include "isa/rsx/fp/encoding/bindings.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/lift/lift.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/fp/text/spelling.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace relit::isa::rsx::fp {
namespace {

constexpr ir::ContextKey kContextKeys[] = {
#define CONTEXT_KEY(identifier, name, values, usual, purpose) key::identifier,
#include "isa/rsx/fp/context_keys.inc"
#undef CONTEXT_KEY
};

/// A logical dword as a file holds it.
constexpr std::uint32_t stored_dword(std::uint32_t dword) {
    const std::uint32_t big_endian = swap_halves(dword);
    return std::endian::native == std::endian::big ? big_endian : std::byteswap(big_endian);
}

Result<ProgramPtr> parse(Bytes file) {
    auto program = load(file);
    if (!program) return std::unexpected(program.error());
    return std::make_unique<ParsedAs<Program>>(kFrontend, std::move(*program));
}

ir::Stage stage(const isa::Program& /*program*/) { return ir::Stage::Fragment; }

Result<ir::Module> lift_parsed(const isa::Program& program, ir::ContextReader& context) {
    const auto& parsed = parsed_as<Program>(program);
    if (!parsed.missing_end.empty())
        return fail_at(parsed.code_offset() + parsed.size(),
                       parsed.missing_end + ": where the program ends is not known");
    return lift(parsed, context, print_origin);
}

/// The program alone, its constants zero.
std::vector<std::uint8_t> canonical(const isa::Program& parsed) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<std::uint8_t> bytes;
    bytes.resize(program.size()); // where a constant stands, zeros
    for (const Instruction& one : program.instructions) {
        std::array<std::uint32_t, 4> stored{};
        std::ranges::transform(one.word.raw, stored.begin(), stored_dword);
        std::memcpy(&bytes[one.offset], stored.data(), kSlotBytes);
    }
    cg::add_key(bytes, program.machine_state, program.constant_names, program.bound);
    return bytes;
}

std::vector<NamedInput> names_of_parsed(const isa::Program& parsed) { return named_inputs(parsed_as<Program>(parsed)); }

/// The constants in the code as "fconst0" and so on, in the order of the instructions that carry them.
Result<std::vector<Preset>> presets(const isa::Program& parsed, const ir::Context& /*context*/) {
    const auto& program = parsed_as<Program>(parsed);
    std::vector<Preset> presets;
    for (const Instruction& one : program.instructions) {
        if (!one.constant) continue;
        const auto& lanes = one.constant->lanes;
        presets.push_back({"fconst" + std::to_string(presets.size()), {lanes.begin(), lanes.end()}});
    }
    return presets;
}

} // namespace

Result<std::vector<Preset>> presets_of_dump(Bytes /*dump*/) {
    return fail(FaultKind::NotSupported, "constants of a fragment program are in its code: there is no dump of them");
}

const Frontend kFrontend = {
    .codec = kCodec,
    .parse = parse,
    .stage = stage,
    .lift = lift_parsed,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .named_inputs = names_of_parsed,
    .canonical = canonical,
    .context_keys = kContextKeys,
};

} // namespace relit::isa::rsx::fp
