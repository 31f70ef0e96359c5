// How surely a file is an R500 vertex program: a stream says it; words must be what assemblers and drivers write.
#include "isa/r500/vs/text/file.hpp"
#include "isa/r500/vs/text/statement.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

/// Whether the fields that nothing reads are as compilers leave them.
bool is_tidy(const Word128& word, Fill fill) { return is_known(word) && word_of(statement_of(word), fill) == word; }

bool writes_position(const Word128& word) {
    return word[W::target] == TargetClass::Out && word[W::target_index] == 0 && word[W::mask] != 0;
}

/// Whether all words are defined, three in four tidy, and one writes the position.
bool is_one_program(const Program& program) {
    const std::vector<Word128> words = program.words();
    const Fill fill = fill_of(words);
    const auto tidy = std::ranges::count_if(words, [&](const Word128& word) { return is_tidy(word, fill); });
    return std::ranges::all_of(words, is_known) && std::ranges::any_of(words, writes_position) &&
           4 * static_cast<std::size_t>(tidy) >= 3 * words.size();
}

} // namespace

Guess recognise(Bytes file) {
    if (file.empty()) return no("the file is empty");
    switch (kind_of(file)) {
        case FileKind::Stream: return plausible("registers that load a vertex program");
        case FileKind::Text: return recognise_text({reinterpret_cast<const char*>(file.data()), file.size()});
        case FileKind::Words: break;
    }
    const auto program = load_binary(file);
    if (!program) return no("not whole instructions");
    return is_one_program(*program) ? plausible("instructions that write a position")
                                    : no("no assembler writes such instructions");
}

Guess recognise_text(std::string_view text) {
    // What a text includes is not read here.
    const codec::AssembleOptions options{.include = [](const std::string&) { return Result<std::string>(""); }};
    return assemble(text, options) ? plausible("text that assembles") : no("text that does not assemble");
}

} // namespace relit::isa::r500::vs
