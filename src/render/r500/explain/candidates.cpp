#include "render/r500/explain/candidates.hpp"

#include "machine/r500/capture/walk.hpp"
#include "machine/r500/registers/registers.hpp"
#include "render/r500/explain/derived.hpp"
#include "render/r500/left_out.hpp"

#include <algorithm>
#include <set>

namespace relit::render::r500::explain {
namespace {

using enum Test;
using machine::r500::Draw;
using machine::r500::RegisterWord;
using machine::r500::State;
namespace reg = machine::r500::reg;

constexpr SuspectRow kSuspects[] = {
#define SUSPECT(reg, field, kind, alone, passing, test) {#reg, field, Kind::kind, alone, passing, test},
#include "render/r500/explain/suspects.inc"
#undef SUSPECT
};

constexpr std::string_view kTestNames[] = {"vertices",   "clipping",     "culling",    "scissor",     "program",
                                           "alpha test", "stencil test", "depth test", "colour mask", "target"};

/// Of registers for which the table has no row: by their unit.
Test test_of(const machine::r500::RegisterRow& row) {
    for (const SuspectRow& suspect : kSuspects)
        if (suspect.reg == row.name) return suspect.test;
    if (row.name.starts_with("VAP_VPORT")) return Clipping;
    if (row.name.starts_with("VAP")) return Vertices;
    if (row.name.starts_with("GA_US") || row.name.starts_with("US") || row.name.starts_with("RS")) return Program;
    if (row.name.starts_with("GA") || row.name.starts_with("SU")) return Culling;
    if (row.name.starts_with("SC")) return Scissor;
    if (row.name.starts_with("ZB")) return Depth;
    return row.name.starts_with("TX") || row.name.starts_with("FG") ? Program : Target;
}

bool is_read(std::string_view name) {
    const auto found = std::ranges::find(register_uses(), name, &UseRow::name);
    return found != register_uses().end() && found->use != Use::None;
}

/// Ports, which hold nothing themselves, and depth offsets, which programs move from draw to draw to let one pass and another not.
constexpr std::uint32_t kLeftAlone[] = {reg::VAP_PVS_VECTOR_INDX_REG,     reg::VAP_PVS_VECTOR_DATA_REG,
                                        reg::VAP_PVS_VECTOR_DATA_REG_128, reg::GA_US_VECTOR_INDEX,
                                        reg::GA_US_VECTOR_DATA,           reg::VAP_VF_CNTL,
                                        reg::SU_POLY_OFFSET_FRONT_SCALE,  reg::SU_POLY_OFFSET_FRONT_OFFSET,
                                        reg::SU_POLY_OFFSET_BACK_SCALE,   reg::SU_POLY_OFFSET_BACK_OFFSET};

/// Calls `take` with each register that the state has and the replay reads.
template <class Take>
void each_register(const State& state, Take take) {
    for (const machine::r500::RegisterRow& row : machine::r500::registers().registers) {
        if (!is_read(row.name)) continue;
        for (std::uint32_t i = 0; i < row.count; ++i) {
            const std::uint32_t number = row.offset + i * row.stride;
            if (state.has(number) && std::ranges::find(kLeftAlone, number) == std::end(kLeftAlone)) take(row, number);
        }
    }
}

void add_rows(const State& state, std::vector<Candidate>& all) {
    for (const SuspectRow& row : kSuspects) {
        const auto found = isa::r500::register_named(machine::r500::registers(), row.reg);
        if (!found) continue;
        for (std::uint32_t i = 0; i < found->row->count; ++i) {
            const std::uint32_t number = found->row->offset + i * found->row->stride;
            if (!state.has(number)) continue;
            RegisterWord word = state[number];
            std::uint32_t now = word.raw[0];
            if (row.field.empty()) {
                word = machine::r500::word_of(row.passing);
            } else {
                const auto* const field = isa::r500::field_named(machine::r500::fields_of(*found->row), row.field);
                if (field == nullptr) continue;
                now = word[field->field];
                word.set(field->field, row.passing);
            }
            all.push_back({number, state[number].raw[0], word.raw[0], row.kind, row.test, now == row.alone});
        }
    }
}

/// Registers that have a value which could be derived, or is usual, already.
std::set<std::uint32_t> plausible_registers(std::span<const Candidate> all) {
    std::set<std::uint32_t> numbers;
    for (const Candidate& each : all)
        if ((each.kind == Kind::Usual || each.kind == Kind::Derived) && each.value == each.before)
            numbers.insert(each.number);
    return numbers;
}

void judge_values(std::span<const Candidate> known, std::span<Candidate> all) {
    const std::set<std::uint32_t> plausible = plausible_registers(known);
    for (Candidate& each : all) {
        if (each.kind == Kind::Program) continue;
        each.is_plausible = plausible.contains(each.number);
        each.is_odd = has_reserved_bits(each.number, each.before);
    }
}

} // namespace

std::string_view name_of(Test test) { return kTestNames[static_cast<std::size_t>(test)]; }
std::span<const SuspectRow> suspect_rows() { return kSuspects; }

bool has_reserved_bits(std::uint32_t number, std::uint32_t value) {
    const auto found = machine::r500::register_at(number);
    if (!found) return false;
    RegisterWord used;
    for (const machine::r500::FieldRow& row : machine::r500::fields_of(*found->row)) used.set(row.field, ~0U);
    return used.raw[0] != 0 && (value & ~used.raw[0]) != 0;
}

SeenValues seen_values(const machine::r500::Capture& capture) {
    constexpr std::size_t kMost = 8; // values of a register
    SeenValues seen;
    for (machine::r500::Walker walker(capture); walker.next();) {
        if (walker.draw() == nullptr) continue;
        const State& state = walker.draw()->state;
        each_register(state, [&](const machine::r500::RegisterRow&, std::uint32_t number) {
            std::vector<std::uint32_t>& values = seen[number];
            const std::uint32_t value = state[number].raw[0];
            if (values.size() < kMost && std::ranges::find(values, value) == values.end()) values.push_back(value);
        });
    }
    return seen;
}

std::vector<Candidate> candidates(const Draw& draw, const SeenValues& seen) {
    const State& state = draw.state;
    std::vector<Candidate> all;
    add_rows(state, all);
    add_derived(draw, all);
    each_register(state, [&](const machine::r500::RegisterRow& row, std::uint32_t number) {
        const auto known = seen.find(number);
        if (known == seen.end()) return;
        for (const std::uint32_t value : known->second)
            all.push_back({number, state[number].raw[0], value, Kind::Seen, test_of(row), false});
    });
    add_programs(state, all);
    judge_values(all, all);
    std::erase_if(all, [](const Candidate& each) { return each.kind != Kind::Program && each.value == each.before; });
    return all;
}

std::vector<Candidate> near_candidates(const Draw& draw) {
    std::vector<Candidate> all, known;
    add_rows(draw.state, known);
    add_derived(draw, known);
    each_register(draw.state, [&](const machine::r500::RegisterRow& row, std::uint32_t number) {
        const std::uint32_t before = draw.state[number].raw[0];
        for (std::uint32_t bit = 0; bit < 32; ++bit)
            all.push_back({number, before, before ^ 1U << bit, Kind::Near, test_of(row), false});
        if (before != 0) all.push_back({number, before, 0, Kind::Near, test_of(row), false});
    });
    judge_values(known, all);
    return all;
}

void apply(const Candidate& candidate, State& state) {
    if (candidate.kind == Kind::Program) return apply_program(candidate, state);
    state.values[candidate.number / 4] = candidate.value;
    state.written.set(candidate.number / 4);
}

} // namespace relit::render::r500::explain
