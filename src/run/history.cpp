#include "run/history.hpp"

#include "run/interpreter.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

namespace relit::run {
namespace {

constexpr std::uint8_t kAll = 0xf; // lanes
constexpr std::size_t kEverybody = std::numeric_limits<std::size_t>::max();

std::uint8_t bit(unsigned lane) { return static_cast<std::uint8_t>(1U << lane); }

/// The maker of a lane, and what could have changed it since.
std::vector<Made> both(Made own, NodeId any) {
    std::vector<Made> made;
    if (own.node != kNoNode) made.push_back(own);
    if (any > own.node) made.push_back({any, kAll});
    return made;
}

template <class Map, class Key>
typename Map::mapped_type found_in(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? typename Map::mapped_type{} : found->second;
}

} // namespace

// ---- nodes

NodeId History::add(ir::Id inst, std::uint32_t step, NodeId control) {
    if (is_full()) return kNoNode;
    nodes_.push_back({inst, static_cast<std::uint32_t>(edges_.size()), step, control});
    return static_cast<NodeId>(nodes_.size() - 1);
}

/// To the node that was added last. Without lanes: of the same numbers.
void History::add_edge(Made from, std::uint8_t when) {
    if (from.node != kNoNode && !is_full()) edges_.push_back({from.node, when, from.lanes});
}

NodeId History::merged(Made value, NodeId with, bool is_elsewhere) {
    if (with == kNoNode || (value.node == kNoNode && !is_elsewhere)) return std::max(value.node, with);
    const NodeId node = add(ir::kNone, 0, is_elsewhere ? kNoNode : with);
    add_edge(value, kAll);
    if (is_elsewhere && !is_full()) edges_.push_back({with, kAll, kAll, true});
    return node;
}

const History::Pattern& History::pattern_of(ir::Id id) {
    Pattern& pattern = patterns_[id];
    if (std::exchange(pattern.is_known, true)) return pattern;
    const ir::Inst& inst = module_[id];
    const ir::OpInfo& row = ir::info(inst.op);
    const auto count = static_cast<std::uint32_t>(inst.operands.size());
    if (row.has(ir::kPicks)) {
        for (unsigned lane = 0; lane < inst.type.lanes; ++lane) {
            const ir::LaneOf from = ir::picked_lane(inst, lane);
            const auto operand =
                static_cast<std::uint32_t>(std::ranges::find(inst.operands, from.value) - inst.operands.begin());
            pattern.needs.push_back({operand, bit(lane), bit(from.lane)});
        }
        return pattern;
    }
    const bool is_memory = row.touches(ir::Memory::Registers) || row.touches(ir::Memory::Buffer);
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool is_stored = row.is_store() && is_memory && i + 1 == count;
        const bool is_same =
            is_stored || (ir::is_lanewise(module_, inst) && module_[inst.operands[i]].type.lanes == inst.type.lanes);
        pattern.needs.push_back({i, kAll, is_same ? std::uint8_t{0} : kAll});
    }
    return pattern;
}

void History::add_operands(ir::Id id, const Operands& operands) {
    const ir::Inst& inst = module_[id];
    const auto maker = [&](std::size_t operand) { return operands.makers[operands.slots[operand]]; };
    if (inst.op != ir::Op::Select) {
        for (const Pattern::Need& need : pattern_of(id).needs) add_edge({maker(need.operand), need.needs}, need.when);
        return;
    }
    std::uint8_t chosen = 0;
    for (unsigned lane = 0; lane < inst.type.lanes; ++lane)
        if (operands.values[operands.slots[0]].lanes[lane] != 0) chosen |= bit(lane);
    add_edge({maker(0), 0}, kAll);
    add_edge({maker(1), 0}, chosen);
    add_edge({maker(2), 0}, kAll & ~chosen);
}

// ---- what the tracer tells

void History::begin_step(std::size_t invocation, std::uint64_t number) {
    threads_[invocation].step = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back({invocation, number});
}

History::Memory History::memory(std::size_t invocation, std::uint32_t resource) const {
    const ir::ResourceKind kind = module_.resources[resource].kind;
    const bool is_shared = kind == ir::ResourceKind::StorageBuffer || kind == ir::ResourceKind::Shared;
    return {is_shared || is_image(resource) ? kEverybody : invocation, resource};
}

bool History::is_image(std::uint32_t resource) const {
    const ir::ResourceKind kind = module_.resources[resource].kind;
    return kind == ir::ResourceKind::Image || kind == ir::ResourceKind::Texture;
}

void History::read_register(std::size_t invocation, unsigned lane, std::span<const std::uint64_t> file,
                            std::span<const std::uint64_t> lanes) {
    for (const std::uint64_t& each : lanes)
        for (const Made& made : makers_of(file, &each))
            threads_[invocation].reads.push_back({made.node, bit(lane), made.lanes});
}

void History::write_register(std::size_t invocation, unsigned lane, std::span<const std::uint64_t> lanes) {
    threads_[invocation].writes.push_back({lane, lanes, {}});
}

