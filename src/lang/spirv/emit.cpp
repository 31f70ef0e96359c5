#include "lang/spirv/emit.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace relit::lang::spirv {

using ir::Access;
using ir::Inst;
using ir::Kind;
using ir::Type;

namespace {

// Lanes of the register file as the scalars of the type's integer kind, which they are the bits of.
std::vector<Value> scalars_of(Code& code, std::span<const Value> lanes, Type type) {
    const std::size_t each = lanes.size() / type.lanes;
    std::vector<Value> scalars;
    for (std::size_t i = 0; i < type.lanes; ++i) {
        scalars.push_back(code.regroup(lanes.subspan(i * each, each), ir::integer_of(type.kind))[0]);
    }
    return scalars;
}

/// The lanes of the register file that each of the values takes.
Values regrouped(Code& code, std::span<const Value> values, Kind kind) {
    Values parts(&code.assembly.scratch());
    for (const Value& value : values) {
        const Values lanes = code.regroup(std::span(&value, 1), kind);
        parts.insert(parts.end(), lanes.begin(), lanes.end());
    }
    return parts;
}

// What the code computes from its parameters, as a function of its own.
Word finish_function(Code& code, Value result) {
    Assembly& assembly = code.assembly;
    std::pmr::vector<Word> types(&assembly.scratch());
    for (const Value& param : code.params) types.push_back(assembly.type(param.type));
    const Word function = assembly.fresh(), result_type = assembly.type(result.type);
    const Word type = assembly.function_type(result_type, types);
    if (result.type == ir::kVoid) code.body.op(spv::Op::OpReturn, {});
    if (result.type != ir::kVoid) code.body.op(spv::Op::OpReturnValue, {result.id});
    code.end_function(result_type, function, type);
    return function;
}

} // namespace

void Emitter::emit(ir::Id id) {
    const Inst& inst = shader_.module[id];
    values_[id] = written(id, inst).id;
}

Word Emitter::declared(ir::Id id) const {
    const Inst& inst = shader_.module[id];
    if (inst.op != ir::Op::Const) return 0;
    return values_[id] = code_.assembly.constant(inst.type, shader_.module.literal(inst));
}

Value Emitter::written(ir::Id id, const Inst& inst) {
    if (inst.mode[ir::FloatMode::rounding] != 0 && ir::info(inst.op).has(ir::kRounds)) // lowerings leave little
        return refused(inst, ": rounding other than to the nearest");
    if (Word* function = shader_.routines.function_of(id)) return call(*function, inst);
    const Spelling& how = spelling(inst.op);
    if (how.expansion == Expansion::Emit) return dispatch(inst);
    if (how.expansion == Expansion::Atomic) return emit_atomic(inst);
    if (how.expansion == Expansion::Opcode || how.expansion == Expansion::Float) return write_as_is(inst, how);
    Operands room;
    const std::span<const Value> in = operands(inst, room);
    return write(code_, how, inst.type, in);
}

Value Emitter::call(Word& function, const Inst& inst) {
    if (function == 0) function = write_routine(inst);
    std::array<Word, 1 + kMostOperands> words{function};
    std::size_t count = 1;
    for (std::size_t i = 0; i < inst.operands.size(); ++i) words[count++] = operand(inst, i).id;
    return code_.op(spv::Op::OpFunctionCall, inst.type, std::span(words).first(count));
}

Word Emitter::write_routine(const Inst& inst) {
    Code code(code_.assembly, code_.target);
    for (const ir::Id from : inst.operands) code.params.push_back({code.assembly.fresh(), value(from).type});
    const Value result = write(code, spelling(inst.op), inst.type, code.params);
    if (code_.refusal.empty()) code_.refusal = code.refusal;
    const Word function = finish_function(code, result);
    code.assembly.name(function, ir::info(inst.op).mnemonic);
    return function;
}

// One instruction of both languages.
Value Emitter::write_as_is(const Inst& inst, const Spelling& how) {
    std::array<Word, kMostOperands> in{};
    std::ranges::transform(inst.operands, in.begin(), [&](ir::Id from) { return id_of(from); });
    const Word type = code_.assembly.type(inst.type), id = code_.assembly.fresh();
    Word* to = code_.body.begin(how.opcode, 2 + inst.operands.size());
    *to++ = type;
    *to++ = id;
    for (std::size_t i = 0; i < inst.operands.size(); ++i) *to++ = in[i];
    const Value value{id, inst.type};
    return how.expansion == Expansion::Float ? code_.exactly(value) : value;
}

