#include "lang/harness/harness.hpp"

#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "lang/harness/steps.hpp"
#include "lang/lower/elements.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/memory.hpp"
#include "lang/packing.hpp"
#include "lang/shader_info.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory_resource>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace relit::lang {
namespace {

using ir::Builtin;
using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::ResourceKind;
using ir::Role;
using ir::Type;

constexpr Type kRowOfRecord = ir::kI32.with_lanes(kRowWords);

bool is_buffer(const ir::Resource& resource) {
    return resource.kind == ResourceKind::ConstantBuffer || resource.kind == ResourceKind::StorageBuffer;
}

// ---- what there is no place for

bool is_there(Builtin builtin) {
    constexpr Builtin kThere[] = {Builtin::VertexIndex, Builtin::InstanceIndex, Builtin::BaseVertex,
                                  Builtin::BaseInstance};
    return std::ranges::find(kThere, builtin) != std::end(kThere);
}

/// Names the instruction if a harness has no place for it; empty if it has.
std::string lacked_by(const Inst& inst, bool is_alone, bool has_subgroups) {
    if (ir::info(inst.op).exchanges() && !has_subgroups)
        return fmt::format("{}, which requires subgroups, which the device does not support,",
                           ir::info(inst.op).mnemonic);
    if (inst.op == Op::ReadBuiltin && !is_there(static_cast<Builtin>(inst.imm)))
        return fmt::format("readbuiltin {}", ir::name_in(ir::kBuiltinNames, static_cast<Builtin>(inst.imm)));
    const bool makes_vertices = inst.op == Op::EmitVertex || inst.op == Op::EndPrimitive;
    if (makes_vertices || inst.op == Op::LoadFileOf) return std::string(ir::info(inst.op).mnemonic);
    return inst.op == Op::Barrier && !is_alone ? "barriers of several invocations" : "";
}

/// The same of the module.
std::string lacked_by(const ir::Module& module, const Target& target) {
    const bool alone = is_alone(module, target);
    std::string lacked;
    (void)any_instruction(module, [&](const Inst& inst) {
        if (lacked.empty()) lacked = lacked_by(inst, alone, target.has_subgroups);
        const bool shares = ir::info(inst.op).touches(ir::Memory::Buffer) &&
                            module.resources[inst.imm].kind == ResourceKind::Shared && !alone;
        if (lacked.empty() && shares) lacked = "memory shared by several invocations";
        return !lacked.empty();
    });
    return lacked;
}

// ---- words of a record and lanes of registers

/// A lane of the kind from the words that hold it.
Id lane_of(ir::Builder& ir, Kind kind, std::span<const Id> words) {
    const Type type{kind, 1};
    const unsigned bits = ir::bits_of(kind);
    if (kind == Kind::Bool) return ir.INe({words[0], ir.i32(0)});
    if (bits == 64) return ir.bitcast(type, ir.compose(words));
    const Id narrow = bits == 32 ? words[0] : ir.convert(Op::ITruncate, ir::integer_of(kind), words[0]);
    return ir.type_of(narrow) == type ? narrow : ir.bitcast(type, narrow);
}

void append_words(ir::Builder& ir, Id lane, std::vector<Id>& words) {
    const Kind kind = ir.type_of(lane).kind;
    const unsigned bits = ir::bits_of(kind);
    if (kind == Kind::Bool) return words.push_back(ir.Select({lane, ir.i32(1), ir.i32(0)}));
    if (bits == 64) {
        const Id both = ir.bitcast(kPairOfWords, lane);
        for (const unsigned i : {0U, 1U}) words.push_back(ir.lane(both, i));
        return;
    }
    const Id integer = ir::is_float(kind) ? ir.bitcast({ir::integer_of(kind), 1}, lane) : lane;
    words.push_back(bits == 32 ? integer : ir.convert(Op::UExtend, Kind::I32, integer));
}

// ---- the shader

class Harness {
public:
    Harness(const ir::Module& module, const Target& target)
        : target_(target), layout_(layout_of(module)), is_reached_(module, *std::pmr::get_default_resource()),
          module_(module.clone()), ir_(module_), given_(record("given", 0)), kept_(record("kept", 1)),
          item_(own_file("item")), given_row_(own_file("given_row")), kept_row_(own_file("kept_row")),
          zero_(own_file("zero")) {}

