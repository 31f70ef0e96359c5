// How surely a file is an R500 vertex program: a stream says it; words must be what assemblers and drivers write.
#include "isa/r500/text/program_dump.hpp"
#include "isa/r500/vs/encoding/notes.hpp"
#include "isa/r500/vs/text/file.hpp"
#include "isa/r500/vs/text/statement.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

/// Whether the fields that nothing reads are as compilers leave them.
bool is_tidy(const Word128& word, Fill fill) { return word_of(statement_of(word), fill) == word; }

bool is_real(const Source& source, unsigned components) {
    for (unsigned i = 0; i < 4; ++i)
        if ((components >> i & 1) != 0 && source.select[i] > Select::One) return false;
    const bool is_temp = source.from == SourceClass::Temp, is_input = source.from == SourceClass::Input;
    return source.mode != Mode::None && source.index < (is_temp ? kRealTemps : is_input ? kInputs : kConstants);
}

/// Whether all that the word names exists and what it reads is there, with no reserved bit set.
bool is_legal(const Word128& word) {
    if (!is_known(word) || statement_of(word).unchecked) return false;
    if (word[W::A_unused] != 0 || word[W::B_unused] != 0 || word[W::target_mode] == Mode::None) return false;
    const TargetClass to = word[W::target];
    const bool is_out = to == TargetClass::Out || to == TargetClass::OutReplicateX;
    if (to == TargetClass::Input || word[W::target_index] >= (is_out ? kInputs : kRealTemps)) return false;
    for (unsigned k = 0; k < operands_of(word); ++k)
        if (!is_real(source(word, k), components_read(word, k))) return false;
    return true;
}

/// Whether all words are legal, three in four tidy, and together they write the whole position.
bool is_one_program(const Program& program) {
    const std::vector<Word128> words = program.words();
    const Fill fill = fill_of(words);
    std::size_t tidy = 0;
    std::uint32_t position = 0;
    for (const Word128& word : words) {
        if (!is_legal(word)) return false;
        tidy += is_tidy(word, fill) ? 1 : 0;
        const bool is_out = word[W::target] == TargetClass::Out || word[W::target] == TargetClass::OutReplicateX;
        if (is_out && word[W::target_index] == 0) position |= word[W::mask];
    }
    return position == 15 && 4 * tidy >= 3 * words.size();
}

/// A file of words or of a stream.
Recognition recognise_binary(Bytes file) {
    const auto program = load_binary(file);
    if (!program) return no("not whole instructions");
    if (program->kind == FileKind::Stream) return plausible("registers that load a vertex program");
    return is_one_program(*program) ? plausible("instructions that write a position")
                                    : no("no assembler writes such instructions");
}

} // namespace

Recognition recognise(Bytes file) {
    if (file.empty()) return no("the file is empty");
    switch (kind_of(file)) {
        case FileKind::Stream: return plausible("registers that load a vertex program");
        case FileKind::Text: return recognise_text(text_of(file));
        case FileKind::Words: break;
    }
    return recognise_binary(file);
}

Recognition recognise_text(std::string_view text) {
    if (is_program_dump(text, ProgramKind::Vertex)) return recognise_dump(text, ProgramKind::Vertex, recognise_binary);
    // What a text includes is not read here.
    const codec::AssembleOptions options{.include = [](const std::string&) { return Result<std::string>(""); }};
    return assemble(text, options) ? plausible("text that assembles") : no("text that does not assemble");
}

} // namespace relit::isa::r500::vs
