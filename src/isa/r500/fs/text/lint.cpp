#include "isa/r500/fs/text/lint.hpp"

#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/text/assemble.hpp"
#include "isa/r500/fs/text/file.hpp"
#include "isa/r500/fs/text/temporaries.hpp"
#include "isa/text.hpp"

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>

namespace relit::isa::r500::fs {
namespace {

Convention convention(const codec::AssembleOptions& options) {
    const auto floats = options.text.find("floats");
    return floats != options.text.end() && floats->second == "mesa" ? Convention::Highest : Convention::Count;
}

/// Checks the instructions of one program, one after the other.
class Linter {
public:
    Linter(const Program& program, Convention frame) : program_(program), frame_(frame) {}

    std::vector<Finding> run() {
        for (const Instruction& one : program_.code) {
            if (!is_known(one.word)) continue;
            waits(one);
            sine(one);
            other_unit(one);
            result(one);
            follow(one.word);
        }
        check_order(program_, found_);
        check_registers(program_, frame_, found_);
        last_out();
        constants();
        return found_.take();
    }

private:
    void add(Rule rule, const Instruction& one) { found_.add(rule, one); }

    void waits(const Instruction& one) {
        const Word192& word = one.word;
        // A fetch waits for nothing then, and whoever waits next waits for all.
        const bool is_early = fetches(word) && !holds_ && !overlap(fetched_, read_by(word));
        if (word[Common::tex_sem_wait] && is_fetching_ && !is_early) {
            if (!holds_) add(Rule::Acquire, one);
            fetched_ = coordinates_ = {};
            is_fetching_ = holds_ = false;
        }
        if (overlap(fetched_, read_by(word))) {
            add(Rule::Wait, one);
            fetched_ = coordinates_ = {}; // once is enough
        }
        overwrites(one);
        if (!fetches(word)) return;
        add_written(word, fetched_);
        const Components read = coordinates_of(word);
        for (std::size_t i = 0; i < read.size(); ++i) coordinates_[i] |= read[i];
        is_fetching_ = true;
        if (holds_ && word[Tex::acquires]) add(Rule::Acquired, one);
        holds_ = holds_ || word[Tex::acquires];
    }

    /// Fetches read their coordinates in their order: only what is computed may come too early for them.
    void overwrites(const Instruction& one) {
        const Components written = written_by(one.word);
        if (overlap(fetched_, written)) {
            add(Rule::Overwritten, one);
            fetched_ = {};
        }
        if (computes(one.word) && overlap(coordinates_, written)) {
            add(Rule::SourceLost, one);
            coordinates_ = {};
        }
    }

    /// An operation that hands on the result of the other unit, which has to be one that only that unit has.
    void other_unit(const Instruction& one) {
        const Word192& word = one.word;
        if (!computes(word)) return;
        const RgbOp rgb = word[Alu::rgb_op];
        const AlphaOp alpha = word[Alu::alpha_op];
        const bool is_scalar = alpha >= AlphaOp::Ex2 && alpha <= AlphaOp::Cos;
        const bool is_dot = rgb == RgbOp::Dp3 || rgb == RgbOp::Dp4 || rgb == RgbOp::D2a;
        if ((matters(word, kRgbUnit) && rgb == RgbOp::Sop && !is_scalar) ||
            (matters(word, kAlphaUnit) && alpha == AlphaOp::Dp && !is_dot))
            add(Rule::OtherUnit, one);
    }

