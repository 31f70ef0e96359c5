// What a file of a fragment program is as a whole: how surely it is one, what translations depend on, what it loads.
#include "isa/rsx/cg/text.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/program.hpp"

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

unsigned guess(Bytes file) {
    if (const auto profile = cg::profile_of(file)) return *profile == cg::Profile::Fragment ? 100 : 0;
    const auto program = load(file);
    if (!program) return 0;
    if (program->from_text) return 70;
    const auto count = [&](auto holds) {
        return static_cast<std::size_t>(
            std::ranges::count_if(program->instructions, [&](const Instruction& one) { return holds(one.word); }));
    };
    if (count(is_known) < program->instructions.size()) return 20;
    if (program->order.flip != 0) return 55; // found because it makes sense: other guests may have more to say
    // Nearly all instructions of real programs are done whatever the condition register holds.
    return 2 * count(is_usual) >= program->instructions.size() ? 85 : 30;
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
    cg::add_key(bytes, program->facts, program->labels);
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