    ir::Module run() {
        become_native();
        (void)rewrite_instructions(
            ir_, [&](Id id) { return is_other(module_[id]); }, [&](Id id) { return rewritten(id); });
        exchange_in_quads(ir_);
        if (target_.dialect == Dialect::SpirV) {
            select_registers(ir_);
            hide_constants(ir_, zero_);
        }
        const auto program = static_cast<ir::FunctionId>(module_.functions.size());
        write_shader(program);
        std::swap(module_.functions[0], module_.functions[program]);
        call_by_number(program);
        return std::move(module_);
    }

private:
    std::uint32_t record(const char* name, std::uint32_t binding) {
        ir::Resource record;
        record.name = name;
        record.kind = ResourceKind::StorageBuffer;
        record.binding = binding;
        record.element = kRowOfRecord;
        return ir_.resource(record);
    }

    std::uint32_t own_file(const char* name) { return ir_.file(name, Kind::I32, 1, 1, Role::Register); }

    /// The pipeline has no part in it: registers are the invocation's own, and so is the memory of a workgroup of one.
    void become_native() {
        module_.stage = ir::Stage::Compute;
        std::ranges::copy(std::array{kHarnessGroup, 1U, 1U}, module_.workgroup);
        module_.workgroup_is_open = module_.tests_early = false;
        module_.feedback.clear();
        for (ir::RegisterFile& file : module_.files) file.role = Role::Register;
        for (ir::Resource& resource : module_.resources)
            if (resource.kind == ResourceKind::Shared) resource.kind = ResourceKind::Scratch;
        for (ir::Function& function : module_.functions)
            for (ir::Block& block : function.blocks)
                std::erase_if(block.insts, [&](Id id) { return module_[id].op == Op::Barrier; });
    }

    // ---- what is elsewhere in a harness
    [[nodiscard]] bool is_other(const Inst& inst) const {
        return inst.op == Op::ReadBuiltin ||
               (ir::info(inst.op).touches(ir::Memory::Buffer) && is_buffer(module_.resources[inst.imm]));
    }
    Id rewritten(Id id) {
        const Inst inst = module_[id];
        if (inst.op == Op::ReadBuiltin)
            return static_cast<Builtin>(inst.imm) == Builtin::VertexIndex ? loaded(item_) : ir_.constant(inst.type, 0);
        if (inst.op == Op::BufferSize) return ir_.i32(module_.resources[inst.imm].size / kWordBytes);
        return access(id, inst);
    }
    Id loaded(std::uint32_t own_file) { return ir_.load(own_file, 0, ir::kI32); }

    /// Elements of the guest's buffer are elements of a record.
    Id access(Id id, const Inst& inst) {
        const bool constant = module_.resources[inst.imm].kind == ResourceKind::ConstantBuffer;
        const std::uint32_t record = constant ? given_ : kept_;
        const std::uint32_t first = slot_of(inst.imm).word / kRowWords;
        const Type type = ir::accessed_type(module_, inst);
        const auto number = ir::known_lane(module_, inst.operands[0]);
        const bool is_row = type.lanes == kRowWords, is_atomic = ir::info(inst.op).is_atomic();
        if (number && !is_row && !is_atomic)
            return part_of_row(id, inst, record, first, static_cast<std::uint32_t>(*number));
        const Id row = ir_.IAdd({loaded(constant ? given_row_ : kept_row_), ir_.i32(first)});
        const Id begin = is_row ? row : ir_.IShl(row, ir_.i32(kRowShift - kWordShift));
        const Id index = ir_.IAdd(begin, inst.operands[0]);
        module_[id].operands[0] = index;
        module_[id].imm = record;
        return id;
    }
    /// Some words of a row that is known: so the lanes are, too.
    Id part_of_row(Id id, const Inst& inst, std::uint32_t record, std::uint32_t first, std::uint32_t word) {
        const Id row = row_at(record, first + word / kRowWords);
        const Id whole = ir_.load_buffer(record, row, kRowOfRecord);
        const unsigned lane = word % kRowWords, count = ir::accessed_type(module_, inst).lanes;
        std::array<std::uint8_t, kRowWords> lanes{};
        if (ir::info(inst.op).is_load()) {
            for (unsigned i = 0; i < count; ++i) lanes[i] = static_cast<std::uint8_t>(lane + i);
            return ir_.swizzle(whole, std::span(lanes).first(count));
        }
        for (unsigned i = 0; i < count; ++i) lanes[lane + i] = static_cast<std::uint8_t>(i);
        const Id spread = ir_.swizzle(inst.operands[1], lanes);
        const std::array operands{row, ir_.blend(whole, spread, ((1U << count) - 1) << lane)};
        module_[id].operands = module_.copy(operands);
        module_[id].imm = record;
        return id;
    }
    [[nodiscard]] const Slot& slot_of(std::uint32_t resource) const {
        for (const std::vector<Slot>* slots : {&layout_.in, &layout_.out})
            for (const Slot& slot : *slots)
                if (slot.is_resource && slot.index == resource) return slot;
        unreachable("a buffer that no record has");
    }
    Id row_at(std::uint32_t record, std::uint32_t row) {
        const Id first = loaded(record == given_ ? given_row_ : kept_row_);
        return row == 0 ? first : ir_.IAdd({first, ir_.i32(row)});
    }