std::span<const Value> Emitter::operands(const Inst& inst, Operands& to) const {
    for (std::size_t i = 0; i < inst.operands.size(); ++i) to[i] = operand(inst, i);
    return std::span(to).first(inst.operands.size());
}

Value Emitter::dispatch(const Inst& inst) {
    switch (inst.op) {
#define EMIT(name) \
    case ir::Op::name: return emit_##name(inst);
#include "lang/spirv/spellings.inc"
        default: return code_.refuse("SPIR-V: an operation without spelling", inst.type);
    }
}

Value Emitter::refused(const Inst& inst, std::string_view why) {
    const std::string name(ir::info(inst.op).mnemonic);
    return code_.refuse("SPIR-V: " + name + std::string(why), inst.type);
}

std::optional<std::uint32_t> Emitter::known(ir::Id id) const {
    const auto lane = ir::known_lane(shader_.module, id);
    return lane ? std::optional(static_cast<std::uint32_t>(*lane)) : std::nullopt;
}

Value Emitter::emit_Const(const Inst& inst) { return {0, inst.type}; } // written where it is used first

Value Emitter::emit_Param(const Inst& inst) { // declared with the function
    if (inst.imm < code_.params.size()) return code_.params[inst.imm];
    return code_.refuse("SPIR-V: a parameter that its function does not have", inst.type);
}

Value Emitter::emit_Swizzle(const Inst& inst) {
    const Value from = operand(inst, 0);
    if (inst.type.lanes == 1) return code_.lane(from, inst.imm & 3);
    if (from.type.lanes == 1) return code_.repeat(from, inst.type.lanes);
    std::array<Word, 2 + ir::kMaxLanes> words{from.id, from.id};
    for (unsigned i = 0; i < inst.type.lanes; ++i) words[2 + i] = inst.imm >> (8 * i) & 3;
    return code_.op(spv::Op::OpVectorShuffle, inst.type, std::span(words).first(2 + inst.type.lanes));
}

Value Emitter::emit_Compose(const Inst& inst) {
    Operands room;
    return code_.compose(inst.type, operands(inst, room));
}

Value Emitter::emit_Blend(const Inst& inst) {
    const Value base = operand(inst, 0), over = operand(inst, 1);
    if (inst.type.lanes == 1) return (inst.imm & 1) != 0 ? over : base;
    std::array<Word, 2 + ir::kMaxLanes> words{base.id, over.id};
    for (unsigned i = 0; i < inst.type.lanes; ++i) words[2 + i] = (inst.imm >> i & 1) * inst.type.lanes + i;
    return code_.op(spv::Op::OpVectorShuffle, inst.type, std::span(words).first(2 + inst.type.lanes));
}

Value Emitter::emit_LoadTable(const Inst& inst) { return refused(inst, ", which is an array of constants"); }

Value Emitter::emit_Call(const Inst& inst) {
    std::vector<Word> words{shader_.functions[inst.imm]};
    for (std::size_t i = 0; i < inst.operands.size(); ++i) words.push_back(operand(inst, i).id);
    return code_.op(spv::Op::OpFunctionCall, inst.type, words);
}

Value Emitter::emit_Opaque(const Inst& inst) { return {0, inst.type}; } // does nothing, by its row

// ---- registers

