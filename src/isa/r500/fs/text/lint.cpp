#include "isa/r500/fs/text/lint.hpp"

#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/text/assemble.hpp"
#include "isa/r500/fs/text/file.hpp"
#include "isa/text.hpp"

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>

namespace relit::isa::r500::fs {
namespace {

enum class Rule : std::uint8_t {
#define LINT(name, text, fixable, reason) name,
#include "isa/r500/fs/text/lint.inc"
#undef LINT
};
struct RuleRow {
    std::string_view name;
    bool is_fixable;
    std::string_view reason;
};
constexpr RuleRow kLintRules[] = {
#define LINT(name, text, fixable, reason) {text, fixable, reason},
#include "isa/r500/fs/text/lint.inc"
#undef LINT
};

std::string_view name_of(Rule rule) { return kLintRules[static_cast<std::size_t>(rule)].name; }

constexpr std::uint32_t kAlphaBit = 8;

bool fetches(const Word192& word) {
    const TexOp op = word[Tex::op];
    return word[Common::type] == Type::Tex && op != TexOp::Nop && op != TexOp::TexKill;
}

/// Components of temporaries, red in bit 0.
using Components = std::array<std::uint32_t, kTemps>;

void add_written(const Word192& word, Components& into) {
    if (fetches(word)) into[word[Tex::temp]] |= word[Common::rgb_mask] | word[Common::alpha_mask] << 3;
    if (!computes(word)) return;
    into[word[Alu::rgb_temp]] |= word[Common::rgb_mask];
    into[word[Alu::alpha_temp]] |= word[Common::alpha_mask] << 3;
}

void add_address(const Word192& word, const AddressFields& fields, Components& into) {
    for (const Field<Number>* component : fields.components) into[word[*fields.temp]] |= 1U << word[*component];
}

/// What an instruction reads of temporaries that it names by number.
Components read_by(const Word192& word) {
    Components read{};
    if (word[Common::type] == Type::Tex && word[Tex::op] != TexOp::Nop) {
        add_address(word, kCoordinates, read);
        if (word[Tex::op] == TexOp::DxDy) add_address(word, kDx, read), add_address(word, kDy, read);
    }
    if (!computes(word)) return read;
    for (const UnitFields* unit : kUnitFields)
        for (unsigned i = 0; i < unit->sources.size(); ++i) {
            const SourceFields& source = unit->sources[i];
            if (word[*source.constant] || word[*source.address] >= kInlineFloat) continue;
            read[word[*source.address]] |= components_read(word, unit->kind == UnitKind::Alpha, i);
        }
    return read;
}

bool overlap(const Components& a, const Components& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if ((a[i] & b[i]) != 0) return true;
    return false;
}

/// Temporaries that a slot of an instruction reads early: through srcp, or as source 0 of MDH and MDV.
struct Early {
    Components pre_subtracted{}, derived{};
};

void add_early(const Word192& word, const UnitFields& unit, unsigned which, Components& into) {
    const SourceFields& source = unit.sources[which];
    if (word[*source.constant] || word[*source.address] >= kInlineFloat) return;
    into[word[*source.address]] |= components_read(word, unit.kind == UnitKind::Alpha, which);
}

/// Whether an operand that is read takes srcp from the slots of `slots`.
bool uses_srcp(const Word192& word, const UnitFields& slots) {
    for (const UnitFields* unit : kUnitFields) {
        if (!matters(word, *unit)) continue;
        for (unsigned i = 0; i < op_of(word, *unit).operands; ++i) {
            const OperandFields& operand = unit->operands[i];
            if (word[*operand.select] != kPreSubtracted) continue;
            for (unsigned lane = 0; lane < unit->lanes; ++lane) {
                const Component component = word[*operand.components[lane]];
                if (component <= Component::Alpha && (component == Component::Alpha) == (slots.kind == UnitKind::Alpha))
                    return true;
            }
        }
    }
    return false;
}

Early early_of(const Word192& word) {
    Early early;
    if (!computes(word)) return early;
    for (const UnitFields* unit : kUnitFields) {
        const std::string_view op = op_of(word, *unit).mnemonic;
        if ((op == "MDH" || op == "MDV") && matters(word, *unit)) add_early(word, *unit, 0, early.derived);
        if (!uses_srcp(word, *unit)) continue;
        const std::uint32_t pre_subtract = word[*unit->pre_subtract];
        add_early(word, *unit, 0, early.pre_subtracted);
        if (pre_subtract == 1 || pre_subtract == 2) add_early(word, *unit, 1, early.pre_subtracted);
    }
    return early;
}

/// Checks the instructions of one program, one after the other.
class Linter {
public:
    explicit Linter(const Program& program) : program_(program) {}