    // ---- the function that comes first
    /// `program`: the number that the program will have, and until then the shader.
    void write_shader(ir::FunctionId program) {
        ir_.origin_index(0);
        ir_.function("main");
        const ir::BlockId work = ir_.block(), after = ir_.block();
        const Id item = number_of_item();
        const Id count = ir_.lane(ir_.load_buffer(given_, ir_.i32(0), kRowOfRecord), 0);
        const Id has_item = ir_.ULt(item, count);
        ir_.branch(has_item, work, after);
        ir_.move_to(work);
        ir_.store(item_, 0, item);
        // Behind the row that has the count.
        ir_.store(given_row_, 0, ir_.IAdd({ir_.IMul({item, ir_.i32(rows_of(layout_.in_words))}), ir_.i32(1)}));
        ir_.store(kept_row_, 0, ir_.IMul({item, ir_.i32(rows_of(layout_.out_words))}));
        ir_.store(zero_, 0, ir_.SShr({count, ir_.i32(31)})); // which is a sign: no single bit of it is known
        for (const Slot& slot : layout_.in) copy_in(given_, slot);
        for (const Slot& slot : layout_.out) copy_in(kept_, slot);
        (void)ir_.call(program, std::span<const Id>());
        for (const Slot& slot : layout_.out) copy_out(slot);
        store_limit();
        ir_.jump(after);
        ir_.move_to(after);
        ir_.ret();
        if (target_.dialect == Dialect::SpirV)
            module_.functions[program].blocks[0].end.merge = after;
        else
            make_tree(module_.functions[program], has_item);
    }
    Id number_of_item() {
        const auto read = [&](Builtin builtin) {
            return ir_.add(Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(builtin));
        };
        const Id group = read(Builtin::WorkgroupId), own = read(Builtin::LocalInvocationId);
        return ir_.IAdd({ir_.IMul({group, ir_.i32(kHarnessGroup)}), own});
    }
    void make_tree(ir::Function& function, Id has_item) {
        ir::Tree& tree = function.tree;
        const auto add = [&](ir::NodeKind kind, ir::BlockId block, Id value) {
            std::pmr::memory_resource* const arena = module_.arena();
            tree.nodes.push_back({.kind = kind,
                                  .block = block,
                                  .value = value,
                                  .bodies = std::pmr::vector<std::pmr::vector<ir::NodeId>>(arena),
                                  .cases = std::pmr::vector<std::uint32_t>(arena)});
            return static_cast<ir::NodeId>(tree.nodes.size() - 1);
        };
        const ir::NodeId begin = add(ir::NodeKind::Block, 0, ir::kNone);
        const ir::NodeId choice = add(ir::NodeKind::If, ir::kNoBlock, has_item);
        const ir::NodeId work = add(ir::NodeKind::Block, 1, ir::kNone);
        tree.nodes[choice].bodies.emplace_back(1, work);
        for (const ir::NodeId id : {begin, choice, add(ir::NodeKind::Return, ir::kNoBlock, ir::kNone)})
            tree.root.push_back(id);
    }

    // ---- registers of the record. What the program does not reach stays as it is.
    [[nodiscard]] const ir::RegisterFile& file_of(const Slot& slot) const { return module_.files[slot.index]; }
    [[nodiscard]] std::uint32_t words_of_register(const Slot& slot) const {
        return file_of(slot).lanes * words_of_lane(file_of(slot).kind);
    }
    [[nodiscard]] bool is_row(const Slot& slot) const {
        const Kind kind = file_of(slot).kind;
        return file_of(slot).lanes == kRowWords && (kind == Kind::I32 || kind == Kind::F32);
    }
    [[nodiscard]] bool is_moved(const Slot& slot, std::uint32_t word) const {
        const std::uint32_t reg = word / words_of_register(slot);
        return reg < file_of(slot).count && is_reached_.reaches(slot.index, reg);
    }
    [[nodiscard]] Type register_type(const Slot& slot) const { return {file_of(slot).kind, file_of(slot).lanes}; }

