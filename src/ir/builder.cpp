#include "ir/builder.hpp"

#include "ir/names.hpp"
#include "ir/rewrite/reducer.hpp"

#include "base/spans.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace relit::ir {
namespace {

constexpr std::size_t kUsualSlots = 16, kUsualValues = 128;

} // namespace

// Nothing is asked for more often.
[[gnu::always_inline]] inline Id Builder::make_here(Op op, Type type, std::span<const Id> operands, std::uint32_t imm) {
    const auto id = static_cast<Id>(module_.insts.size());
    Inst& inst = module_.insts.emplace_back();
    inst.op = op, inst.type = type, inst.imm = imm, inst.origin = origin_;
    inst.mode = mode_of(type);
    inst.operands = module_.copy(operands);
    return id;
}

Builder::Builder(Module& module) : module_(module) {}
Builder::~Builder() = default;

std::uint32_t Builder::file(std::string_view name, Kind kind, unsigned lanes, std::uint32_t count, Role role,
                            FilePurpose purpose) {
    module_.files.push_back({.name = std::pmr::string(name, module_.arena()),
                             .kind = kind,
                             .lanes = static_cast<std::uint8_t>(lanes),
                             .count = count,
                             .role = role,
                             .io_slots = std::pmr::vector<IoSlot>(module_.arena()),
                             .purpose = purpose});
    return static_cast<std::uint32_t>(module_.files.size() - 1);
}

void Builder::add_io_slot(std::uint32_t file, const IoSlot& slot) {
    RegisterFile& of = module_.files[file];
    if (of.io_slots.empty()) of.io_slots.reserve(std::min<std::size_t>(of.count, kUsualSlots));
    of.io_slots.push_back(slot);
}

std::uint32_t Builder::resource(const Resource& description) {
    module_.resources.push_back(description);
    return static_cast<std::uint32_t>(module_.resources.size() - 1);
}

std::uint32_t Builder::constant_buffer(std::string_view name, std::uint32_t binding, std::uint32_t bytes) {
    return resource({.name = std::pmr::string(name, module_.arena()),
                     .kind = ResourceKind::ConstantBuffer,
                     .binding = binding,
                     .size = bytes});
}

std::uint32_t Builder::constant_registers(std::string_view name, std::uint32_t binding, std::uint32_t count,
                                          std::string_view block) {
    constexpr std::uint32_t kRegisterBytes = 16;
    const std::uint32_t made = constant_buffer(name, binding, count * kRegisterBytes);
    module_.resources[made].block = block;
    module_.resources[made].holds_registers = true;
    return made;
}

std::uint32_t Builder::storage_buffer(std::string_view name, std::uint32_t binding, std::uint32_t bytes) {
    return resource({.name = std::pmr::string(name, module_.arena()),
                     .kind = ResourceKind::StorageBuffer,
                     .binding = binding,
                     .size = bytes});
}

std::uint32_t Builder::table(std::span<const std::uint32_t> entries) {
    module_.tables.emplace_back(entries.begin(), entries.end());
    return static_cast<std::uint32_t>(module_.tables.size() - 1);
}

FunctionId Builder::function(std::string_view name, Type result, std::initializer_list<Type> params) {
    std::pmr::memory_resource* arena = module_.arena();
    module_.functions.push_back({std::pmr::string(name, arena),
                                 result,
                                 {params, arena},
                                 std::pmr::vector<Block>(arena),
                                 {std::pmr::vector<Node>(arena), std::pmr::vector<NodeId>(arena)}});
    if (module_.functions.size() > 1) leave_block();
    function_ = static_cast<FunctionId>(module_.functions.size() - 1);
    block_ = block();
    enter_block(function_ == 0);
    return function_;
}

void Builder::origin(std::string_view text) {
    if (!text.empty()) module_.origins.emplace_back(text);
    origin_ = text.empty() ? 0 : static_cast<std::uint32_t>(module_.origins.size());
}

void Builder::origin(std::uint32_t number, std::string_view text) {
    if (module_.origins.size() <= number) module_.origins.resize(number + 1);
    if (module_.origins[number].empty()) module_.origins[number] = text;
    origin_ = number + 1;
}

