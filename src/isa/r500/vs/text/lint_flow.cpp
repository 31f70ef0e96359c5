#include "isa/r500/vs/encoding/control_flow.hpp"
#include "isa/r500/vs/encoding/notes.hpp"
#include "isa/r500/vs/encoding/output_format.hpp"
#include "isa/r500/vs/text/lint_rules.hpp"
#include "isa/r500/vs/text/statement.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>

namespace relit::isa::r500::vs {
namespace {

constexpr std::uint32_t kMostIterations = 128; // Mesa halves the 255 that fit into the field
constexpr std::uint32_t kVertexVectors = 128;  // of R500; R300 has 72
constexpr std::uint32_t kAllLanes = 15;

/// Lanes of registers, x in bit 0.
using Lanes = std::array<std::uint32_t, kTemps>;
struct Registers {
    Lanes temps{}, alternates{}, outputs{};
    [[nodiscard]] bool operator==(const Registers&) const = default;
};

void unite(Lanes& into, const Lanes& more) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] |= more[i];
}
void unite(Registers& into, const Registers& more) {
    unite(into.temps, more.temps), unite(into.alternates, more.alternates), unite(into.outputs, more.outputs);
}

Lanes* file_of(Registers& registers, TargetClass target) {
    switch (target) {
        case TargetClass::Temp: return &registers.temps;
        case TargetClass::AltTemp: return &registers.alternates;
        case TargetClass::Out:
        case TargetClass::OutReplicateX: return &registers.outputs;
        default: return nullptr;
    }
}

/// A relative target may be any register from its index on.
void add_written(const Word128& word, Registers& into) {
    const Statement statement = statement_of(word);
    for (const Operation& operation : statement.all()) {
        const Destination& target = operation.target;
        Lanes* const file = file_of(into, target.to);
        if (file == nullptr || target.mask == 0 || is_nothing(operation.opcode)) continue;
        const std::uint32_t end = target.mode == Mode::Absolute ? target.index + 1 : kTemps;
        for (std::uint32_t i = target.index; i < end && i < kTemps; ++i) (*file)[i] |= target.mask;
    }
}

/// Lanes of source `which` of an operation that count.
unsigned lanes_of(const Word128& word, const Operation& operation, bool is_first, unsigned which) {
    if (is_first) return components_read(word, which);
    return 1U << only_component(operation.sources[which]);
}

void add_read(const Word128& word, Registers& into) {
    const Statement statement = statement_of(word);
    for (const Operation& operation : statement.all())
        for (unsigned k = 0; k < operation.source_count; ++k) {
            const Source& source = operation.sources[k];
            const bool is_temp = source.from == SourceClass::Temp, is_alternate = source.from == SourceClass::AltTemp;
            if ((!is_temp && !is_alternate) || source.mode != Mode::Absolute || source.index >= kTemps) continue;
            const unsigned lanes = lanes_of(word, operation, &operation == statement.all().data(), k);
            for (unsigned lane = 0; lane < 4; ++lane)
                if ((lanes >> lane & 1) != 0 && source.select[lane] <= Select::W)
                    (is_temp ? into.temps : into.alternates)[source.index] |=
                        1U << static_cast<unsigned>(source.select[lane]);
        }
}

// ---- paths through the program

const Slot* slot_at(const Program& program, std::uint32_t number) {
    if (number >= program.slots.size()) return nullptr;
    const Slot& slot = program.slots[number];
    return slot.loaded && is_known(slot.word) ? &slot : nullptr;
}

std::optional<RegisterWord> word_of(const Program& program, std::uint32_t number) {
    const auto value = program.state.read(number);
    return value ? std::optional(RegisterWord{{{*value}}}) : std::nullopt;
}

/// Returns nothing if the paths cannot be followed.
std::optional<std::vector<FlowNode>> flow_nodes_of(const Program& program) {
    std::uint32_t first = 0, last = static_cast<std::uint32_t>(program.slots.size()) - 1;
    if (const auto code = word_of(program, reg::VAP_PVS_CODE_CNTL_0)) {
        first = (*code)[field::VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST];
        last = (*code)[field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST];
    }
    const auto is_there = [&](std::uint32_t number) {
        return number < program.slots.size() && program.slots[number].loaded;
    };
    auto nodes = follow(flow_slots(flow_registers(program.state)), first, last, is_there);
    return nodes ? std::optional(std::move(*nodes)) : std::nullopt;
}

/// Before each node: what may have been written.
std::vector<Registers> written_before(const Program& program, const std::vector<FlowNode>& nodes) {
    std::vector<Registers> before(nodes.size());
    std::vector<bool> is_known_node(nodes.size());
    std::vector<std::uint32_t> open{0};
    while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        const FlowNode& node = nodes[at];
        Registers after = before[at];
        if (const Slot* slot = node.runs ? slot_at(program, node.at) : nullptr) add_written(slot->word, after);
        const auto go = [&](std::uint32_t to) {
            const Registers known = before[to];
            unite(before[to], after);
            if (!is_known_node[to] || before[to] != known) open.push_back(to);
            is_known_node[to] = true;
        };
        if (node.then != FlowNode::Then::Ends) go(node.next);
        if (node.then == FlowNode::Then::Repeats) go(node.again);
    }
    return before;
}

std::string name_of_lanes(std::string_view file, std::size_t number, std::uint32_t lanes) {
    std::string text = std::string(file) + "[" + std::to_string(number) + "].";
    for (unsigned i = 0; i < 4; ++i)
        if ((lanes >> i & 1) != 0) text += kComponentNames[i];
    return text;
}

