#include "ir/module.hpp"

#include <algorithm>
#include <utility>

namespace relit::ir {
namespace {

constexpr std::size_t kFirstArenaBlock = std::size_t{64} << 10, kSpareIds = 1024;

Block clone(Module& to, const Block& from) {
    std::pmr::memory_resource* arena = to.arena();
    Block block{
        {from.params.begin(), from.params.end(), arena}, {from.insts.begin(), from.insts.end(), arena}, from.end};
    std::pmr::polymorphic_allocator<> allocate(arena);
    block.end.edges = {allocate.allocate_object<Edge>(from.end.edges.size()), from.end.edges.size()};
    std::ranges::transform(from.end.edges, block.end.edges.begin(),
                           [&](const Edge& edge) { return Edge{edge.to, to.copy(edge.args)}; });
    block.end.cases = to.copy(from.end.cases);
    return block;
}

Node clone(Module& to, const Node& from) {
    Node node{from.kind,
              from.block,
              from.value,
              std::pmr::vector<std::pmr::vector<NodeId>>(to.arena()),
              {from.cases.begin(), from.cases.end(), to.arena()}};
    for (const auto& body : from.bodies) node.bodies.emplace_back(body.begin(), body.end());
    return node;
}

Function clone(Module& to, const Function& from) {
    std::pmr::memory_resource* arena = to.arena();
    Function function{{from.name, arena},
                      from.result,
                      {from.params.begin(), from.params.end(), arena},
                      std::pmr::vector<Block>(arena),
                      {std::pmr::vector<Node>(arena), {from.tree.root.begin(), from.tree.root.end(), arena}}};
    for (const Block& block : from.blocks) function.blocks.push_back(clone(to, block));
    for (const Node& node : from.tree.nodes) function.tree.nodes.push_back(clone(to, node));
    return function;
}

} // namespace

Module::Module()
    : arena_(std::make_unique<std::pmr::monotonic_buffer_resource>(kFirstArenaBlock)), source(arena()), insts(arena()),
      registers_of_values(arena()), literals(arena()), files(arena()), resources(arena()), texture_uses(arena()),
      tables(arena()), functions(arena()), origins(arena()) {
    insts.emplace_back();
}

Module::Module(Module&&) noexcept = default;
Module::~Module() = default;

// Containers must go before the arena that they live in, and an arena cannot be assigned: swap by construction.
Module& Module::operator=(Module&& other) noexcept {
    if (this != &other) {
        std::destroy_at(this);
        std::construct_at(this, std::move(other));
    }
    return *this;
}

Module Module::clone() const {
    Module to;
    to.stage = stage;
    to.source = source;
    to.insts.reserve(insts.size());
    to.insts.clear();
    for (const Inst& inst : insts) {
        to.insts.push_back(inst);
        to.insts.back().operands = to.copy(inst.operands);
    }
    to.registers_of_values.assign(registers_of_values.begin(), registers_of_values.end());
    to.literals.assign(literals.begin(), literals.end());
    to.files.assign(files.begin(), files.end());
    to.resources.assign(resources.begin(), resources.end());
    to.texture_uses.assign(texture_uses.begin(), texture_uses.end());
    for (const auto& table : tables) to.tables.emplace_back(table.begin(), table.end());
    to.origins.assign(origins.begin(), origins.end());
    for (const Function& function : functions) to.functions.push_back(ir::clone(to, function));
    std::ranges::copy(workgroup, to.workgroup);
    to.workgroup_is_open = workgroup_is_open;
    to.geometry = geometry;
    to.tessellation = tessellation;
    to.tests_early = tests_early;
    to.feedback = feedback;
    to.readable = readable;
    to.keeps_steps = keeps_steps;
    to.registers_are_values = registers_are_values;
    to.reduced_below = reduced_below;
    to.is_reduced = is_reduced;
    return to;
}

void Module::make_spare(std::size_t ids) {
    const std::size_t count = std::max(ids, kSpareIds);
    spare_ = {std::pmr::polymorphic_allocator<>(arena()).allocate_object<Id>(count), count};
}

bool is_lanewise(const Module& module, const Inst& inst) {
    if (inst.op == Op::Bitcast) return module[inst.operands[0]].type.lanes == inst.type.lanes;
    const OpInfo& row = info(inst.op);
    return row.has(kPure) && !row.has(kReduce) && !row.has(kAcross) && row.value != "kNone";
}

Type accessed_type(const Module& module, const Inst& inst) {
    return info(inst.op).is_store() ? module[inst.operands.back()].type : inst.type;
}

std::optional<std::uint64_t> known_lane(const Module& module, Id id) {
    const Inst& inst = module[id];
    return inst.op == Op::Const ? std::optional(module.literal(inst)[0]) : std::nullopt;
}

std::uint32_t offset_unit(const Module& module, const Inst& access) {
    const Type element = module.resources[access.imm].element, type = accessed_type(module, access);
    if (element == kVoid) return 1;
    return bits_of(type == element ? type : type.scalar()) / 8;
}

std::optional<std::uint64_t> known_offset(const Module& module, const Inst& access) {
    const auto operand = known_lane(module, access.operands[0]);
    return operand ? std::optional(*operand * offset_unit(module, access)) : std::nullopt;
}

bool is_constant(const Module& module, Id id, std::uint64_t lane) {
    const Inst& inst = module[id];
    return inst.op == Op::Const &&
           std::ranges::all_of(module.literal(inst), [&](std::uint64_t one) { return one == lane; });
}

LaneOf picked_lane(const Inst& inst, unsigned lane) {
    switch (inst.op) {
        case Op::Swizzle: return {inst.operands[0], swizzle_lane(inst.imm, lane)};
        case Op::Compose: return {inst.operands[lane], 0};
        case Op::Blend: return {inst.operands[inst.imm >> lane & 1], lane};
        default: return {inst.operands[0], lane}; // Copy
    }
}

bool is_pure(const Module& module, const Inst& inst) {
    const OpInfo& op = info(inst.op);
    if (op.has(kPure)) return true;
    if (op.loads(Memory::Registers)) return module.files[inst.access()[Access::file]].role == Role::Input;
    if (op.touches(Memory::Buffer) && op.has(kReads))
        return module.resources[inst.imm].kind == ResourceKind::ConstantBuffer;
    return inst.op == Op::ReadBuiltin;
}

bool is_removable(const Module& module, const Inst& inst) {
    return is_pure(module, inst) || !info(inst.op).has(kEffect);
}

std::uint32_t vertices_of(Primitive primitive) {
    constexpr std::uint32_t kVertices[] = {1, 2, 4, 3, 6, 2, 3};
    return kVertices[static_cast<std::size_t>(primitive)];
}

std::optional<std::uint32_t> file_of(const Module& module, FilePurpose purpose) {
    const auto found = std::ranges::find(module.files, purpose, &RegisterFile::purpose);
    if (found == module.files.end()) return {};
    return static_cast<std::uint32_t>(found - module.files.begin());
}

std::uint32_t vertices_of(const Module& module, const RegisterFile& file) {
    if (file.role != Role::Input || file.is_patch) return 1;
    const bool tessellates = module.stage == Stage::TessControl || module.stage == Stage::TessEval;
    if (tessellates) return std::max(1U, module.tessellation.given);
    return module.stage == Stage::Geometry ? vertices_of(module.geometry.in) : 1;
}

std::uint32_t registers_of_a_vertex(const Module& module, const RegisterFile& file) {
    return file.count / vertices_of(module, file);
}

std::uint32_t lanes_taken(const RegisterFile& file, Type type) {
    const std::uint32_t lane_bits = bits_of(file.kind);
    return (bits_of(type) + lane_bits - 1) / lane_bits;
}

} // namespace relit::ir