    /// The first flow control after an ALU result uses it up, be it asked for or not.
    void result(const Instruction& one) {
        const Word192& word = one.word;
        if (computes(word) && word[Alu::writes_result]) is_result_lost_ = false;
        if (word[Common::type] != Type::Fc) return;
        constexpr std::uint32_t kWithoutResult = 15;
        const std::uint32_t table = word[Fc::table];
        if (is_result_lost_ && (table & kWithoutResult) != table >> 4) add(Rule::ResultLost, one);
        is_result_lost_ = true;
    }

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
        if (!is_fraction(word, kAlphaUnit.operands[0], 0)) add(Rule::Turns, one);
    }
    void follow(const Word192& word) {
        Components kept{};
        if (computes(word)) {
            kept[word[Alu::rgb_temp]] |= fractions_of(word, kRgbUnit);
            kept[word[Alu::alpha_temp]] |= fractions_of(word, kAlphaUnit) << 3;
        }
        const Components written = written_by(word);
        for (std::size_t i = 0; i < written.size(); ++i)
            fractions_[i] = (fractions_[i] & ~written[i]) | (kept[i] & written[i]);
    }
    /// Lanes whose result spans one turn: of FRC, or a fraction that MAD moves, as to -0.5 .. 0.5.
    [[nodiscard]] std::uint32_t fractions_of(const Word192& word, const UnitFields& unit) const {
        const std::string_view op = op_of(word, unit).mnemonic;
        std::uint32_t lanes = 0;
        for (unsigned lane = 0; lane < unit.lanes; ++lane) {
            const bool is_moved =
                op == "MAD" && (is_fraction(word, unit.operands[0], lane) || is_fraction(word, unit.operands[1], lane));
            if (op == "FRC" || is_moved) lanes |= 1U << lane;
        }
        return lanes;
    }
    [[nodiscard]] bool is_fraction(const Word192& word, const OperandFields& operand, unsigned lane) const {
        const Component component = word[*operand.components[lane]];
        const std::uint32_t select = word[*operand.select];
        if (component > Component::Alpha || select == kPreSubtracted) return false;
        const SourceFields& source = (component == Component::Alpha ? kAlphaUnit : kRgbUnit).sources[select];
        if (word[*source.constant] || word[*source.address] >= kInlineFloat) return false;
        return (fractions_[word[*source.address]] >> static_cast<unsigned>(component) & 1) != 0;
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
        std::optional<std::uint32_t> before;
        for (const auto& [index, written] : program_.state.fragment_constants) {
            const std::uint32_t number = index / 4;
            if (before == number) continue;
            before = number;
            if (!read.contains(number))
                found_.add(Rule::UnusedConstant, number, written.offset, "const[" + std::to_string(number) + "]");
        }
    }

    const Program& program_;
    Convention frame_;
    FoundRules found_;
    Components fetched_{}, coordinates_{}, fractions_{};
    bool is_fetching_ = false, holds_ = false, is_result_lost_ = false;
};

} // namespace

std::vector<Finding> lint(const Program& program, Convention frame) { return Linter(program, frame).run(); }

Result<std::vector<std::uint8_t>> fixed(Bytes binary) {
    const auto program = load_binary(binary);
    if (!program) return std::unexpected(program.error());
    std::vector<std::uint8_t> file(binary.begin(), binary.end());
    for (const Finding& finding : lint(*program, Convention::Count)) {
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
        return lint(*program, convention(options));
    }
    const auto assembled = assemble_with_locations(text_of(file), options);
    if (!assembled) return std::unexpected(assembled.error());
    const auto program = load_binary(assembled->bytes);
    if (!program) return std::unexpected(program.error());
    std::vector<Finding> findings = lint(*program, convention(options));
    for (Finding& finding : findings) {
        const auto found = assembled->instructions.find(finding.instruction);
        if (finding.rule == row_of(Rule::UnusedConstant).name || found == assembled->instructions.end()) continue;
        finding.line = found->second.location.line;
        finding.column = found->second.location.column;
    }
    return findings;
}

Result<std::vector<std::uint8_t>> fix_file(Bytes file, const codec::AssembleOptions& options) {
    if (!is_program_text(file)) return fixed(file);
    const auto assembled = assemble_with_locations(text_of(file), options);
    if (!assembled) return std::unexpected(assembled.error());
    const auto program = load_binary(assembled->bytes);
    if (!program) return std::unexpected(program.error());
    std::set<std::size_t, std::greater<>> offsets; // from the last on, so that those before stay where they are
    for (const Finding& finding : lint(*program, Convention::Count)) {
        const auto found = assembled->instructions.find(finding.instruction);
        if (!finding.fixable || found == assembled->instructions.end()) continue;
        if (found->second.at != InstructionText::kIncluded) offsets.insert(found->second.at);
    }
    std::string text(text_of(file));
    for (const std::size_t at : offsets) text.insert(at, "NOP ");
    return std::vector<std::uint8_t>(text.begin(), text.end());
}

} // namespace relit::isa::r500::fs
