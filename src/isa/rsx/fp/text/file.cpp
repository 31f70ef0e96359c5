// What a file of a fragment program is as a whole: text or binary, what translations depend on, what it loads.
#include "isa/rsx/fp/text/file.hpp"

#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace relit::isa::rsx::fp {
namespace {

/// A logical dword as a file holds it.
constexpr std::uint32_t stored_dword(std::uint32_t dword) {
    const std::uint32_t big_endian = swap_halves(dword);
    return std::endian::native == std::endian::big ? big_endian : std::byteswap(big_endian);
}

} // namespace

bool is_program_text(Bytes file) {
    // 16 random bytes often are characters, but hardly ever of two lines or with a statement's end.
    const auto ends = [](std::uint8_t c) { return c == ';' || c == '\n'; };
    return is_text(file) && std::ranges::any_of(file, ends);
}

Result<Program> load(Bytes file) {
    if (!is_program_text(file)) return load_binary(file);
    const auto assembled = assemble_file({reinterpret_cast<const char*>(file.data()), file.size()});
    if (!assembled) return std::unexpected(assembled.error());
    auto program = load_console(assembled->bytes);
    if (program) program->from_text = true;
    if (program) program->order = assembled->order;
    return program;
}

Result<std::vector<std::uint8_t>> canonical(Bytes file) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    std::vector<std::uint8_t> bytes;
    bytes.resize(program->size()); // where a constant stands, zeros
    for (const Instruction& one : program->instructions) {
        std::array<std::uint32_t, 4> stored{};
        std::ranges::transform(one.word.raw, stored.begin(), stored_dword);
        std::memcpy(&bytes[one.offset], stored.data(), kSlotBytes);
    }
    cg::add_key(bytes, program->context, program->labels, program->bound);
    return bytes;
}

Result<std::vector<Preset>> presets(Bytes file, const ir::Context& /*context*/) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    std::vector<Preset> presets;
    for (const Instruction& one : program->instructions) {
        if (!one.constant) continue;
        const auto& lanes = one.constant->lanes;
        presets.push_back({"fconst" + std::to_string(presets.size()), {lanes.begin(), lanes.end()}});
    }
    return presets;
}

Result<std::vector<Preset>> presets_of_dump(Bytes /*dump*/) {
    return fail(FaultKind::NotSupported, "constants of a fragment program stand in its code: there is no dump of them");
}

} // namespace relit::isa::rsx::fp