void History::read_memory(std::size_t invocation, unsigned lane, const MemoryLane& memory) {
    buffers_[{invocation, memory.resource}] = memory.buffer;
    const std::span<const std::uint8_t> bytes = memory.bytes();
    const std::uint8_t* const end = bytes.data() + bytes.size();
    for (const std::uint8_t* word = word_of(bytes.data()); word < end; word += sizeof(std::uint32_t))
        for (const Made& made : makers_of(invocation, memory.resource, word))
            threads_[invocation].reads.push_back({made.node, bit(lane), made.lanes});
}

void History::write_memory(std::size_t invocation, unsigned lane, const MemoryLane& memory) {
    buffers_[{invocation, memory.resource}] = memory.buffer;
    threads_[invocation].writes.push_back({lane, {}, memory.bytes()});
    threads_[invocation].written = memory.resource;
}

void History::look_up(std::size_t invocation, std::uint32_t resource, bool changes) {
    Thread& thread = threads_[invocation];
    const NodeId any = found_in(makers_of_resources_, memory(invocation, resource));
    if (any != kNoNode) thread.reads.push_back({any, kAll, kAll});
    if (changes) thread.written = resource;
}

NodeId History::execute(std::size_t invocation, const State& state, ir::Id id, const Operands& operands) {
    Thread& thread = threads_[invocation];
    const ir::Inst& inst = module_[id];
    const NodeId node = add(id, thread.step, thread.control);
    for (const Edge& edge : thread.reads) add_edge({edge.from, edge.needs}, edge.when);
    add_operands(id, operands);
    add_discards(thread, inst, node);
    const bool has_address =
        !ir::info(inst.op).is_fixed_access() && !inst.operands.empty() && module_[inst.operands[0]].op != ir::Op::Const;
    if (node != kNoNode && ir::info(inst.op).has(ir::kEffect))
        note_writes(invocation, state, id, node, has_address ? operands.makers[operands.slots[0]] : kNoNode);
    thread.reads.clear();
    thread.writes.clear();
    thread.written.reset();
    return node;
}

/// After a discard an invocation writes no outputs.
void History::add_discards(Thread& thread, const ir::Inst& inst, NodeId node) {
    const bool is_output = ir::info(inst.op).stores(ir::Memory::Registers) &&
                           module_.files[inst.access()[ir::Access::file]].role == ir::Role::Output;
    if (is_output || inst.op == ir::Op::Discard) add_edge({thread.discard, kAll}, kAll);
    if (inst.op == ir::Op::Discard) thread.discard = node;
}

void History::note_writes(std::size_t invocation, const State& state, ir::Id id, NodeId node, NodeId address) {
    Thread& thread = threads_[invocation];
    const ir::Inst& inst = module_[id];
    for (const WrittenLane& lane : thread.writes) {
        for (const std::uint64_t& each : lane.registers) makers_of_lanes_[&each] = {node, bit(lane.lane)};
        if (!lane.bytes.empty()) note_written_bytes(lane, node);
    }
    const bool is_image = ir::info(inst.op).imm == ir::Imm::Use;
    if (ir::info(inst.op).stores(ir::Memory::Registers)) {
        if (address == kNoNode) return;
        NodeId& known = makers_of_files_[state.files[inst.access()[ir::Access::file]].data()];
        known = merged({known, kAll}, address, true);
    } else if (thread.written && (is_image || address != kNoNode)) {
        const Memory all = memory(invocation, *thread.written);
        NodeId& known = is_image ? makers_of_resources_[all] : stores_elsewhere_[all];
        known = merged({known, kAll}, is_image ? node : address, !is_image);
    }
}

/// Of a word that is written in part, the other bytes stay.
void History::note_written_bytes(const WrittenLane& lane, NodeId node) {
    const std::uint8_t* const end = lane.bytes.data() + lane.bytes.size();
    for (const std::uint8_t* word = word_of(lane.bytes.data()); word < end; word += sizeof(std::uint32_t)) {
        Made& known = makers_of_words_[word];
        const bool is_whole = word >= lane.bytes.data() && word + sizeof(std::uint32_t) <= end;
        if (is_whole || known.node == kNoNode)
            known = {node, bit(lane.lane)};
        else
            known = {merged(known, node), kAll};
    }
}

NodeId History::exchange(std::size_t invocation, ir::Id inst, std::span<const NodeId> given, NodeId chosen_by) {
    const Thread& thread = threads_[invocation];
    const NodeId node = add(inst, thread.step, thread.control);
    for (const NodeId each : given) add_edge({each, 0}, kAll);
    add_edge({chosen_by, kAll}, kAll);
    return node;
}

NodeId History::branch(std::size_t invocation, NodeId condition) {
    const Thread& thread = threads_[invocation];
    const NodeId node = add(ir::kNone, thread.step, thread.control);
    add_edge({condition, kAll}, kAll);
    return node;
}

NodeId History::pass_along(std::size_t invocation, NodeId value) {
    return merged({value, 0}, threads_[invocation].control);
}

