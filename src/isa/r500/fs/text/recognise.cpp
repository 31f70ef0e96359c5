// How surely a file is a fragment program: nothing marks one, so all of it must be as compilers and people write.
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/file.hpp"

#include <algorithm>

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kUndefinedSelect = 6;

/// Whether bits that mean nothing are 0.
bool is_clean(const Word192& word) {
    for (const FieldInfo& field : fields_in(word))
        if (field.name[0] == 'W' && field.name != Alu::writes_depth.name && field.name != Common::write_inactive.name &&
            word.extract(field) != 0)
            return false;
    return is_known(word) && word[Common::rgb_predicate] < kUndefinedSelect &&
           word[Common::alpha_predicate] < kUndefinedSelect;
}

bool is_one_program(const Program& program) {
    const auto writes = [](const Instruction& one) {
        return one.word[Common::type] == Type::Out &&
               (one.word[Common::rgb_out_mask] != 0 || one.word[Common::alpha_out_mask] != 0);
    };
    return std::ranges::all_of(program.code, is_clean, &Instruction::word) && std::ranges::any_of(program.code, writes);
}

} // namespace

Guess recognise(Bytes file) {
    if (file.empty()) return no("the file is empty");
    if (is_program_text(file)) return recognise_text({reinterpret_cast<const char*>(file.data()), file.size()});
    const auto program = load_binary(file);
    if (!program || program->code.empty()) return no("no instructions");
    if (program->kind == FileKind::Stream) return plausible("register writes that load a fragment program");
    return is_one_program(*program) ? plausible("instructions of which one writes to a target")
                                    : no("words that do not decode as a program");
}

Guess recognise_text(std::string_view text) {
    // What a text includes is not read here.
    const codec::AssembleOptions options{.include = [](const std::string&) { return Result<std::string>(""); }};
    const auto made = assemble(text, options);
    if (!made) return no("text that does not assemble");
    const auto program = load_binary(*made);
    return program && !program->code.empty() ? plausible("text that assembles") : no("text without an instruction");
}

} // namespace relit::isa::r500::fs
