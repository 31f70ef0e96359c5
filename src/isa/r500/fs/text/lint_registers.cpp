#include "isa/r500/encoding/colour_formats.hpp"
#include "isa/r500/fs/text/lint_rules.hpp"
#include "isa/r500/fs/text/temporaries.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kUnusedTarget = 15, kPointers = 62; // pointers from 62 on are numbers
constexpr std::uint32_t kFromColour = 1, kFromFace = 3;     // RS_INST.COL_CN
constexpr std::uint32_t kPlainNesting = 3;                  // ifs in each other that need no full flow control

std::optional<RegisterWord> word_of(const Program& program, std::uint32_t number) {
    const auto value = program.read(number);
    return value ? std::optional(RegisterWord{{{*value}}}) : std::nullopt;
}

bool is_out(const Instruction& one) { return one.word[Common::type] == Type::Out; }

/// Instructions that run, as far as US_CODE_ADDR and US_CODE_RANGE both let them.
std::vector<const Instruction*> running(const Program& program) {
    CodeRange range = program.code_range();
    if (const auto limits = word_of(program, reg::US_CODE_RANGE)) {
        const std::uint32_t first = range.offset + (*limits)[field::US_CODE_RANGE__CODE_ADDR];
        range.end = std::min(range.end, first + (*limits)[field::US_CODE_RANGE__CODE_SIZE]);
    }
    std::vector<const Instruction*> all;
    for (const Instruction& one : program.code)
        if (one.number >= range.start && one.number <= range.end) all.push_back(&one);
    return all;
}

void check_end(const Program& program, const std::vector<const Instruction*>& code, FoundRules& found) {
    if (code.empty() || is_out(*code.back())) return;
    const bool has_out = std::ranges::any_of(program.code, is_out);
    found.add(has_out ? Rule::RangeEnd : Rule::NoOut, *code.back());
}

void check_frame(const Program& program, const std::vector<const Instruction*>& code, Convention convention,
                 FoundRules& found) {
    const auto size = word_of(program, reg::US_PIXSIZE);
    if (!size) return;
    const std::uint32_t temps = (*size)[field::US_PIXSIZE__PIX_SIZE] + (convention == Convention::Highest ? 1 : 0);
    std::set<std::size_t> said;
    for (const Instruction* one : code) {
        if (!is_known(one->word)) continue;
        Components used = read_by(one->word);
        add_written(one->word, used);
        for (std::size_t i = temps; i < used.size(); ++i)
            if (used[i] != 0 && said.insert(i).second)
                found.add(Rule::Frame, *one, "temp[" + std::to_string(i) + "] of " + std::to_string(temps));
    }
}

bool loops_or_calls(const Word192& word) {
    return word[Common::type] == Type::Fc && (word[Fc::op] != FcOp::Jump || word[Fc::stack] != 0);
}

/// The first instruction that needs full flow control.
const Instruction* needs_full_flow(const std::vector<const Instruction*>& code) {
    std::uint32_t depth = 0;
    for (const Instruction* one : code) {
        if (loops_or_calls(one->word)) return one;
        if (one->word[Common::type] != Type::Fc) continue;
        if (kCounterNames[one->word[Fc::if_stayed] % std::size(kCounterNames)] == "incr") ++depth;
        if (kCounterNames[one->word[Fc::if_stayed] % std::size(kCounterNames)] == "decr")
            depth -= std::min(depth, one->word[Fc::pop_count]);
        if (depth > kPlainNesting) return one;
    }
    return nullptr;
}

void check_flow(const Program& program, const std::vector<const Instruction*>& code, FoundRules& found) {
    if (program.state.registers.empty()) return; // the program comes without its registers
    const auto control = word_of(program, reg::US_FC_CTRL);
    if (control && (*control)[field::US_FC_CTRL__FULL_FC_EN] != 0) return;
    if (const Instruction* const one = needs_full_flow(code))
        found.add(Rule::FullFlow, *one, control ? "it is off" : "nothing sets it");
}

// ---- the rasteriser

std::vector<RegisterWord> rasteriser_code(const Program& program) {
    std::vector<RegisterWord> code;
    const auto count = word_of(program, reg::RS_INST_COUNT);
    for (std::uint32_t i = 0; count && i <= (*count)[field::RS_INST_COUNT__INST_COUNT]; ++i)
        code.push_back(word_of(program, reg::RS_INST + 4 * i).value_or(RegisterWord{}));
    return code;
}

void check_face(const Program& program, const Instruction& at, FoundRules& found) {
    const auto writes_face = [](RegisterWord word) { return word[field::RS_INST__COL_CN] == kFromFace; };
    if (!std::ranges::any_of(rasteriser_code(program), writes_face)) return;
    const auto format = word_of(program, reg::VAP_OUT_VTX_FMT_0);
    if (!format)
        return found.add(Rule::Face, at, "where VAP_OUT_VTX_FMT_0, which the file does not say, has colours 2 or 3");
    if ((*format)[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_2_PRESENT] != 0 ||
        (*format)[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_3_PRESENT] != 0)
        found.add(Rule::Face, at);
}

/// What reaches the rasteriser: how many components of coordinates, and which colours.
struct Present {
    std::uint32_t components = 0;
    std::array<bool, 4> colours{};
};
std::optional<Present> present(const Program& program) {
    const auto first = word_of(program, reg::VAP_OUT_VTX_FMT_0), second = word_of(program, reg::VAP_OUT_VTX_FMT_1);
    if (!first || !second) return std::nullopt;
    const RegisterWord stuffed = word_of(program, reg::GB_ENABLE).value_or(RegisterWord{});
    Present all;
    for (unsigned i = 0; i < 8; ++i) {
        const std::uint32_t source = stuffed[Field<std::uint32_t>("source", 16 + 2 * i, 2)];
        const std::uint32_t made = source == 0 ? 0 : source + 1; // S and T, or S, T and R
        all.components += std::max(made, (*second)[Field<std::uint32_t>("components", 3 * i, 3)]);
    }
    for (unsigned i = 0; i < 4; ++i) all.colours[i] = (*first)[Field<bool>("present", 1 + i, 1)];
    return all;
}

