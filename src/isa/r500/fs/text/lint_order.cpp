#include "isa/r500/fs/text/lint_rules.hpp"
#include "isa/r500/fs/text/temporaries.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace relit::isa::r500::fs {
namespace {

/// Where flow control may go: to its target, and on. Jumps that are never taken by all pixels count as well: more successors than there
/// are give fewer findings.
std::vector<std::uint32_t> successors_of(const Instruction& one, std::uint32_t offset) {
    std::vector<std::uint32_t> successors{one.number + 1};
    if (one.word[Common::type] != Type::Fc) return successors;
    const std::uint32_t target = one.word[Fc::target] + (one.word[Fc::global] ? 0 : offset);
    if (target != one.number + 1) successors.push_back(target);
    return successors;
}

// ---- NOP

/// The first instructions after `from` that are not flow control, over jumps back alone.
std::vector<const Instruction*> next_iteration(const Program& program, const Instruction& from) {
    struct Visit {
        std::uint32_t at = 0;
        bool is_back = false;
        auto operator<=>(const Visit&) const = default;
    };
    const std::uint32_t offset = program.code_range().offset;
    std::vector<Visit> open{{from.number + 1, false}}, seen;
    std::vector<const Instruction*> reached;
    while (!open.empty()) {
        const Visit step = open.back();
        open.pop_back();
        const Instruction* const one = program.find(step.at);
        if (one == nullptr || std::ranges::find(seen, step) != seen.end()) continue;
        seen.push_back(step);
        if (one->word[Common::type] != Type::Fc) {
            if (step.is_back) reached.push_back(one);
            continue;
        }
        for (const std::uint32_t successor : successors_of(*one, offset))
            open.push_back({successor, step.is_back || successor <= step.at});
    }
    return reached;
}

void check_nops(const Program& program, FoundRules& found) {
    for (const Instruction& one : program.code) {
        if (!is_known(one.word) || !computes(one.word) || one.word[Common::nop]) continue;
        const Components written = written_by(one.word);
        const Instruction* const next = program.find(one.number + 1);
        if (next == nullptr) continue;
        const Early early = is_known(next->word) ? early_of(next->word) : Early{};
        if (overlap(written, early.pre_subtracted)) found.add(Rule::PreSubtract, one);
        if (early.derives) found.add(Rule::Derivative, one);
        if (next->word[Common::type] != Type::Fc) continue;
        const auto subtracts = [&](const Instruction* first) {
            return is_known(first->word) && overlap(written, early_of(first->word).pre_subtracted);
        };
        if (std::ranges::any_of(next_iteration(program, one), subtracts)) found.add(Rule::BackEdge, one);
    }
}

// ---- TEXKILL

void check_kills(const Program& program, FoundRules& found) {
    bool has_killed = false;
    for (const Instruction& one : program.code) {
        if (one.word[Common::tex_sem_wait]) has_killed = false;
        if (has_killed && one.word[Common::type] == Type::Fc) {
            found.add(Rule::KillFlow, one);
            has_killed = false; // once is enough
        }
        has_killed = has_killed || kills(one.word);
    }
}

// ---- one instruction

bool is_direct(const Word192& word, const UnitFields& unit) {
    return word[Common::type] == Type::Out &&
           (word[*unit.out_mask] != 0 || (unit.kind == UnitKind::Alpha && word[Alu::writes_depth]));
}
bool can_be_unscaled(std::string_view op) { return op == "MIN" || op == "MAX" || op == "CND" || op == "CMP"; }

void check_alone(const Instruction& one, FoundRules& found) {
    const Word192& word = one.word;
    if (!computes(word)) return;
    bool is_scaled = false, is_unscaled = false;
    for (const UnitFields* unit : kUnitFields) {
        const std::uint32_t scale = word[*unit->scale];
        const bool has_factor = scale != 0 && scale != kNoScale;
        is_scaled = is_scaled || (is_quad(word, *unit) && has_factor && is_direct(word, *unit));
        is_unscaled =
            is_unscaled || (scale == kNoScale && writes(word, *unit) && !can_be_unscaled(op_of(word, *unit).mnemonic));
    }
    if (is_scaled) found.add(Rule::ScaledOutput, one);
    if (is_unscaled) found.add(Rule::NoScale, one);
    if (word[Common::type] == Type::Out && word[Alu::writes_result]) found.add(Rule::OutResult, one);
}

// ---- what was never written

/// What the rasteriser writes; nothing where registers do not say it.
std::optional<Components> rasterised(const Program& program) {
    const auto count = program.read(reg::RS_INST_COUNT);
    if (!count) return std::nullopt;
    Components written{};
    for (std::uint32_t i = 0; i <= RegisterWord{{{*count}}}[field::RS_INST_COUNT__INST_COUNT]; ++i) {
        const RegisterWord word{{{program.read(reg::RS_INST + 4 * i).value_or(0)}}};
        if (word[field::RS_INST__TEX_CN] != 0) written[word[field::RS_INST__TEX_ADDR]] = kAllComponents;
        if (word[field::RS_INST__COL_CN] != 0) written[word[field::RS_INST__COL_ADDR]] = kAllComponents;
        if (word[field::RS_INST__W_CN] == 0) continue;
        const RegisterWord counts{{{program.read(reg::RS_COUNT).value_or(0)}}};
        written[counts[field::RS_COUNT__W_ADDR]] = kAllComponents;
    }
    return written;
}

/// Which of S, T, R and Q a fetch needs whatever it fetches from.
std::uint32_t needed_coordinates(const Program& program, const Word192& word) {
    constexpr std::uint32_t kS = 1, kT = 2, kR = 4, kQ = 8;
    const TexOp op = word[Tex::op];
    if (op == TexOp::TexKill) return kS | kT | kR | kQ;
    const RegisterWord format{{{program.read(reg::TX_FORMAT1 + 4 * word[Tex::unit]).value_or(0)}}};
    const bool has_r = format[field::TX_FORMAT1__TEX_COORD_TYPE] != 0;
    const bool has_q = op == TexOp::Proj || op == TexOp::LodBias || op == TexOp::Lod;
    return kS | kT | (has_r ? kR : 0) | (has_q ? kQ : 0);
}

/// What the instruction cannot do without, of temporaries that it names by number.
Components needed_by(const Program& program, const Word192& word) {
    Components needed{};
    if (word[Common::type] == Type::Tex) {
        if (word[Tex::op] == TexOp::Nop || word[Tex::source_relative]) return needed;
        const std::uint32_t coordinates = needed_coordinates(program, word);
        for (unsigned i = 0; i < 4; ++i)
            if ((coordinates >> i & 1) != 0) needed[word[Tex::source]] |= 1U << word[*kCoordinates.components[i]];
        return needed;
    }
    needed = read_by(word);
    for (const UnitFields* unit : kUnitFields)
        for (const SourceFields& source : unit->sources)
            if (computes(word) && word[*source.relative] && word[*source.address] < kTemps)
                needed[word[*source.address]] = 0;
    return needed;
}

bool writes_relative(const Word192& word) {
    if (fetches(word)) return word[Tex::temp_relative];
    return computes(word) && ((word[Alu::rgb_temp_relative] && word[Common::rgb_mask] != 0) ||
                              (word[Alu::alpha_temp_relative] && word[Common::alpha_mask] != 0));
}

void unite(Components& into, const Components& more) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] |= more[i];
}

