// How surely a file is a fragment program: a container says so, anything else must be what compilers write from end to end.
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/fp/text/spelling.hpp"

#include <algorithm>

namespace relit::isa::rsx::fp {
namespace {

/// Whether the full registers that the word names exist; of half registers a word cannot name others.
bool names_registers(const Word128& word) {
    if (writes_register(word) && !word[Word128::dst_half] && word[Word128::dst] >= kTemps) return false;
    for (unsigned i = 0; i < 3; ++i) {
        if (!reads(word, i)) continue;
        const Source from = source(word, i);
        if (from.type == Type::Temp && !from.half && from.temp >= kTemps) return false;
    }
    return true;
}

/// Whether nothing stands after the program but zeros and, as Mesa leaves it, a NOP with END.
bool is_filling(Bytes rest) {
    constexpr std::array<std::uint8_t, kSlotBytes> kNop = {0, 1};
    if (rest.size() >= kSlotBytes && std::ranges::equal(rest.first(kSlotBytes), kNop)) rest = rest.subspan(kSlotBytes);
    return std::ranges::all_of(rest, [](std::uint8_t byte) { return byte == 0; });
}

/// Whether the instructions are those of a program whose fields that nothing reads are as one compiler leaves them, but for
/// one word in four. Most instructions of real programs are done whatever the condition register holds.
bool is_one_program(const Program& program) {
    std::array<std::size_t, 2> said{};
    std::size_t usual = 0;
    bool works = false;
    for (const Instruction& one : program.instructions) {
        const Word128& word = one.word;
        if (!is_known(word) || !names_registers(word)) return false;
        usual += is_usual(word) ? 1U : 0U;
        for (const Fill fill : {Fill::Sony, Fill::Mesa})
            said[static_cast<std::size_t>(fill)] += bits_in_text(word, fill) == word ? 1U : 0U;
        works = works || writes_register(word) || info(word[Word128::op]).op_class == OpClass::Kill;
    }
    const std::size_t count = program.instructions.size();
    return works && 2 * usual >= count && 4 * std::ranges::max(said) >= 3 * count;
}

} // namespace

Recognition recognise(Bytes file) {
    if (const auto profile = cg::profile_of(file))
        return *profile == cg::Profile::Fragment ? certain("the header of a fragment program's container")
                                                 : no("the header of a vertex program's container");
    const auto program = load(file);
    if (!program) return no("neither microcode nor text of it");
    if (program->from_text) return plausible("text that assembles");
    return program->missing_end.empty() && is_one_program(*program) && is_filling(program->rest)
               ? plausible("microcode with END in its last instruction")
               : no("no compiler writes such microcode");
}

} // namespace relit::isa::rsx::fp
