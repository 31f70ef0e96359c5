// How surely a file is a fragment program: nothing marks one, so all of it must be as compilers and people write.
#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/file.hpp"
#include "isa/r500/text/program_dump.hpp"

#include <algorithm>
#include <array>

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kUndefinedSelect = 6;

bool is_zero(std::uint32_t dword) { return dword == 0; }

/// Whether bits that mean nothing are 0.
bool is_clean(const Word192& word) {
    for (const FieldInfo& field : fields_in(word))
        if (field.name[0] == 'W' && field.name != Alu::writes_depth.name && field.name != Common::write_inactive.name &&
            word.extract(field) != 0)
            return false;
    return is_known(word) && word[Common::rgb_predicate] < kUndefinedSelect &&
           word[Common::alpha_predicate] < kUndefinedSelect;
}

/// Whether fields of a unit that nothing reads are as both compilers and people leave them.
bool is_tidy(const Word192& word, const UnitFields& unit) {
    for (unsigned i = op_of(word, unit).operands; i < unit.operands.size(); ++i) {
        const OperandFields& operand = unit.operands[i];
        if (word[*operand.select] != 0 || word[*operand.modifier] != 0) return false;
    }
    for (unsigned i = 0; i < unit.sources.size(); ++i) {
        const SourceFields& source = unit.sources[i];
        const bool plain = word[*source.address] == kNoSource && !word[*source.constant] && !word[*source.relative];
        if (!plain && !reads_source(word, unit.kind == UnitKind::Alpha, i)) return false;
    }
    return true;
}
bool is_tidy(const Word192& word) {
    const Type type = word[Common::type];
    if (type == Type::Tex)
        return word[Tex::op] == TexOp::DxDy || std::ranges::all_of(word.raw.begin() + 3, word.raw.end(), is_zero);
    return type == Type::Fc || (is_tidy(word, kAlphaUnit) && is_tidy(word, kRgbUnit));
}

/// Whether every component of a target is written once at most.
bool writes_once(const Program& program) {
    std::array<std::uint32_t, kTargets> written{};
    for (const Instruction& one : program.code) {
        if (one.word[Common::type] != Type::Out) continue;
        for (const UnitFields* unit : kUnitFields) {
            const std::uint32_t mask = one.word[*unit->out_mask] << (unit->kind == UnitKind::Alpha ? 3 : 0);
            std::uint32_t& target = written[one.word[*unit->target]];
            if ((target & mask) != 0) return false;
            target |= mask;
        }
    }
    return true;
}

/// Whether all instructions are clean and three in four tidy, the last one an OUT.
bool is_one_program(const Program& program) {
    const Word192& last = program.code.back().word;
    const bool writes_target =
        last[Common::type] == Type::Out && (last[Common::rgb_out_mask] != 0 || last[Common::alpha_out_mask] != 0);
    const auto tidy =
        std::ranges::count_if(program.code, [](const Word192& word) { return is_tidy(word); }, &Instruction::word);
    return writes_target && writes_once(program) && std::ranges::all_of(program.code, is_clean, &Instruction::word) &&
           4 * static_cast<std::size_t>(tidy) >= 3 * program.code.size();
}

/// A file of words or of a stream.
Recognition recognise_binary(Bytes file) {
    const auto program = load_binary(file);
    if (!program || program->code.empty()) return no("no instructions");
    if (program->kind == FileKind::Stream) return plausible("register writes that load a fragment program");
    return is_one_program(*program) ? plausible("instructions of which the last writes to a target")
                                    : no("words that do not decode as a program");
}

} // namespace

Recognition recognise(Bytes file) {
    if (file.empty()) return no("the file is empty");
    if (is_program_text(file)) return recognise_text(text_of(file));
    return recognise_binary(file);
}

Recognition recognise_text(std::string_view text) {
    if (is_program_dump(text, ProgramKind::Fragment))
        return recognise_dump(text, ProgramKind::Fragment, recognise_binary);
    // What a text includes is not read here.
    const codec::AssembleOptions options{.include = [](const std::string&) { return Result<std::string>(""); }};
    const auto made = assemble(text, options);
    if (!made) return no("text that does not assemble");
    const auto program = load_binary(*made);
    return program && !program->code.empty() ? plausible("text that assembles") : no("text without an instruction");
}

} // namespace relit::isa::r500::fs