    std::vector<Finding> run() {
        for (std::size_t i = 0; i < program_.code.size(); ++i) {
            const Instruction& one = program_.code[i];
            if (!is_known(one.word)) continue;
            if (i + 1 < program_.code.size()) hazard(one, program_.code[i + 1]);
            waits(one);
            sine(one);
            follow(one.word);
        }
        last_out();
        constants();
        return std::move(findings_);
    }

private:
    void add(Rule rule, const Instruction& one) {
        const RuleRow& row = kLintRules[static_cast<std::size_t>(rule)];
        findings_.push_back({one.number, one.offset, 0, 0, row.name, std::string(row.reason), row.is_fixable});
    }

    void hazard(const Instruction& one, const Instruction& next) {
        if (!computes(one.word) || one.word[Common::nop] || next.number != one.number + 1) return;
        Components written{};
        add_written(one.word, written);
        const Early early = early_of(next.word);
        if (overlap(written, early.pre_subtracted)) add(Rule::PreSubtract, one);
        if (overlap(written, early.derived)) add(Rule::Derivative, one);
    }

    void waits(const Instruction& one) {
        const Word192& word = one.word;
        if (word[Common::tex_sem_wait] && is_fetching_) {
            if (!holds_) add(Rule::Acquire, one);
            fetched_ = {};
            is_fetching_ = holds_ = false;
        }
        if (overlap(fetched_, read_by(word))) {
            add(Rule::Wait, one);
            fetched_ = {}; // once is enough
        }
        if (!fetches(word)) return;
        add_written(word, fetched_);
        is_fetching_ = true;
        holds_ = holds_ || word[Tex::acquires];
    }

    /// Numbers of which FRC has made what they are stay from 0 to 1 until they are written again.
    void sine(const Instruction& one) {
        const Word192& word = one.word;
        const bool is_sine = word[Alu::alpha_op] == AlphaOp::Sin || word[Alu::alpha_op] == AlphaOp::Cos;
        if (!computes(word) || !is_sine || !matters(word, kAlphaUnit)) return;
        const Component component = word[Alu::alpha_a];
        const std::uint32_t select = word[Alu::alpha_select_a];
        if (component > Component::Alpha) return; // a number that is 0, a half or 1
        if (select == kPreSubtracted) return add(Rule::Turns, one);
        const SourceFields& source = (component == Component::Alpha ? kAlphaUnit : kRgbUnit).sources[select];
        if (word[*source.constant] || word[*source.address] >= kInlineFloat) return; // who wrote it knows it
        const std::uint32_t bit = 1U << static_cast<unsigned>(component);
        if ((fractions_[word[*source.address]] & bit) == 0) add(Rule::Turns, one);
    }
    void follow(const Word192& word) {
        Components written{};
        add_written(word, written);
        for (std::size_t i = 0; i < written.size(); ++i) fractions_[i] &= ~written[i];
        if (!computes(word)) return;
        if (word[Alu::rgb_op] == RgbOp::Frc) fractions_[word[Alu::rgb_temp]] |= word[Common::rgb_mask];
        if (word[Alu::alpha_op] == AlphaOp::Frc && word[Common::alpha_mask] != 0)
            fractions_[word[Alu::alpha_temp]] |= kAlphaBit;
    }