/// Before each instruction that can be reached: what may have been written.
std::map<std::uint32_t, Components> written_before(const Program& program, const Components& begin) {
    const CodeRange range = program.code_range();
    std::map<std::uint32_t, Components> before{{range.start, begin}};
    std::vector<std::uint32_t> open{range.start};
    while (!open.empty()) {
        const Instruction* const one = program.find(open.back());
        open.pop_back();
        if (one == nullptr) continue;
        Components after = before.at(one->number);
        add_written(one->word, after);
        if (writes_relative(one->word)) after.fill(kAllComponents);
        if (one->number == range.end) continue;
        for (const std::uint32_t successor : successors_of(*one, range.offset)) {
            const auto [entry, is_new] = before.emplace(successor, after);
            const Components known = entry->second;
            unite(entry->second, after);
            if (is_new || entry->second != known) open.push_back(successor);
        }
    }
    return before;
}

std::string name_of_temporary(std::size_t number, std::uint32_t components) {
    std::string text = "temp[" + std::to_string(number) + "].";
    for (unsigned i = 0; i < 4; ++i)
        if ((components >> i & 1) != 0) text += kChannelNames[i];
    return text;
}

void check_written(const Program& program, FoundRules& found) {
    const auto begin = rasterised(program);
    if (!begin) return; // what is read first may be an input
    for (const auto& [number, written] : written_before(program, *begin)) {
        const Instruction* const one = program.find(number);
        if (one == nullptr || !is_known(one->word)) continue;
        const Components needed = needed_by(program, one->word);
        for (std::size_t i = 0; i < needed.size(); ++i)
            if (const std::uint32_t missing = needed[i] & ~written[i]; missing != 0)
                found.add(Rule::Unwritten, *one, name_of_temporary(i, missing));
    }
}

} // namespace

void check_order(const Program& program, FoundRules& found) {
    check_nops(program, found);
    check_kills(program, found);
    for (const Instruction& one : program.code)
        if (is_known(one.word)) check_alone(one, found);
    check_written(program, found);
}

} // namespace relit::isa::r500::fs