/// What the program reads that `counts` does not count.
std::string beyond(const Program& program, RegisterWord counts, const Components& read) {
    for (const RegisterWord one : rasteriser_code(program)) {
        const auto coordinate = word_of(program, reg::RS_IP + 4 * one[field::RS_INST__TEX_ID]).value_or(RegisterWord{});
        for (unsigned i = 0; i < 4 && one[field::RS_INST__TEX_CN] != 0 && read[one[field::RS_INST__TEX_ADDR]] != 0;
             ++i) {
            const std::uint32_t pointer = coordinate[Field<std::uint32_t>("pointer", 6 * i, 6)];
            if (pointer < kPointers && pointer >= counts[field::RS_COUNT__IT_COUNT])
                return "component " + std::to_string(pointer) + " of " +
                       std::to_string(counts[field::RS_COUNT__IT_COUNT]) + " is read";
        }
        const auto colour = word_of(program, reg::RS_IP + 4 * one[field::RS_INST__COL_ID]).value_or(RegisterWord{});
        const std::uint32_t number = colour[field::RS_IP__COL_PTR];
        if (one[field::RS_INST__COL_CN] == kFromColour && read[one[field::RS_INST__COL_ADDR]] != 0 &&
            !is_constant_colour(colour[field::RS_IP__COL_FMT]) && number >= counts[field::RS_COUNT__IC_COUNT])
            return "colour " + std::to_string(number) + " of " + std::to_string(counts[field::RS_COUNT__IC_COUNT]) +
                   " is read";
    }
    return {};
}

/// A colour that the program reads and vertices do not have; nothing where there is none.
std::optional<std::uint32_t> missing_colour(const Program& program, const Present& given, const Components& read) {
    for (const RegisterWord one : rasteriser_code(program)) {
        if (one[field::RS_INST__COL_CN] != kFromColour || read[one[field::RS_INST__COL_ADDR]] == 0) continue;
        const auto colour = word_of(program, reg::RS_IP + 4 * one[field::RS_INST__COL_ID]).value_or(RegisterWord{});
        const std::uint32_t number = colour[field::RS_IP__COL_PTR];
        if (is_constant_colour(colour[field::RS_IP__COL_FMT])) continue;
        if (number >= given.colours.size() || !given.colours[number]) return number;
    }
    return std::nullopt;
}

Components all_read(const std::vector<const Instruction*>& code) {
    Components all{};
    for (const Instruction* one : code) {
        if (!is_known(one->word)) continue;
        const Components read = read_by(one->word);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] |= read[i];
    }
    return all;
}

void check_interpolated(const Program& program, const std::vector<const Instruction*>& code, FoundRules& found) {
    const Instruction& at = *code.front();
    const auto counts = word_of(program, reg::RS_COUNT);
    if (!counts) return;
    const std::uint32_t components = (*counts)[field::RS_COUNT__IT_COUNT];
    if (components == 0 && (*counts)[field::RS_COUNT__IC_COUNT] == 0)
        return found.add(Rule::Interpolated, at,
                         "neither coordinates nor colours are interpolated, which locks up the chip");
    const Components read = all_read(code);
    if (const std::string what = beyond(program, *counts, read); !what.empty())
        return found.add(Rule::Interpolated, at, what);
    const auto given = present(program);
    if (!given) return;
    if (const auto colour = missing_colour(program, *given, read))
        return found.add(Rule::Interpolated, at,
                         "colour " + std::to_string(*colour) + " is read, and vertices have none");
    if (components > given->components)
        found.add(Rule::Interpolated, at,
                  std::to_string(components) + " components are interpolated, and vertices have " +
                      std::to_string(given->components));
}

// ---- targets

void check_targets(const Program& program, const std::vector<const Instruction*>& code, FoundRules& found) {
    std::array<const Instruction*, kTargets> writer{};
    for (const Instruction* one : code) {
        if (!is_out(*one)) continue;
        for (const UnitFields* unit : kUnitFields)
            if (one->word[*unit->out_mask] != 0 && writer[one->word[*unit->target]] == nullptr)
                writer[one->word[*unit->target]] = one;
    }
    const RegisterWord control = word_of(program, reg::RB3D_CCTL).value_or(RegisterWord{});
    const std::uint32_t copies = control[field::RB3D_CCTL__NUM_MULTIWRITES];
    for (std::uint32_t i = 0; i < kTargets; ++i) {
        const auto format = word_of(program, reg::US_OUT_FMT + 4 * i);
        if (!format) continue;
        const bool is_unused = (*format)[field::US_OUT_FMT__OUT_FMT] == kUnusedTarget;
        const std::string target = "target " + std::to_string(i);
        if (is_unused && writer[i] != nullptr)
            found.add(Rule::OutFormat, *writer[i], target + " is written and has no format");
        if (!is_unused && writer[i] == nullptr && i > copies && !code.empty())
            found.add(Rule::OutFormat, *code.back(), target + " has a format and is not written");
    }
}

} // namespace

void check_registers(const Program& program, Convention frame, FoundRules& found) {
    const std::vector<const Instruction*> code = running(program);
    if (code.empty()) return;
    check_end(program, code, found);
    check_frame(program, code, frame, found);
    check_flow(program, code, found);
    check_face(program, *code.front(), found);
    check_interpolated(program, code, found);
    check_targets(program, code, found);
}

} // namespace relit::isa::r500::fs
