#include "isa/r500/vs/text/lint.hpp"

#include "base/text.hpp"
#include "isa/r500/vs/text/assemble.hpp"
#include "isa/r500/vs/text/statement.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

/// What a component of a temporary holds, as far as it matters to an angle.
enum class Holds : std::uint8_t { Anything, Fraction, Angle };

/// Goes through a program in the order of its instructions, whatever its flow.
class Linter {
public:
    explicit Linter(const Program& program) : program_(program) {}

    std::vector<Finding> run() {
        for (std::uint32_t i = 0; i < program_.slots.size(); ++i)
            if (const Slot& slot = program_.slots[i]; slot.loaded && is_known(slot.word)) instruction(i, slot);
        check_flow(program_, found_);
        constants();
        return found_.take();
    }

private:
    void report(Rule rule, std::uint32_t number, std::uint64_t offset, std::string_view what = {}) {
        found_.add(rule, number, offset, what);
    }

    void instruction(std::uint32_t number, const Slot& slot) {
        const Statement statement = statement_of(slot.word);
        const Opcode opcode = opcode_of(slot.word);
        if (const Breach breach = breach_of(statement)) report(Rule::Ports, number, slot.offset, breach.text);
        const bool alone = statement.count == 1;
        if (alone && opcode.unit != Unit::Macro && promoted(opcode, temps_read(statement)) != opcode)
            report(Rule::Macro, number, slot.offset);
        if (opcode.unit == Unit::Macro && is_relative(statement)) report(Rule::Relative, number, slot.offset);
        for (const Operation& operation : statement.all()) {
            if (takes_angle(operation.opcode) && !is_angle(operation, alone || &operation == &statement.all()[0]))
                report(Rule::Angle, number, slot.offset);
            use_constants(operation);
        }
        follow(statement);
    }

    static bool takes_angle(Opcode opcode) { return opcode.is(Me::Sin) || opcode.is(Me::Cos); }
    static bool is_relative(const Statement& statement) {
        const Operation& first = statement.operations[0];
        const auto is = [](const Source& source) { return source.mode != Mode::Absolute; };
        return first.target.mode != Mode::Absolute ||
               std::any_of(first.sources.begin(), first.sources.begin() + first.source_count, is);
    }

    // ---- angles

    /// Whether the argument of a sine is a number, or comes from a multiply-add of a fraction.
    bool is_angle(const Operation& operation, bool is_first) const {
        const Source& source = operation.sources[0];
        const unsigned lane = is_first ? 3 : only_component(source);
        return source.select[lane] > Select::W || holds(source, source.select[lane]) == Holds::Angle;
    }
    [[nodiscard]] Holds holds(const Source& source, Select select) const {
        if (source.mode != Mode::Absolute || select > Select::W) return Holds::Anything;
        const auto lane = static_cast<unsigned>(select);
        if (source.from == SourceClass::Temp && source.index < kTemps) return temps_[source.index][lane];
        if (source.from == SourceClass::AltTemp && source.index < kTemps) return alternates_[source.index][lane];
        return Holds::Anything;
    }
    [[nodiscard]] Holds result(const Operation& operation, unsigned lane) const {
        if (operation.opcode.is(Ve::Frc)) return Holds::Fraction;
        if (!operation.opcode.is(Ve::Mad) && !operation.opcode.is(Macro::Mad)) return Holds::Anything;
        for (unsigned k = 0; k < 2; ++k)
            if (holds(operation.sources[k], operation.sources[k].select[lane]) == Holds::Fraction) return Holds::Angle;
        return Holds::Anything;
    }
    void follow(const Statement& statement) {
        for (const Operation& operation : statement.all()) {
            const Destination& target = operation.target;
            auto* file = target.to == TargetClass::Temp      ? &temps_
                         : target.to == TargetClass::AltTemp ? &alternates_
                                                             : nullptr;
            if (file == nullptr || target.mode != Mode::Absolute) continue;
            std::array<Holds, 4> now = (*file)[target.index];
            for (unsigned lane = 0; lane < 4; ++lane)
                if ((target.mask >> lane & 1) != 0) now[lane] = result(operation, lane);
            (*file)[target.index] = now;
        }
    }

    // ---- constants

