// Maxwell programs as a row of the table of guests.
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/program.hpp"
#include "isa/maxwell/text.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace relit::isa::maxwell {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=bytes|none"};
constexpr std::string_view kContextFacts[] = {
#define FACT(name, values, usual, purpose) std::string_view(name "=" values),
#include "isa/maxwell/facts.inc"
#undef FACT
};

/// How likely it is that words are Maxwell's, by what they are.
unsigned likelihood(const Program& program) {
    const auto known = static_cast<std::size_t>(std::ranges::count_if(program.code, &Instruction::known));
    const auto is_schedule = [](std::uint64_t word) { return word >> 63 == 0; };
    bool schedules = true, exits = false;
    for (std::size_t i = 0; i < program.words.size(); i += kGroupBytes / kWordBytes)
        schedules = schedules && is_schedule(program.words[i]);
    for (const Instruction& in : program.code) exits = exits || (in.known() && in.op() == Op::EXIT);
    if (!schedules || known * 10 < program.code.size() * 9) return 0;
    if (known != program.code.size()) return 20;
    if (program.kind == FileKind::HeadedCode) return exits ? 97 : 85;
    return exits ? 96 : 40;
}

void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// The words, low byte first; of schedules zeros.
void append_code(std::vector<std::uint8_t>& bytes, std::span<const std::uint64_t> words) {
    const std::size_t at = bytes.size();
    static_assert(std::endian::native == std::endian::little);
    const auto* raw = reinterpret_cast<const std::uint8_t*>(words.data());
    bytes.insert(bytes.end(), raw, raw + words.size_bytes());
    for (std::size_t i = 0; i < words.size_bytes(); i += kGroupBytes) std::memset(&bytes[at + i], 0, kWordBytes);
}

} // namespace

unsigned guess(Bytes file) {
    if (file.empty()) return 0;
    if (is_text(file)) return load(file) ? 75 : 0;
    if (binary_kind_of(file) == FileKind::Dksh) return load_binary(file) ? 100 : 90;
    const auto program = load_binary(file);
    return program ? likelihood(*program) : 0;
}

Result<std::vector<Preset>> presets(Bytes /*file*/, const ir::Context& /*context*/) { return std::vector<Preset>{}; }

Result<std::vector<Preset>> presets_of_dump(Bytes /*dump*/) {
    return fail(FaultKind::NotSupported, "dumps of Maxwell's constant buffers are not read yet");
}

/// Schedules and filling change nothing; headers and constants do.
Result<std::vector<std::uint8_t>> canonical(Bytes file) {
    const auto program = load_undecoded(file);
    if (!program) return std::unexpected(program.error());
    constexpr std::size_t kMostHeaders = 256;
    std::vector<std::uint8_t> bytes;
    bytes.reserve(kMostHeaders + program->constants.size() + program->words.size() * kWordBytes);
    append(bytes, static_cast<std::uint64_t>(program->stage), 1);
    append(bytes, program->kind == FileKind::Dksh || program->dksh ? 1 : 0, 1);
    if (program->sph)
        for (const std::uint32_t raw : program->sph->raw) append(bytes, raw, 4);
    if (program->dksh) {
        DkshProgram dksh = *program->dksh;
        dksh.set(DkshProgram::entry, 0U).set(DkshProgram::constants, 0U);
        for (const std::uint32_t raw : dksh.raw) append(bytes, raw, 4);
    }
    append(bytes, program->constants.size(), 4);
    bytes.insert(bytes.end(), program->constants.begin(), program->constants.end());
    append_code(bytes, program->words);
    return bytes;
}

const Guest kGuest = {
    .name = "maxwell",
    .summary = "Maxwell and Pascal shader programs (Switch)",
    .guess = guess,
    .list = list,
    .assemble = assemble,
    .explain = explain,
    .facts = facts,
    .lift = lift,
    .lift_joined = lift_joined,
    .raise = raise,
    .raises_uncombined = raises_uncombined,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .canonical = canonical,
    .sample = sample,
    .text_options = kTextOptions,
    .context_facts = kContextFacts,
    .bindings_of_stage = 64,
    .unwritten = {0, 0, 0, std::bit_cast<std::uint32_t>(1.0F)},
};

} // namespace relit::isa::maxwell