BlockId Builder::block() {
    auto& blocks = module_.functions[function_].blocks;
    blocks.push_back({std::pmr::vector<Id>(module_.arena()), std::pmr::vector<Id>(module_.arena()), {}});
    return static_cast<BlockId>(blocks.size() - 1);
}

void Builder::build_ssa(SsaBuilder::Wanted wanted) {
    wanted.outputs_stay = module_.stage == Stage::TessControl;
    ssa_ = std::make_unique<SsaBuilder>(module_, wanted);
    reducer_ = std::make_unique<Reducer>(module_);
    reducer_->numbering().reserve(kUsualValues);
    if (!module_.functions.empty()) enter_block(function_ == 0 && block_ == 0 && current().insts.empty());
}

void Builder::finish() {
    if (!ssa_) return;
    const bool crosses_blocks = ssa_->finish();
    module_.is_reduced = !crosses_blocks && module_.functions.size() == 1 && module_.functions[0].blocks.size() == 1;
    if (module_.is_reduced) module_.reduced_below = static_cast<Id>(module_.insts.size());
}

/// Where the current block has not ended.
void Builder::leave_block() {
    if (ssa_ && !ended()) ssa_->leave(insert_point());
}

void Builder::move_to(FunctionId function, BlockId block) {
    if (!module_.functions.empty()) leave_block();
    function_ = function, block_ = block;
    enter_block(function == 0 && block == 0 && current().insts.empty());
}

void Builder::go_aside(BlockId block) {
    if (!ssa_) return move_to(block);
    block_ = block;
    ssa_->go_aside(block);
    start_region();
}

void Builder::come_back(BlockId block) {
    if (!ssa_) return move_to(block);
    block_ = block;
    ssa_->come_back(block);
    start_region();
}

void Builder::enter_block(bool program_begins) {
    if (ssa_) ssa_->enter(function_, block_, program_begins);
    start_region();
}

/// Lets nothing that was built before be used again: it may stand elsewhere. Constants may: they stand in the first block.
void Builder::start_region() {
    if (!reducer_) return;
    if (function_ != reduced_function_) reducer_->numbering().clear();
    reduced_function_ = function_;
    reducer_->put_constants_into(function_);
    reducer_->numbering().start_region();
}

bool Builder::ended() const { return module_.functions[function_].blocks[block_].end.kind != TerminatorKind::None; }

Id Builder::operation(Op op, std::span<const Id> operands) {
    const OpInfo& row = info(op);
    Type type = type_of(operands[op == Op::Select ? 1 : 0]);
    switch (row.result) {
        case 'B': type.kind = Kind::Bool; break;
        case 'b': type = kBool; break;
        case '-': type = kVoid; break;
        default: break;
    }
    if (row.has(kReduce) && row.result != 'b') type = type.scalar();
    return add(op, type, operands);
}

Id Builder::make(Op op, Type type, std::span<const Id> operands, std::uint32_t imm) {
    return make_here(op, type, operands, imm);
}

Id Builder::add(Op op, Type type, std::span<const Id> operands, std::uint32_t imm) {
    const Id id = make_here(op, type, operands, imm);
    if (reducer_) return reducer_->take_last(current().insts);
    current().insts.push_back(id);
    return id;
}

Id Builder::constant(Type type, std::span<const std::uint64_t> lanes) {
    const auto at = static_cast<std::uint32_t>(module_.literals.size());
    module_.literals.insert(module_.literals.end(), lanes.begin(), lanes.end());
    return add(Op::Const, type, {}, at);
}

Id Builder::other_constant(Type type, std::uint64_t lane) {
    if (ssa_ && type.lanes == 1) return ssa_->number(type, lane, insert_point());
    std::array<std::uint64_t, kMaxLanes> lanes{};
    lanes.fill(lane);
    return constant(type, std::span(lanes).first(type.lanes));
}

Id Builder::f32(float value) { return constant(kF32, std::bit_cast<std::uint32_t>(value)); }

Id Builder::f32(float value, unsigned lanes) {
    return constant(kF32.with_lanes(lanes), std::bit_cast<std::uint32_t>(value));
}

Id Builder::param(std::uint32_t index) { return add(Op::Param, module_.functions[function_].params[index], {}, index); }