    void last_out() {
        const Instruction* last = nullptr;
        for (const Instruction& one : program_.code)
            if (one.word[Common::type] == Type::Out) last = &one;
        if (last != nullptr && !last->word[Common::tex_sem_wait]) add(Rule::LastOut, *last);
    }

    void constants() {
        std::set<std::uint32_t> read;
        for (const Instruction& one : program_.code) {
            if (!computes(one.word)) continue;
            for (const UnitFields* unit : kUnitFields)
                for (unsigned i = 0; i < unit->sources.size(); ++i) {
                    const SourceFields& source = unit->sources[i];
                    if (!one.word[*source.constant] || !reads_source(one.word, unit->kind == UnitKind::Alpha, i))
                        continue;
                    if (one.word[*source.relative]) return; // any may be meant
                    read.insert(one.word[*source.address]);
                }
        }
        const RuleRow& row = kLintRules[static_cast<std::size_t>(Rule::UnusedConstant)];
        std::optional<std::uint32_t> before;
        for (const auto& [place, written] : program_.state.fragment_constants) {
            const std::uint32_t number = place / 4;
            if (before == number) continue;
            before = number;
            if (!read.contains(number))
                findings_.push_back({number, written.offset, 0, 0, row.name,
                                     "const[" + std::to_string(number) + "]: " + std::string(row.reason),
                                     row.is_fixable});
        }
    }

    const Program& program_;
    std::vector<Finding> findings_;
    Components fetched_{}, fractions_{};
    bool is_fetching_ = false, holds_ = false;
};

} // namespace

std::vector<Finding> lint(const Program& program) { return Linter(program).run(); }

Result<std::vector<std::uint8_t>> fixed(Bytes binary) {
    const auto program = load_binary(binary);
    if (!program) return std::unexpected(program.error());
    std::vector<std::uint8_t> file(binary.begin(), binary.end());
    for (const Finding& finding : lint(*program)) {
        const Instruction* one = finding.fixable ? program->find(finding.instruction) : nullptr;
        if (one == nullptr) continue;
        const std::uint32_t first = Word192(one->word).set(Common::nop, true).raw[0];
        for (unsigned i = 0; i < 4; ++i) file[one->offset + i] = static_cast<std::uint8_t>(first >> (8 * i));
    }
    return file;
}

Result<std::vector<Finding>> lint_file(Bytes file, const codec::AssembleOptions& options) {
    if (!is_program_text(file)) {
        const auto program = load_binary(file);
        if (!program) return std::unexpected(program.error());
        return lint(*program);
    }
    const auto assembled = assemble_with_places(text_of(file), options);
    if (!assembled) return std::unexpected(assembled.error());
    const auto program = load_binary(assembled->bytes);
    if (!program) return std::unexpected(program.error());
    std::vector<Finding> findings = lint(*program);
    for (Finding& finding : findings) {
        const auto found = assembled->instructions.find(finding.instruction);
        if (finding.rule == name_of(Rule::UnusedConstant) || found == assembled->instructions.end()) continue;
        finding.line = found->second.place.line;
        finding.column = found->second.place.column;
    }
    return findings;
}

Result<std::vector<std::uint8_t>> fix_file(Bytes file, const codec::AssembleOptions& options) {
    if (!is_program_text(file)) return fixed(file);
    const auto assembled = assemble_with_places(text_of(file), options);
    if (!assembled) return std::unexpected(assembled.error());
    const auto program = load_binary(assembled->bytes);
    if (!program) return std::unexpected(program.error());
    std::set<std::size_t, std::greater<>> places; // from the last on, so that those before stay where they are
    for (const Finding& finding : lint(*program)) {
        const auto found = assembled->instructions.find(finding.instruction);
        if (!finding.fixable || found == assembled->instructions.end()) continue;
        if (found->second.at != InstructionText::kIncluded) places.insert(found->second.at);
    }
    std::string text(text_of(file));
    for (const std::size_t at : places) text.insert(at, "NOP ");
    return std::vector<std::uint8_t>(text.begin(), text.end());
}

} // namespace relit::isa::r500::fs