    void use_constants(const Operation& operation) {
        for (unsigned k = 0; k < operation.source_count; ++k) {
            const Source& source = operation.sources[k];
            if (source.from != SourceClass::Constant) continue;
            used_[source.index] = true;
            reads_any_ = reads_any_ || source.mode != Mode::Absolute;
        }
    }
    void constants() {
        const RegisterWord control{{{program_.state.read(reg::VAP_PVS_CONST_CNTL).value_or(0)}}};
        const std::uint32_t base = control[field::VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET];
        if (reads_any_) return; // which ones is not known
        for (const LoadedConstant& constant : program_.constants)
            if (constant.index < base || !used_[constant.index - base])
                report(Rule::Unused, constant.index, offset_of(constant),
                       "const[" + std::to_string(constant.index) + "]");
    }
    [[nodiscard]] std::uint64_t offset_of(const LoadedConstant& constant) const {
        return program_.state.vertex.lower_bound((kVertexConstants + constant.index) * kVectorDwords)->second.offset;
    }

    const Program& program_;
    FoundRules found_;
    std::array<std::array<Holds, 4>, kTemps> temps_{}, alternates_{};
    std::array<bool, kConstants> used_{};
    bool reads_any_ = false;
};

} // namespace

std::vector<Finding> lint(const Program& program) { return Linter(program).run(); }

Result<std::vector<Finding>> lint_text(std::string_view text, const codec::AssembleOptions& options) {
    const auto assembled = assemble_with_locations(text, options);
    if (!assembled) return std::unexpected(assembled.error());
    const auto program = load_binary(assembled->bytes);
    if (!program) return std::unexpected(program.error());
    std::vector<Finding> findings = lint(*program);
    for (Finding& finding : findings) {
        const auto location = assembled->locations.find(finding.offset);
        if (location == assembled->locations.end()) continue;
        finding.line = location->second.line;
        finding.column = location->second.column;
    }
    return findings;
}

Result<std::string> fix_text(std::string_view text, const codec::AssembleOptions& options) {
    constexpr std::string_view kTag = "UNCHECKED";
    const auto findings = lint_text(text, options);
    if (!findings) return std::unexpected(findings.error());
    const std::vector<std::string_view> lines = split_lines(text);
    std::vector<std::size_t> tags; // where they begin
    for (const Finding& finding : *findings) {
        const auto is_other = [&](const Finding& each) {
            return each.instruction == finding.instruction && each.rule == row_of(Rule::Ports).name;
        };
        if (!finding.fixable || finding.line == 0 || std::ranges::any_of(*findings, is_other)) continue;
        const std::string_view rest = lines[finding.line - 1].substr(finding.column - 1);
        if (equal_ignoring_case(rest.substr(0, kTag.size()), kTag))
            tags.push_back(static_cast<std::size_t>(rest.data() - text.data()));
    }
    std::ranges::sort(tags, std::greater{});
    std::string fixed(text);
    for (const std::size_t at : tags)
        fixed.erase(at, kTag.size() + (at + kTag.size() < fixed.size() && fixed[at + kTag.size()] == ' ' ? 1 : 0));
    return fixed;
}

Result<std::vector<std::uint8_t>> fix(Bytes file) {
    const auto program = load_binary(file);
    if (!program) return std::unexpected(program.error());
    std::vector<std::uint8_t> fixed(file.begin(), file.end());
    for (const Finding& finding : lint(*program)) {
        if (!finding.fixable) continue;
        Word128 word = program->slots[finding.instruction].word;
        const Opcode macro = promoted(opcode_of(word), 3);
        word.set(W::macro, true).set(W::op, macro.number);
        for (unsigned i = 0; i < 4; ++i) fixed[finding.offset + i] = static_cast<std::uint8_t>(word.raw[0] >> (8 * i));
    }
    return fixed;
}

Result<std::vector<Finding>> lint_file(Bytes file, const codec::AssembleOptions& options) {
    if (is_text(file)) return lint_text(text_of(file), options);
    const auto program = load_binary(file);
    if (!program) return std::unexpected(program.error());
    return lint(*program);
}

Result<std::vector<std::uint8_t>> fix_file(Bytes file, const codec::AssembleOptions& options) {
    if (!is_text(file)) return fix(file);
    const auto fixed = fix_text(text_of(file), options);
    if (!fixed) return std::unexpected(fixed.error());
    return std::vector<std::uint8_t>(fixed->begin(), fixed->end());
}

} // namespace relit::isa::r500::vs