Id Builder::block_param(BlockId block, Type type) {
    auto& params = module_.functions[function_].blocks[block].params;
    params.push_back(make(Op::BlockParam, type, {}, static_cast<std::uint32_t>(params.size())));
    return params.back();
}

Id Builder::swizzle(Id value, std::span<const std::uint8_t> lanes) {
    std::uint32_t imm = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) imm |= static_cast<std::uint32_t>(lanes[i]) << (8 * i);
    return add(Op::Swizzle, type_of(value).with_lanes(static_cast<unsigned>(lanes.size())), {&value, 1}, imm);
}

Id Builder::splat(Id scalar, unsigned lanes) {
    return add(Op::Swizzle, type_of(scalar).with_lanes(lanes), {&scalar, 1}, 0);
}

Id Builder::compose(std::span<const Id> scalars) {
    return add(Op::Compose, type_of(scalars[0]).with_lanes(static_cast<unsigned>(scalars.size())), scalars);
}

Id Builder::blend(Id base, Id over, std::uint32_t mask) { return add(Op::Blend, type_of(base), {base, over}, mask); }

Id Builder::other_load(std::uint32_t file, std::uint32_t lane, Type type) {
    if (ssa_ && module_.files[file].role != Role::Input) return ssa_->load(file, lane, type, insert_point());
    const std::uint32_t access = Access{}.set(Access::file, file).set(Access::lane, lane).raw[0];
    return add(Op::LoadFile, type, {}, access);
}

void Builder::other_store(std::uint32_t file, std::uint32_t lane, Id value, std::uint32_t mask) {
    mask &= (1U << type_of(value).lanes) - 1;
    if (mask == 0) return;
    const Access access = Access{}.set(Access::file, file).set(Access::lane, lane).set(Access::mask, mask);
    note_register(value, access);
    if (ssa_) return ssa_->store(file, lane, value, mask, insert_point());
    module_.registers_are_values = false;
    add(Op::StoreFile, kVoid, {value}, access.raw[0]);
}

Id Builder::make_constant(Type type, std::span<const std::uint64_t> lanes) {
    const auto at = static_cast<std::uint32_t>(module_.literals.size());
    module_.literals.insert(module_.literals.end(), lanes.begin(), lanes.end());
    return make(Op::Const, type, {}, at);
}

Id Builder::make_constant(Type type, std::uint64_t lane) {
    std::array<std::uint64_t, kMaxLanes> lanes{};
    lanes.fill(lane);
    return make_constant(type, std::span(lanes).first(type.lanes));
}

Id Builder::make_load(std::uint32_t file, std::uint32_t lane, Type type) {
    return make(Op::LoadFile, type, {}, Access{}.set(Access::file, file).set(Access::lane, lane).raw[0]);
}

Id Builder::make_store(Access access, Id value) {
    module_.registers_are_values = false;
    return make(Op::StoreFile, kVoid, {&value, 1}, access.raw[0]);
}

void Builder::become_load(Id id, Access access, Type type) {
    module_[id] = {Op::LoadFile, type, access.raw[0], module_[id].origin, {}, {}};
}

void Builder::become_copy(Id id, Id value) {
    module_[id] = {Op::Copy, type_of(value), 0, module_[id].origin, {}, module_.copy({&value, 1})};
}

void Builder::become_lane(Id id, Id value, unsigned lane) {
    module_[id] = {Op::Swizzle, type_of(value).scalar(), lane, module_[id].origin, {}, module_.copy({&value, 1})};
}

Id Builder::load_bool(std::uint32_t file, std::uint32_t lane) {
    if (ssa_) return ssa_->load_bool(file, lane, insert_point());
    const Id bits = load(file, lane, kI32);
    return INe(bits, i32(0));
}

void Builder::store_bool(std::uint32_t file, std::uint32_t lane, Id value) {
    if (!ssa_) return store(file, lane, Select({value, i32(1), i32(0)}));
    const Access access = Access{}.set(Access::file, file).set(Access::lane, lane).set(Access::mask, 1U);
    note_register(value, access);
    ssa_->store_bool(file, lane, value);
}

