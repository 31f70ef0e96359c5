#include "lang/spirv/storage.hpp"

#include "lang/constants.hpp"
#include "lang/emits.hpp"
#include "lang/memory.hpp"

#include <algorithm>
#include <array>

namespace relit::lang::spirv {
namespace {

using ir::ResourceKind;
using ir::Role;
using ir::Type;
using spv::StorageClass;

/// Whether 64 bits of the resource change in one step.
bool changes_pairs(const ir::Module& module, std::uint32_t resource) {
    const auto is_one = [&](ir::Id id) {
        const ir::Inst& inst = module[id];
        const ir::OpInfo& row = ir::info(inst.op);
        return row.is_atomic() && row.touches(ir::Memory::Buffer) && inst.imm == resource &&
               inst.type.kind == ir::Kind::I64;
    };
    return std::ranges::any_of(module.functions, [&](const ir::Function& function) {
        return std::ranges::any_of(function.blocks,
                                   [&](const ir::Block& block) { return std::ranges::any_of(block.insts, is_one); });
    });
}

std::uint32_t rows_in(const ir::Resource& buffer) { return (buffer.size + kConstantRowBytes - 1) / kConstantRowBytes; }

} // namespace

Value value_of(Code& code, Index index) {
    if (!index.computed) return code.u32(index.known);
    return index.known == 0 ? *index.computed : code.add({*index.computed, code.u32(index.known)});
}

WordOfRow word_of_row(Code& code, Index word) {
    if (!word.computed) return {code.u32(word.known / kRowWords), code.u32(word.known % kRowWords)};
    const Value at = value_of(code, word);
    return {code.right({at, code.u32(2)}), code.both({at, code.u32(3)})};
}

Storage::Storage(Assembly& assembly, const ir::Module& module, const ShaderInfo& shader_info, const Target& target,
                 std::vector<Binding>& interface)
    : assembly_(assembly), module_(module), shader_info_(shader_info), target_(target),
      files_(module.files.size(), &assembly.scratch()), interface_variables_(&assembly.scratch()),
      own_(&assembly.scratch()), buffers_(module.resources.size(), &assembly.scratch()), interface_(interface),
      stage_interface_(assembly, module, target, interface) {
    for (std::uint32_t i = 0; i < buffers_.size(); ++i) buffers_[i].kind = module.resources[i].kind;
    declare_interface();
    for (std::uint32_t i = 0; i < files_.size(); ++i) {
        if (needs_array(i)) declare_private(i);
    }
    for (std::uint32_t i = 0; i < buffers_.size(); ++i) declare_memory(i);
    declare_native();
}

// Registers of the pipeline are its variables themselves where they can be.
void Storage::declare_interface() {
    stage_interface_.declare_interface_variables(shader_info_);
    for (std::uint32_t i = 0; i < files_.size(); ++i)
        if (is_shared_output(i) && shader_info_.file(i).indexed)
            refusal_ = "SPIR-V: outputs of a tessellation control shader at a computed index";
    find_interface_variables(stage_interface_.in());
    const bool copies_vertices = module_.stage == ir::Stage::Geometry && !stores_all_it_emits(module_);
    if (module_.stage == ir::Stage::TessControl || copies_vertices) return;
    find_interface_variables(stage_interface_.out());
    find_direct_inputs();
    find_direct_outputs();
}

void Storage::find_direct_inputs() {
    const bool is_one_vertex = module_.stage == ir::Stage::Vertex || module_.stage == ir::Stage::Fragment;
    for (std::uint32_t i = 0; i < files_.size(); ++i) {
        const bool is_one = is_one_vertex || module_.files[i].is_patch;
        if (module_.files[i].role == Role::Input && is_one) files_[i].is_direct = !shader_info_.file(i).indexed;
    }
}

// Programs that were values store their outputs in the block that they end with.
void Storage::find_direct_outputs() {
    for (std::uint32_t i = 0; i < files_.size(); ++i) {
        const ShaderInfo::File& used = shader_info_.file(i);
        if (module_.files[i].role != Role::Output || used.indexed || used.loaded) continue;
        files_[i].is_direct = true;
    }
}

void Storage::find_interface_variables(std::span<const InterfaceVariable> interface_variables) {
    if (!interface_variables.empty()) interface_variables_.resize(shader_info_.registers());
    for (const InterfaceVariable& interface_variable : interface_variables) {
        const IoVariable& io_variable = interface_variable.io_variable;
        const ir::RegisterFile& file = module_.files[io_variable.file];
        const bool whole = io_variable.lanes == file.lanes && !interface_variable.element;
        const bool same = ir::bits_of(interface_variable.type) == ir::bits_of(register_type(io_variable.file));
        if (!whole || !same || shader_info_.file(io_variable.file).indexed) continue;
        std::uint32_t& own = interface_variables_[shader_info_.file(io_variable.file).first + io_variable.reg];
        if (own == 0 && shader_info_.reaches(io_variable.file, io_variable.reg)) ++files_[io_variable.file].own;
        own_.push_back(&interface_variable);
        own = static_cast<std::uint32_t>(own_.size());
    }
}

std::uint32_t Storage::own_number(std::uint32_t file, Index reg) const {
    if (interface_variables_.empty() || reg.computed || reg.known >= module_.files[file].count) return 0;
    return interface_variables_[shader_info_.file(file).first + reg.known];
}

const InterfaceVariable* Storage::interface_variable_of(std::uint32_t file, Index reg) const {
    const std::uint32_t own = own_number(file, reg);
    return own == 0 ? nullptr : own_[own - 1];
}

/// Whether some register that the program reaches lives in an array of ours.
bool Storage::needs_array(std::uint32_t file) const {
    if (is_shared_output(file) || files_[file].is_direct) return false;
    return shader_info_.file(file).registers > files_[file].own;
}

// What invocations of a tessellation control shader write of the patch, and of its vertices, others see.
bool Storage::is_shared_output(std::uint32_t file) const {
    return module_.stage == ir::Stage::TessControl && module_.files[file].role == Role::Output;
}

const InterfaceVariable* Storage::interface_variable_of_lane(std::uint32_t file, Index reg, std::uint32_t lane) const {
    for (const InterfaceVariable& interface_variable : stage_interface_.out()) {
        const IoVariable& io_variable = interface_variable.io_variable;
        if (io_variable.file == file && io_variable.reg == reg.known && lane - io_variable.lane < io_variable.lanes)
            return &interface_variable;
    }
    return nullptr;
}

Type Storage::register_type(std::uint32_t file) const {
    return Type{ir::integer_of(module_.files[file].kind), module_.files[file].lanes};
}

void Storage::declare_private(std::uint32_t file) {
    const ir::RegisterFile& description = module_.files[file];
    if (description.count == 0) return;
    const Word array = assembly_.array(assembly_.type(register_type(file)), description.count);
    files_[file].variable = assembly_.variable(StorageClass::Private, array, description.name, true);
}

void Storage::declare_native() {
    stage_interface_.declare_builtins(shader_info_);
    for (std::uint32_t i = 0; i < buffers_.size(); ++i) declare_block(i);
    for (std::uint32_t i = 0; i < buffers_.size(); ++i)
        if (target_.has_atomic_int64 && buffers_[i].kind == ResourceKind::StorageBuffer && changes_pairs(module_, i))
            declare_pairs(i);
}

// What a uniform block is: a member for each constant that has a name or is used, where the file names some; else an array.
Word Storage::declare_rows(std::uint32_t resource) {
    const Word row = assembly_.type(module_.resources[resource].element);
    const std::uint32_t rows = rows_in(module_.resources[resource]);
    std::vector<Member>& members = buffers_[resource].members = declared_members(module_, resource);
    if (members.empty()) return assembly_.block(assembly_.laid_out_array(row, kConstantRowBytes, std::max(rows, 1U)));
    std::vector<Word> types, offsets;
    for (const Member& member : members) {
        types.push_back(member.is_array ? assembly_.laid_out_array(row, kConstantRowBytes, member.count) : row);
        offsets.push_back(member.offset);
    }
    const Word block = assembly_.block(types, offsets);
    for (std::uint32_t i = 0; i < members.size(); ++i) assembly_.name_member(block, i, members[i].name);
    return block;
}

void Storage::declare_block(std::uint32_t resource) {
    const ir::Resource& description = module_.resources[resource];
    if (!shader_info_.touches(resource)) return;
    const bool uniform = description.kind == ResourceKind::ConstantBuffer;
    if (!uniform && description.kind != ResourceKind::StorageBuffer) return;
    const bool rows = description.element.lanes == kRowWords;
    if (!rows && words_ == 0) words_ = assembly_.block(assembly_.laid_out_array(assembly_.type(ir::kI32), 4, 0));
    const Word variable =
        assembly_.variable(storage_class(resource), rows ? declare_rows(resource) : words_, description.full_name());
    const Descriptor at = descriptor_of(description);
    assembly_.decorate(variable, spv::Decoration::DescriptorSet, at.set);
    assembly_.decorate(variable, spv::Decoration::Binding, at.binding);
    buffers_[resource].variable = variable;
    const std::string kind = description.element.kind == ir::Kind::F32 ? "f32" : "u32";
    interface_.push_back({.kind = uniform ? "uniform" : "storage",
                          .name = description.full_name(),
                          .set = at.set,
                          .binding = at.binding,
                          .size = description.size,
                          .type = kind + (rows ? "x4[" + std::to_string(rows_in(description)) + "]" : "[]"),
                          .members = uniform ? interface_members(module_, resource) : std::vector<Member>{}});
}

// A second view of the buffer, for atomic operations on 64 bits.
void Storage::declare_pairs(std::uint32_t resource) {
    const ir::Resource& description = module_.resources[resource];
    const Word array = assembly_.laid_out_array(assembly_.type(ir::kI64), 8, 0);
    const Word pairs =
        assembly_.variable(StorageClass::StorageBuffer, assembly_.block(array), description.full_name() + "_pairs");
    const Descriptor at = descriptor_of(description);
    assembly_.decorate(pairs, spv::Decoration::DescriptorSet, at.set);
    assembly_.decorate(pairs, spv::Decoration::Binding, at.binding);
    for (const Word view : {buffers_[resource].variable, pairs}) assembly_.decorate(view, spv::Decoration::Aliased);
    assembly_.capability(spv::Capability::Int64Atomics);
    buffers_[resource].pairs = pairs;
}

// What is shared by a workgroup, or belongs to one invocation.
void Storage::declare_memory(std::uint32_t resource) {
    const ir::Resource& description = module_.resources[resource];
    if (!shader_info_.touches(resource)) return;
    const bool shared = description.kind == ResourceKind::Shared;
    if (!shared && description.kind != ResourceKind::Scratch) return;
    const bool several = shared && !is_private(module_, target_, resource);
    if (several && module_.stage != ir::Stage::Compute) {
        refusal_ = "SPIR-V: shared memory outside of compute shaders";
        return;
    }
    const std::uint32_t words = std::max(1U, (description.size + 3) / 4);
    const Word array = assembly_.array(assembly_.type(ir::kI32), words);
    buffers_[resource].variable = assembly_.variable(several ? StorageClass::Workgroup : StorageClass::Private, array,
                                                     description.name, !several);
}

// From outside into the registers. Whole registers at once; what takes lanes of one, lane by lane.
void Storage::copy_in(Code& code, const InterfaceVariable& interface_variable) const {
    const IoVariable& io_variable = interface_variable.io_variable;
    if (files_[io_variable.file].variable == 0) return;
    if (interface_variable_of(io_variable.file, {io_variable.reg, {}}) == &interface_variable) return;
    const Value value = code.bits(stage_interface_.load(code, interface_variable));
    if (io_variable.lanes == module_.files[io_variable.file].lanes) {
        return store_register(code, io_variable.file, {io_variable.reg, {}}, value);
    }
    for (unsigned i = 0; i < io_variable.lanes; ++i) {
        store_lane(code, io_variable.file, {io_variable.reg, {}}, io_variable.lane + i, code.lane(value, i));
    }
}

void Storage::copy_out(Code& code, const InterfaceVariable& interface_variable) const {
    const IoVariable& io_variable = interface_variable.io_variable;
    if (files_[io_variable.file].is_direct) return;
    if (interface_variable_of(io_variable.file, {io_variable.reg, {}}) == &interface_variable) return;
    if (io_variable.lanes == module_.files[io_variable.file].lanes) {
        const Value whole = load_register(code, io_variable.file, {io_variable.reg, {}});
        return stage_interface_.store(code, interface_variable, whole);
    }
    std::vector<Value> lanes;
    for (unsigned i = 0; i < io_variable.lanes; ++i) {
        lanes.push_back(code.bits(load_lane(code, io_variable.file, {io_variable.reg, {}}, io_variable.lane + i)));
    }
    const Type bits = interface_variable.type.with_kind(ir::integer_of(interface_variable.type.kind));
    stage_interface_.store(code, interface_variable, code.compose(bits, lanes));
}

// ---- the entry point

void Storage::load_inputs(Code& code) const {
    for (const InterfaceVariable& interface_variable : stage_interface_.in()) copy_in(code, interface_variable);
}

bool Storage::has_epilogue() const {
    const auto is_copied = [&](const InterfaceVariable& interface_variable) {
        const IoVariable& io_variable = interface_variable.io_variable;
        return !is_shared_output(io_variable.file) && !files_[io_variable.file].is_direct &&
               interface_variable_of(io_variable.file, {io_variable.reg, {}}) != &interface_variable;
    };
    const bool makes_vertices = module_.stage == ir::Stage::Geometry; // emitted one by one
    return !makes_vertices && std::ranges::any_of(stage_interface_.out(), is_copied);
}

void Storage::write_epilogue(Code& code) const {
    for (const InterfaceVariable& interface_variable : stage_interface_.out())
        if (!is_shared_output(interface_variable.io_variable.file)) copy_out(code, interface_variable);
}

// ---- registers

Word Storage::register_pointer(Code& code, std::uint32_t file, Index reg) const {
    const Word pointer = assembly_.pointer(StorageClass::Private, assembly_.type(register_type(file)));
    return code.access(pointer, files_[file].variable, {value_of(code, reg).id});
}

std::optional<Value> Storage::given_register(Code& code, std::uint32_t file, std::uint32_t reg) const {
    const std::uint32_t own = module_.files[file].role == Role::Input ? own_number(file, {reg, {}}) : 0;
    if (own == 0) return {};
    return given(code, *own_[own - 1]);
}

Value Storage::given(Code& code, const InterfaceVariable& input) const {
    code.given.resize(stage_interface_.in().size());
    Value& known = code.given[static_cast<std::size_t>(&input - stage_interface_.in().data())];
    if (known.id == 0) known = code.ahead([&] { return stage_interface_.load(code, input); });
    return known;
}

/// 0 where the pipeline has nothing for the lane.
Value Storage::load_direct_lane(Code& code, std::uint32_t file, std::uint32_t lane) const {
    const std::uint32_t lanes = module_.files[file].lanes;
    for (const InterfaceVariable& input : stage_interface_.in()) {
        const IoVariable& from = input.io_variable;
        if (from.file != file || from.reg != lane / lanes || lane % lanes - from.lane >= from.lanes) continue;
        return code.bits(code.lane(given(code, input), lane % lanes - from.lane));
    }
    return code.literal(register_type(file).scalar(), 0);
}

Value Storage::load_register(Code& code, std::uint32_t file, Index reg) const {
    if (const InterfaceVariable* own = interface_variable_of(file, reg))
        return stage_interface_.load(code, *own, module_.files[file].role == Role::Input);
    if (files_[file].is_direct) {
        Values lanes(&assembly_.scratch());
        for (std::uint32_t i = 0; i < module_.files[file].lanes; ++i) lanes.push_back(load_lane(code, file, reg, i));
        return code.compose(register_type(file), lanes);
    }
    return code.load(register_type(file), register_pointer(code, file, reg));
}

void Storage::store_register(Code& code, std::uint32_t file, Index reg, Value value) const {
    if (is_shared_output(file)) {
        const Values lanes = code.lanes(code.bits(value));
        for (std::uint32_t i = 0; i < lanes.size(); ++i) store_lane(code, file, reg, i, lanes[i]);
        return;
    }
    if (files_[file].is_direct) return store_direct(code, file, reg.known, 0, value);
    if (const InterfaceVariable* own = interface_variable_of(file, reg))
        return stage_interface_.store(code, *own, value);
    const Word to = register_pointer(code, file, reg);
    code.store(to, code.as(register_type(file), value));
}

/// Lanes of a register from `first` on, to each variable that takes some of them.
void Storage::store_direct(Code& code, std::uint32_t file, std::uint32_t reg, std::uint32_t first, Value value) const {
    for (const InterfaceVariable& interface_variable : stage_interface_.out()) {
        const IoVariable& to = interface_variable.io_variable;
        if (to.file != file || to.reg != reg) continue;
        const std::uint32_t begin = std::max<std::uint32_t>(first, to.lane);
        const std::uint32_t end = std::min<std::uint32_t>(first + value.type.lanes, to.lane + to.lanes);
        if (begin >= end) continue;
        if (end - begin == to.lanes) {
            stage_interface_.store(code, interface_variable, code.part(value, begin - first, to.lanes));
            continue;
        }
        for (std::uint32_t lane = begin; lane < end; ++lane)
            stage_interface_.store_lane(code, interface_variable, lane - to.lane, code.lane(value, lane - first));
    }
}

Value Storage::load_lane_of(Code& code, Value invocation, std::uint32_t file, std::uint32_t lane) const {
    const std::uint32_t lanes = module_.files[file].lanes;
    const InterfaceVariable* of = interface_variable_of_lane(file, {lane / lanes, {}}, lane % lanes);
    if (of == nullptr) return code.u32(0);
    return stage_interface_.load_lane(code, *of, false, lane % lanes - of->io_variable.lane, invocation);
}

/// 0 where the pipeline has nothing for the lane.
Value Storage::load_vertex(Code& code, Value vertex, std::uint32_t file, std::uint32_t lane, unsigned count) const {
    const std::uint32_t lanes = module_.files[file].lanes;
    for (const InterfaceVariable& input : stage_interface_.in()) {
        const IoVariable& from = input.io_variable;
        if (from.file != file || from.reg != lane / lanes || lane % lanes - from.lane >= from.lanes) continue;
        if (count == from.lanes) return stage_interface_.load(code, input, true, vertex);
        if (count == 1) return stage_interface_.load_lane(code, input, true, lane % lanes - from.lane, vertex);
        unreachable("a load from a vertex that is neither a variable nor a lane of one");
    }
    return code.literal(register_type(file).with_lanes(count), 0);
}

Value Storage::load_lane(Code& code, std::uint32_t file, Index reg, std::uint32_t lane) const {
    const ir::RegisterFile& description = module_.files[file];
    const Type type = register_type(file).scalar();
    if (is_shared_output(file)) {
        const InterfaceVariable* of = interface_variable_of_lane(file, reg, lane);
        if (of == nullptr) return code.u32(0);
        return stage_interface_.load_lane(code, *of, false, lane - of->io_variable.lane);
    }
    if (files_[file].is_direct) return load_direct_lane(code, file, reg.known * description.lanes + lane);
    if (const InterfaceVariable* own = interface_variable_of(file, reg))
        return stage_interface_.load_lane(code, *own, description.role == Role::Input, lane);
    if (description.lanes == 1) return load_register(code, file, reg);
    const Word pointer = assembly_.pointer(StorageClass::Private, assembly_.type(type));
    const Word index = value_of(code, reg).id;
    return code.load(type, code.access(pointer, files_[file].variable, {index, assembly_.u32(lane)}));
}

void Storage::store_lane(Code& code, std::uint32_t file, Index reg, std::uint32_t lane, Value value) const {
    if (is_shared_output(file)) {
        const InterfaceVariable* of = interface_variable_of_lane(file, reg, lane);
        if (of != nullptr) stage_interface_.store_lane(code, *of, lane - of->io_variable.lane, value);
        return;
    }
    if (files_[file].is_direct) return store_direct(code, file, reg.known, lane, value);
    if (const InterfaceVariable* own = interface_variable_of(file, reg))
        return stage_interface_.store_lane(code, *own, lane, value);
    if (module_.files[file].lanes == 1) return store_register(code, file, reg, value);
    const Type type = register_type(file).scalar();
    const Word pointer = assembly_.pointer(StorageClass::Private, assembly_.type(type));
    const Word index = value_of(code, reg).id;
    const Word to = code.access(pointer, files_[file].variable, {index, assembly_.u32(lane)});
    code.store(to, code.as(type, value));
}

// ---- memory

StorageClass Storage::storage_class(std::uint32_t resource) const {
    switch (buffers_[resource].kind) {
        case ResourceKind::ConstantBuffer: return StorageClass::Uniform;
        case ResourceKind::StorageBuffer: return StorageClass::StorageBuffer;
        default: return is_private(module_, target_, resource) ? StorageClass::Private : StorageClass::Workgroup;
    }
}

Word Storage::element_pointer(Code& code, std::uint32_t resource, Index index, Type type) const {
    const Buffer& buffer = buffers_[resource];
    const bool is_row = type.lanes == kRowWords;
    const bool memory = buffer.kind == ResourceKind::Shared || buffer.kind == ResourceKind::Scratch;
    const Word pointer = assembly_.pointer(storage_class(resource), assembly_.type(type));
    if (memory) return code.access(pointer, buffer.variable, {value_of(code, index).id});
    const Word variable = type.kind == ir::Kind::I64 ? buffer.pairs : buffer.variable;
    if (module_.resources[resource].element.lanes != kRowWords)
        return code.access(pointer, variable, {assembly_.u32(0), value_of(code, index).id});
    if (is_row) return code.access(pointer, variable, row_path(code, resource, index).span());
    const WordOfRow word = word_of_row(code, index);
    RowPath path = row_path(code, resource, index.computed ? Index{0, word.row} : Index{index.known / kRowWords, {}});
    path.add(word.lane.id);
    return code.access(pointer, variable, path.span());
}

Storage::RowPath Storage::row_path(Code& code, std::uint32_t resource, Index row) const {
    const std::vector<Member>& members = buffers_[resource].members;
    RowPath path;
    if (members.empty()) {
        path.add(assembly_.u32(0));
        path.add(value_of(code, row).id);
        return path;
    }
    if (row.computed) unreachable("a block of members has no computed rows");
    const auto member = std::ranges::find_if(
        members, [&](const Member& one) { return row.known - one.offset / kConstantRowBytes < one.count; });
    if (member == members.end()) unreachable("a row that no member of its block has");
    path.add(assembly_.u32(static_cast<Word>(member - members.begin())));
    if (member->is_array) path.add(assembly_.u32(row.known - member->offset / kConstantRowBytes));
    return path;
}

Value Storage::load_element(Code& code, std::uint32_t resource, Index index, Type type) const {
    return code.load(type, element_pointer(code, resource, index, type));
}

void Storage::store_element(Code& code, std::uint32_t resource, Index index, Value value) const {
    const bool is_part = value.type.lanes > 1 && value.type != module_.resources[resource].element;
    const Values parts = is_part ? code.lanes(value) : Values({value}, &assembly_.scratch());
    for (const Value& part : parts) {
        code.store(element_pointer(code, resource, index, part.type), part);
        ++index.known;
    }
}

Value Storage::size_in_words(Code& code, std::uint32_t resource) const {
    code.lengths.resize(buffers_.size());
    Word& length = code.lengths[resource];
    if (length == 0) {
        length = assembly_.fresh();
        code.prologue.op(spv::Op::OpArrayLength, {assembly_.type(ir::kI32), length, buffers_[resource].variable, 0});
    }
    return {length, ir::kI32};
}

} // namespace relit::lang::spirv
