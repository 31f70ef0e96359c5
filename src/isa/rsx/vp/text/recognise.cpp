// How surely a file is a vertex program: a container says so, anything else must be what compilers write from end to end.
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

bool is_hole(const Word128& word) { return word == Word128{}; } // of a slot that is not reached

/// Whether the registers that the word names exist.
bool names_registers(const Word128& word) {
    constexpr std::uint32_t kReal = 32; // temporaries that the hardware has
    const auto is_real = [](std::uint64_t temp) { return temp < kReal; };
    for (unsigned i = 0; i < 3; ++i) {
        if (!reads(word, i)) continue;
        const SourceFields& f = kSourceFields[i];
        const Type type = word[*f.type];
        if (type == Type::Temp && !is_real(word.extract(*f.temp))) return false;
        if (type == Type::Constant && word[Word128::constant] >= kConstants) return false;
    }
    return (!vec_writes_temp(word) || is_real(word[Word128::vec_temp])) &&
           (!sca_writes_temp(word) || is_real(word[Word128::sca_temp]));
}

/// Whether nothing runs on after the word: it has END, or, of a subroutine after the END, goes elsewhere.
bool ends_program(const Word128& word) { return word[Word128::end] || steers(word[Word128::sca]); }

/// Whether all slots but holes are one program whose fields that nothing reads are as one compiler leaves them, but for
/// one slot in four.
bool is_one_program(std::span<const Word128> slots) {
    const Fill fill = fill_of(slots);
    std::size_t words = 0, said = 0;
    bool writes = false, ends = false;
    for (const Word128& word : slots) {
        if (is_hole(word)) continue;
        if (!is_plain(word) || !names_registers(word)) return false;
        ++words;
        said += bits_in_text(word, fill) == word ? 1U : 0U;
        writes = writes || writes_output(word);
        ends = ends_program(word);
    }
    return writes && ends && 4 * said >= 3 * words;
}

/// Whether the headers lead to the very end of the file. Jumps and calls on the way are those of a ring buffer.
bool leads_to_end(Bytes file) {
    PushReader reader(file, kStreamRules);
    while (reader.next()) (void)reader.skip_arguments();
    return file.size() % 4 == 0 && reader.wanted() == 0;
}

Recognition recognise_stream(Bytes file, const Program& program) {
    const auto exists = [](const Word128& word) { return is_hole(word) || is_known(word); };
    const bool loads = leads_to_end(file) && check_runnable(program, program.start).has_value() &&
                       std::ranges::all_of(program.slots, exists);
    return loads ? plausible("methods that load a vertex program") : no("the methods load no vertex program");
}

} // namespace

Recognition recognise(Bytes file) {
    if (file.empty()) return no("the file is empty");
    if (const auto profile = cg::profile_of(file))
        return *profile == cg::Profile::Vertex ? certain("the header of a vertex program's container")
                                               : no("the header of a fragment program's container");
    if (kind_of(file) == FileKind::Text)
        return load(file) ? plausible("text that assembles") : no("text that does not assemble");
    const auto program = load_binary(file);
    if (!program) return no("neither microcode nor a stream of methods");
    if (program->kind == FileKind::Stream) return recognise_stream(file, *program);
    return is_one_program(program->slots) ? plausible("microcode with END in its last slot")
                                          : no("no compiler writes such microcode");
}

} // namespace relit::isa::rsx::vp