/// For its name in text.
void Builder::note_register(Id value, Access access) {
    if (ssa_ && !ssa_->names_registers()) return;
    module_.note_register(value, access);
    const Inst& inst = module_[value];
    const bool is_splat = inst.op == Op::Swizzle && module_[inst.operands[0]].type.lanes == 1;
    if (is_splat) module_.note_register(inst.operands[0], access);
}

Id Builder::load_at(std::uint32_t file, std::uint32_t lane, Id register_index, Type type) {
    if (ssa_) ssa_->spill(file, insert_point());
    const Access access = Access{}.set(Access::file, file).set(Access::lane, lane);
    return add(Op::LoadFileAt, type, {register_index}, access.raw[0]);
}

void Builder::store_at(std::uint32_t file, std::uint32_t lane, Id register_index, Id value, std::uint32_t mask) {
    mask &= (1U << type_of(value).lanes) - 1;
    if (mask == 0) return;
    const Access access = Access{}.set(Access::file, file).set(Access::lane, lane).set(Access::mask, mask);
    if (ssa_) ssa_->spill(file, insert_point());
    add(Op::StoreFileAt, kVoid, {register_index, value}, access.raw[0]);
    if (ssa_) ssa_->forget_file(file);
}

Id Builder::load_buffer(std::uint32_t resource, Id byte_offset, Type type) {
    return add(Op::LoadBuffer, type, {byte_offset}, resource);
}

void Builder::store_buffer(std::uint32_t resource, Id byte_offset, Id value) {
    add(Op::StoreBuffer, kVoid, {byte_offset, value}, resource);
}

void Builder::opaque(std::uint64_t offset, std::span<const std::uint32_t> words) {
    const auto at = static_cast<std::uint32_t>(module_.literals.size());
    module_.literals.push_back(offset);
    module_.literals.insert(module_.literals.end(), words.begin(), words.end());
    module_.literals.resize(at + kOpaqueWords);
    add(Op::Opaque, kVoid, {}, at);
}

Id Builder::call(FunctionId function, std::span<const Id> arguments) {
    if (ssa_) {
        ssa_->spill_all(insert_point());
        ssa_->forget_all();
        start_region();
    }
    return add(Op::Call, module_.functions[function].result, arguments, function);
}

void Builder::emit_vertex() {
    const Id inst = add(Op::EmitVertex, kVoid, std::span<const Id>{});
    if (ssa_) ssa_->take_outputs(inst);
}

std::span<Edge> make_edges(Module& module, std::span<const Edge> edges) {
    std::pmr::polymorphic_allocator<> allocate(module.arena());
    const std::span<Edge> made(allocate.allocate_object<Edge>(edges.size()), edges.size());
    std::ranges::copy(edges, made.begin());
    return made;
}

std::span<Edge> Builder::edges(std::span<const BlockId> targets) {
    std::pmr::polymorphic_allocator<> allocate(module_.arena());
    const std::span<Edge> made(allocate.allocate_object<Edge>(targets.size()), targets.size());
    std::ranges::transform(targets, made.begin(), [](BlockId to) { return Edge{to, {}}; });
    return made;
}

void Builder::end(Terminator terminator) {
    const bool ends_program = function_ == 0 && terminator.kind == TerminatorKind::Return;
    if (ssa_) ends_program ? ssa_->leave_program(insert_point()) : ssa_->leave(insert_point());
    terminator.origin = origin_;
    current().end = terminator;
}

void Builder::jump(BlockId to, std::span<const Id> args) {
    const Edge edge{to, module_.copy(args)};
    end({TerminatorKind::Jump, kNone, make_edges(module_, {&edge, 1}), {}, 0});
}

void Builder::branch(Id condition, BlockId then_to, BlockId else_to) {
    const std::array targets{then_to, else_to};
    end({TerminatorKind::Branch, condition, edges(targets), {}, 0});
}

void Builder::switch_on(Id selector, std::span<const std::uint32_t> cases, std::span<const BlockId> targets) {
    end({TerminatorKind::Switch, selector, edges(targets), module_.copy(cases), 0});
}

void Builder::ret(Id value) { end({TerminatorKind::Return, value, {}, {}, 0}); }
void Builder::unreachable() { end({TerminatorKind::Unreachable, kNone, {}, {}, 0}); }

} // namespace relit::ir
