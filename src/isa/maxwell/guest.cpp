// Maxwell programs as a row of the table of guests.
#include "isa/maxwell/context_values.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/lift/convention.hpp"
#include "isa/maxwell/lift/which_driver.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace relit::isa::maxwell {
namespace {

constexpr std::string_view kTextOptions[] = {"addresses=bytes|none"};
constexpr ContextKey kContextKeys[] = {
#define CONTEXT_KEY(name, values, usual, purpose) {name, values},
#include "isa/maxwell/context_keys.inc"
#undef CONTEXT_KEY
};

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

// Sizes of storage buffers behind their addresses; the size of a workgroup, then how many there are.
std::vector<DriverWord> driver_words(Bytes file, const ir::Module& module, const ir::Context& context,
                                     const DispatchShape& shape) {
    constexpr std::uint32_t kDescriptorBytes = 16, kSizeAt = 8, kMesaGrid = 0x100;
    std::vector<DriverWord> words;
    const auto program = load(file);
    if (!program) return words;
    ir::ContextReader reader(context);
    const Program* const one = &*program;
    assume_driver({&one, 1}, reader);
    const Driver driver = driver_of(reader);
    const Convention convention = convention_of(ir::Stage::Compute, program->dksh.has_value(), driver);
    for (const auto& [binding, bytes] : shape.storage_bytes)
        if (binding < convention.storage_count)
            words.push_back({convention.slot, convention.storage + kDescriptorBytes * binding + kSizeAt, bytes});
    const std::uint32_t grid = driver == Driver::Mesa ? kMesaGrid : 0;
    for (std::uint32_t i = 0; i < shape.groups.size(); ++i) {
        words.push_back({convention.slot, grid + 4 * i, module.workgroup[i]});
        words.push_back({convention.slot, grid + 12 + 4 * i, shape.groups[i]});
    }
    return words;
}

const Guest kGuest = {
    .name = "maxwell",
    .summary = "Maxwell and Pascal shader programs (Switch)",
    .guess = guess,
    .list = list,
    .assemble = assemble,
    .explain = explain,
    .properties = properties,
    .lift = lift,
    .lift_joined = lift_joined,
    .lower = lower,
    .lowers_uncombined = lowers_uncombined,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .driver_words = driver_words,
    .canonical = canonical,
    .sample = sample,
    .text_options = kTextOptions,
    .context_keys = kContextKeys,
    .bindings_of_stage = 64,
    .unwritten = {0, 0, 0, std::bit_cast<std::uint32_t>(1.0F)},
};

} // namespace relit::isa::maxwell
