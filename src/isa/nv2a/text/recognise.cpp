// How surely a file is an NV2A program: nothing marks one, so all of it must be what assemblers write.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/foreign_text.hpp"
#include "isa/nv2a/text/spelling.hpp"

#include <algorithm>

namespace relit::isa::nv2a {
namespace {

/// Whether the fields that nothing reads are as assemblers leave them. Numbers of registers may stand there all the same.
bool is_tidy(const Word128& word, Fill fill) {
    Word128 said = bits_in_text(word, fill);
    said.set(Word128::constant, word[Word128::constant]).set(Word128::input, word[Word128::input]);
    said.set(Word128::temp, word[Word128::temp]).set(Word128::relative, word[Word128::relative]);
    return said == word && word[Word128::constant] < kConstants;
}

/// Whether all of these slots are one program of tidy slots, but for one in four. Assemblers leave the first dword of every
/// slot at 0; hardware does not store it.
bool is_one_program(std::span<const Word128> slots) {
    const Fill fill = fill_of(slots);
    std::size_t tidy = 0;
    bool writes = false;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const Word128& word = slots[i];
        if (!is_known(word) || word[Word128::zero] != 0 || word[Word128::unused] != 0) return false;
        if (word[Word128::final] != (i + 1 == slots.size())) return false;
        tidy += is_tidy(word, fill) ? 1U : 0U;
        writes = writes || writes_output(word);
    }
    return writes && 4 * tidy >= 3 * slots.size();
}

/// Whether the methods lead to the file's end and leave a program that can run.
bool is_one_stream(const Program& program) {
    return program.warnings.empty() && !program.fixed_function &&
           check_runnable(program, program.usual_launch()).has_value() && std::ranges::all_of(program.slots, is_known);
}

} // namespace

Recognition recognise(Bytes file) {
    if (file.empty()) return no("the file is empty");
    const FileKind kind = kind_of(file);
    const auto program = kind == FileKind::Text ? load(file) : load_binary(file);
    if (!program) return no("neither slots nor text of them");
    if (kind == FileKind::PushBuffer)
        return is_one_stream(*program) ? plausible("methods that load a program") : no("the methods load no program");
    // A list of hex words could be any guest's.
    const bool is_list = looks_like_hex_list(text_of(file));
    if (kind == FileKind::Text && !is_list) return plausible("text that assembles");
    return is_one_program(program->slots) ? plausible("slots with FINAL in the last")
                                          : no("no assembler writes such slots");
}

} // namespace relit::isa::nv2a