Value Emitter::load_file(const Inst& inst, std::optional<Value> index) {
    const std::uint32_t file = inst.access()[Access::file], first = inst.access()[Access::lane];
    const ir::RegisterFile& description = shader_.module.files[file];
    const auto at = [&](std::uint32_t lane) { return Index{lane / description.lanes, index}; };
    const auto is_inside = [&](Index reg) {
        const Value number = code_.add({*reg.computed, code_.u32(reg.known)});
        return code_.below({number, code_.u32(description.count)});
    };
    const auto guarded = [&](Index reg, auto load) {
        if (!index) return load(reg);
        const Value inside = is_inside(reg);
        const Value number = code_.add({*reg.computed, code_.u32(reg.known)});
        const Value value = load(Index{0, code_.select({inside, number, code_.u32(0)})});
        Value all = inside;
        if (value.type.lanes > 1) {
            const std::vector<Value> copies(value.type.lanes, inside);
            all = code_.compose(value.type.with_kind(Kind::Bool), copies);
        }
        return code_.select({all, value, code_.literal(value.type, 0)});
    };
    const bool same_lanes = ir::bits_of(inst.type.kind) == ir::bits_of(description.kind);
    if (!index && same_lanes && first % description.lanes + inst.type.lanes <= description.lanes) {
        const auto given = shader_.storage.given_register(code_, file, first / description.lanes);
        if (given) return code_.as(inst.type, code_.part(*given, first % description.lanes, inst.type.lanes));
    }
    if (same_lanes && inst.type.lanes == description.lanes && first % description.lanes == 0 &&
        shader_.storage.has_whole_registers(file)) {
        const auto load = [&](Index reg) { return shader_.storage.load_register(code_, file, reg); };
        return code_.as(inst.type, guarded(at(first), load));
    }
    std::vector<Value> lanes;
    const unsigned each = std::max(1U, ir::bits_of(inst.type.kind) / ir::bits_of(description.kind));
    for (std::uint32_t lane = first; lane < first + each * inst.type.lanes; ++lane) {
        const auto load = [&](Index reg) {
            return shader_.storage.load_lane(code_, file, reg, lane % description.lanes);
        };
        const Value loaded = guarded(at(lane), load);
        lanes.push_back(same_lanes ? loaded : code_.bits(loaded));
    }
    if (same_lanes) return code_.as(inst.type, code_.compose(lanes[0].type.with_lanes(inst.type.lanes), lanes));
    const Type bits = inst.type.with_kind(ir::integer_of(inst.type.kind));
    return code_.as(inst.type, code_.compose(bits, scalars_of(code_, lanes, inst.type)));
}

void Emitter::store_file(const Inst& inst, Value value, std::optional<Value> index) {
    const std::uint32_t file = inst.access()[Access::file], first = inst.access()[Access::lane];
    const std::uint32_t mask = inst.access()[Access::mask], full = (1U << value.type.lanes) - 1;
    const ir::RegisterFile& description = shader_.module.files[file];
    const auto guarded = [&](std::uint32_t lane, auto store) {
        const Index reg{lane / description.lanes, index};
        if (!index) return store(reg);
        const Value number = code_.add({*reg.computed, code_.u32(reg.known)});
        emit_guarded(code_.below({number, code_.u32(description.count)}), [&] { store(Index{0, number}); });
    };
    const unsigned value_bits = ir::bits_of(value.type.kind), lane_bits = ir::bits_of(description.kind);
    if (value_bits == lane_bits && value.type.lanes == description.lanes && first % description.lanes == 0 &&
        (mask & full) == full) {
        return guarded(first, [&](Index reg) { shader_.storage.store_register(code_, file, reg, value); });
    }
    // A lane narrower than the file's takes one of its lanes, zero-extended.
    Values parts = code_.lanes(value_bits == lane_bits ? value : code_.bits(value));
    if (value_bits != lane_bits) parts = regrouped(code_, parts, ir::integer_of(description.kind));
    const unsigned each = std::max(1U, value_bits / lane_bits);
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        if ((mask >> (i / each) & 1) == 0) continue;
        const std::uint32_t lane = first + i;
        guarded(lane,
                [&](Index reg) { shader_.storage.store_lane(code_, file, reg, lane % description.lanes, parts[i]); });
    }
}

Value Emitter::emit_LoadFile(const Inst& inst) { return load_file(inst, {}); }
Value Emitter::emit_LoadFileAt(const Inst& inst) { return load_file(inst, operand(inst, 0)); }

Value Emitter::emit_LoadFileOf(const Inst& inst) {
    const Value last = code_.u32(shader_.module.tessellation.made - 1);
    const Value which = code_.extended(GLSLstd450UMin, ir::kI32, {operand(inst, 0), last});
    const Access access = inst.access();
    return code_.as(inst.type, shader_.storage.load_lane_of(code_, which, access[Access::file], access[Access::lane]));
}

Value Emitter::emit_LoadVertex(const Inst& inst) {
    const Access access = inst.access();
    const Value value = shader_.storage.load_vertex(code_, operand(inst, 0), access[Access::file], access[Access::lane],
                                                    inst.type.lanes);
    return code_.as(inst.type, value);
}

Value Emitter::emit_StoreFile(const Inst& inst) {
    store_file(inst, operand(inst, 0), {});
    return {};
}

Value Emitter::emit_StoreFileAt(const Inst& inst) {
    store_file(inst, operand(inst, 1), operand(inst, 0));
    return {};
}

} // namespace relit::lang::spirv