    void copy_in(std::uint32_t record, const Slot& slot) {
        if (slot.is_resource || file_of(slot).count == 0) return;
        rows_.clear();
        const std::uint32_t each = words_of_register(slot), lanes = file_of(slot).lanes, per_lane = each / lanes;
        for (std::uint32_t reg = 0; reg < file_of(slot).count; ++reg) {
            if (!is_moved(slot, reg * each)) continue;
            std::vector<Id> values, words;
            for (std::uint32_t word = reg * each; word < (reg + 1) * each && !is_row(slot); ++word) {
                const Id row = row_of(record, slot, word / kRowWords);
                words.push_back(ir_.lane(row, word % kRowWords));
            }
            for (std::size_t i = 0; i < words.size(); i += per_lane)
                values.push_back(lane_of(ir_, file_of(slot).kind, std::span(words).subspan(i, per_lane)));
            const Id whole = is_row(slot) ? row_of(record, slot, reg) : ir_.compose(values);
            const bool is_same = ir_.type_of(whole) == register_type(slot);
            ir_.store(slot.index, reg * lanes, is_same ? whole : ir_.bitcast(register_type(slot), whole));
        }
    }
    /// As it is in the record, loaded once.
    Id row_of(std::uint32_t record, const Slot& slot, std::uint32_t row) {
        Id& known = rows_[row];
        if (known == ir::kNone)
            known = ir_.load_buffer(record, row_at(record, slot.word / kRowWords + row), kRowOfRecord);
        return known;
    }

    void copy_out(const Slot& slot) {
        if (slot.is_resource || file_of(slot).count == 0) return;
        rows_.clear();
        for (std::uint32_t row = 0; row < rows_of(slot.words); ++row) {
            bool any = false;
            for (std::uint32_t i = 0; i < kRowWords; ++i) any = any || is_moved(slot, row * kRowWords + i);
            if (!any) continue;
            const Id whole = is_row(slot) ? row_of_register(slot, row) : ir_.compose(words_of_row(slot, row));
            ir_.store_buffer(kept_, row_at(kept_, slot.word / kRowWords + row), whole);
        }
    }
    Id row_of_register(const Slot& slot, std::uint32_t reg) {
        const Id value = ir_.load(slot.index, reg * kRowWords, register_type(slot));
        return register_type(slot) == kRowOfRecord ? value : ir_.bitcast(kRowOfRecord, value);
    }
    std::vector<Id> words_of_row(const Slot& slot, std::uint32_t row) {
        const Kind kind = file_of(slot).kind;
        std::vector<Id> words;
        while (words.size() < kRowWords) {
            const auto word = static_cast<std::uint32_t>(row * kRowWords + words.size());
            if (is_moved(slot, word))
                append_words(ir_, ir_.load(slot.index, word / words_of_lane(kind), {kind, 1}), words);
            else
                words.push_back(ir_.lane(row_of(kept_, slot, row), word % kRowWords));
        }
        return words;
    }
    void store_limit() {
        const auto limit = ir::file_of(module_, ir::FilePurpose::LoopLimit);
        const Id reached = limit ? ir_.load(*limit, 0, ir::kI32) : ir_.i32(0);
        const Id none = ir_.i32(0), row = row_at(kept_, layout_.loop_limit_word / kRowWords);
        ir_.store_buffer(kept_, row, ir_.compose({reached, none, none, none}));
    }

    /// Functions that call the program, which was the first one, call it by its new number, as the shader does.
    void call_by_number(ir::FunctionId program) {
        for (ir::FunctionId function = 1; function <= program; ++function)
            for (const ir::Block& block : module_.functions[function].blocks)
                ir::for_each_callee(module_, block, [&](ir::FunctionId& callee) {
                    if (callee == 0) callee = program;
                });
    }

    const Target& target_;
    Layout layout_;
    ShaderInfo is_reached_;
    ir::Module module_;
    ir::Builder ir_;
    std::uint32_t given_, kept_;                       // records
    std::uint32_t item_, given_row_, kept_row_, zero_; // files of one lane: rows are the first ones of the item
    std::map<std::uint32_t, Id> rows_;                 // of a slot, in a block
};

} // namespace

Result<ir::Module> in_harness(const ir::Module& module, const Target& target) {
    if (const std::string lacked = lacked_by(module, target); !lacked.empty())
        return fail(FaultKind::NotSupported, fmt::format("{} in a harness", lacked));
    return Harness(module, target).run();
}

} // namespace relit::lang