void check_written(const Program& program, const std::vector<FlowNode>& nodes, FoundRules& found) {
    const std::vector<Registers> before = written_before(program, nodes);
    std::map<std::uint32_t, Registers> by_instruction;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].runs) unite(by_instruction[nodes[i].at], before[i]);
    for (const auto& [number, written] : by_instruction) {
        const Slot* const slot = slot_at(program, number);
        if (slot == nullptr) continue;
        Registers read;
        add_read(slot->word, read);
        const auto compare = [&](std::string_view file, const Lanes& wanted, const Lanes& there) {
            for (std::size_t i = 0; i < wanted.size(); ++i)
                if (const std::uint32_t missing = wanted[i] & ~there[i]; missing != 0)
                    found.add(Rule::Unwritten, number, slot->offset, name_of_lanes(file, i, missing));
        };
        compare("temp", read.temps, written.temps);
        compare("alt_temp", read.alternates, written.alternates);
    }
}

// ---- outputs

/// What all instructions that run write and read, and the last of them.
struct Whole {
    Registers written, read;
    std::uint32_t inputs = 0; // bits
    std::uint32_t last = 0;
    std::uint64_t offset = 0;
};
Whole whole(const Program& program, const std::vector<FlowNode>& nodes) {
    Whole all;
    std::set<std::uint32_t> runs;
    for (const FlowNode& node : nodes)
        if (node.runs) runs.insert(node.at);
    for (const std::uint32_t number : runs) {
        const Slot* const slot = slot_at(program, number);
        if (slot == nullptr) continue;
        add_written(slot->word, all.written);
        add_read(slot->word, all.read);
        all.last = number, all.offset = slot->offset;
        const Statement statement = statement_of(slot->word);
        for (const Operation& operation : statement.all())
            for (unsigned k = 0; k < operation.source_count; ++k)
                if (operation.sources[k].from == SourceClass::Input && operation.sources[k].index < kInputs)
                    all.inputs |= 1U << operation.sources[k].index;
    }
    return all;
}

void check_outputs(const Program& program, const Whole& all, FoundRules& found) {
    if (const std::uint32_t missing = kAllLanes & ~all.written.outputs[0]; missing != 0)
        found.add(Rule::NoPosition, all.last, all.offset,
                  missing == kAllLanes ? "" : name_of_lanes("out", 0, missing) + " is missing");
    const auto first = word_of(program, reg::VAP_OUT_VTX_FMT_0), second = word_of(program, reg::VAP_OUT_VTX_FMT_1);
    if (!first || !second) return;
    const std::vector<Output> outputs = outputs_of(first->raw[0], second->raw[0]);
    if (outputs.empty() || outputs[0].is != Output::Is::Position)
        found.add(Rule::OutputFormat, all.last, all.offset, "the position is not among what is passed on");
    for (std::size_t i = 0; i < outputs.size(); ++i) // drivers leave out components that are not read
        if (all.written.outputs[i] == 0 && outputs[i].is != Output::Is::Position)
            found.add(Rule::OutputFormat, all.last, all.offset,
                      "out[" + std::to_string(i) + "] (" + describe(outputs[i]) + ") is passed on and not written");
}

// ---- registers

void check_iterations(const Program& program, FoundRules& found) {
    const FlowSlots slots = flow_slots(flow_registers(program.state));
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
        if (slots[i].op != FlowOp::Loop || slots[i].value <= kMostIterations) continue;
        const Slot* const first = slot_at(program, slots[i].back);
        found.add(Rule::LoopIterations, slots[i].back, first == nullptr ? 0 : first->offset, describe(slots[i], i));
    }
}

std::uint32_t highest(const Lanes& a, const Lanes& b) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < a.size(); ++i)
        if ((a[i] | b[i]) != 0) count = i + 1;
    return count;
}

void check_memory(const Program& program, const Whole& all, FoundRules& found) {
    const auto control = word_of(program, reg::VAP_CNTL);
    if (!control) return;
    const auto check = [&](std::uint32_t each, std::uint32_t vectors, std::string_view of, std::string_view field) {
        if (each * vectors > kVertexVectors)
            found.add(
                Rule::VertexMemory, all.last, all.offset,
                std::to_string(vectors) + std::string(of) + " for " + std::string(field) + " " + std::to_string(each));
    };
    const std::uint32_t slots = (*control)[field::VAP_CNTL__PVS_NUM_SLOTS];
    check((*control)[field::VAP_CNTL__PVS_NUM_CNTLRS], highest(all.written.temps, all.read.temps), " temporaries",
          "PVS_NUM_CNTLRS");
    check(slots, static_cast<std::uint32_t>(std::popcount(all.inputs)), " inputs", "PVS_NUM_SLOTS");
    check(slots, highest(all.written.outputs, {}), " outputs", "PVS_NUM_SLOTS");
}

} // namespace

void check_flow(const Program& program, FoundRules& found) {
    check_iterations(program, found);
    if (program.slots.empty()) return;
    const auto nodes = flow_nodes_of(program);
    if (!nodes || nodes->empty()) return; // a translation says why
    const Whole all = whole(program, *nodes);
    check_written(program, *nodes, found);
    check_outputs(program, all, found);
    check_memory(program, all, found);
}

} // namespace relit::isa::r500::vs