void History::join(std::size_t invocation, const State& state, const Regions::Stores& stores, NodeId branch,
                   std::span<NodeId> makers) {
    if (branch == kNoNode) return;
    for (const std::uint32_t slot : stores.slots)
        if (slot < makers.size() && makers[slot] < branch) makers[slot] = merged({makers[slot], 0}, branch);
    NodeId& discard = threads_[invocation].discard;
    if (stores.discards && discard < branch) discard = merged({discard, kAll}, branch);
    for (const Regions::Lane& lane : stores.lanes) {
        const std::vector<std::uint64_t>& lanes = state.files[lane.file];
        if (lane.lane >= lanes.size()) continue;
        Made& known = makers_of_lanes_[&lanes[lane.lane]];
        if (known.node < branch) known = {merged(known, branch), kAll};
    }
    for (const std::uint32_t file : stores.files) {
        NodeId& known = makers_of_files_[state.files[file].data()];
        if (known < branch) known = merged({known, kAll}, branch);
    }
    for (const std::uint32_t resource : stores.resources) {
        NodeId& own =
            makers_of_resources_[is_image(resource) ? memory(invocation, resource) : Memory{invocation, resource}];
        if (own < branch) own = merged({own, kAll}, branch);
        NodeId& others = stores_elsewhere_[memory(invocation, resource)];
        if (others < branch) others = merged({others, kAll}, branch, true);
    }
}

// ---- queries

std::vector<Made> History::makers_of(std::span<const std::uint64_t> file, const std::uint64_t* lane) const {
    return both(found_in(makers_of_lanes_, lane), found_in(makers_of_files_, static_cast<const void*>(file.data())));
}

std::vector<Made> History::makers_of(std::size_t invocation, std::uint32_t resource, const std::uint8_t* byte) const {
    const Made own = found_in(makers_of_words_, word_of(byte));
    std::vector<Made> made = both(own, found_in(makers_of_resources_, Memory{invocation, resource}));
    if (const NodeId others = found_in(stores_elsewhere_, memory(invocation, resource)); others > own.node)
        made.push_back({others, kAll});
    return made;
}

std::span<const std::uint8_t> History::buffer_of(std::size_t invocation, std::uint32_t resource) const {
    return found_in(buffers_, Memory{invocation, resource});
}

std::span<const History::Edge> History::edges_of(NodeId id) const {
    const std::size_t end = std::size_t{id} + 1 < nodes_.size() ? nodes_[id + 1].first : edges_.size();
    return std::span(edges_).subspan(nodes_[id].first, end - nodes_[id].first);
}

ir::Kind History::float_kind(Made made) const {
    while (made.node != kNoNode) {
        const Node& node = nodes_[made.node];
        const ir::Inst* const inst = node.inst == ir::kNone ? nullptr : &module_[node.inst];
        if (inst != nullptr && ir::is_float(inst->type.kind)) return inst->type.kind;
        const bool moves = inst == nullptr || (ir::info(inst->op).has(ir::kMoves) && !ir::info(inst->op).is_load());
        if (!moves) break;
        Made next;
        for (const Edge& edge : edges_of(made.node)) // the last: a condition and an index come before
            if ((edge.when & made.lanes) != 0) next = {edge.from, edge.needs == 0 ? made.lanes : edge.needs};
        made = next;
    }
    return ir::Kind::Void;
}

std::vector<std::uint32_t> History::steps_behind(std::span<const Made> values, bool with_elsewhere) const {
    NodeId last = kNoNode;
    for (const Made& value : values) last = std::max(last, value.node);
    std::vector<std::uint8_t> wanted(std::size_t{last} + 1);
    for (const Made& value : values) wanted[value.node] |= value.lanes == 0 ? kAll : value.lanes;
    std::vector<std::uint32_t> steps;
    for (NodeId id = last; id > kNoNode; --id) {
        if (wanted[id] == 0) continue;
        const Node& node = nodes_[id];
        if (node.step != 0) steps.push_back(node.step);
        wanted[node.control] |= kAll;
        for (const Edge& edge : edges_of(id)) {
            const std::uint8_t asked = edge.is_elsewhere && !with_elsewhere ? 0 : wanted[id] & edge.when;
            if (asked != 0) wanted[edge.from] |= edge.needs == 0 ? asked : edge.needs;
        }
    }
    std::ranges::sort(steps);
    steps.erase(std::ranges::unique(steps).begin(), steps.end());
    return steps;
}

History::Slice History::slice(std::span<const Made> values) const {
    const std::vector<std::uint32_t> needed = steps_behind(values, false), all = steps_behind(values, true);
    std::vector<std::uint32_t> others;
    std::ranges::set_difference(all, needed, std::back_inserter(others));
    Slice slice;
    for (const std::uint32_t step : needed) slice.steps.push_back(steps_[step]);
    for (const std::uint32_t step : others) slice.elsewhere.push_back(steps_[step]);
    return slice;
}

} // namespace relit::run
