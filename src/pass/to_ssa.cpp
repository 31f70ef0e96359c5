// Turns register files into values where a program did not come as values: IR text, bodies that were called, and modules
// whose registers are looked at. Lifted programs come as values from ir/ssa_builder.hpp, which does the same here.
#include "ir/ssa_builder.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <vector>

namespace relit::pass {
namespace {

/// Stay: nothing uses any more what loads give.
enum class Accesses : std::uint8_t { Go, Stay };

/// Functions that the entry calls, directly or not; itself only where it is called too.
std::vector<bool> called_functions(const ir::Module& module) {
    std::vector<bool> called(module.functions.size());
    std::vector<ir::FunctionId> work{0};
    while (!work.empty()) {
        const ir::Function& function = module.functions[work.back()];
        work.pop_back();
        for (const ir::Block& block : function.blocks)
            ir::for_each_callee(module, block, [&](ir::FunctionId callee) {
                if (!called[callee]) work.push_back(callee);
                called[callee] = true;
            });
    }
    return called;
}

/// Returns true for what may stay: what is stored where the program ends, of registers until dce, or an output that is loaded
/// where it begins.
bool is_final(const ir::Module& module, ir::BlockId block, const ir::Inst& inst) {
    const auto& blocks = module.functions[0].blocks;
    if (module.stage == ir::Stage::Geometry) return false;
    const bool is_output = module.files[inst.access()[ir::Access::file]].role == ir::Role::Output;
    if (ir::info(inst.op).is_load()) return is_output && block == 0 && blocks.size() > 1;
    return blocks[block].end.kind == ir::TerminatorKind::Return;
}

/// Returns true if there is anything to do, where some files stay.
bool has_accesses(const ir::Module& module, Accesses accesses, auto&& stays) {
    const auto& blocks = module.functions[0].blocks;
    for (ir::BlockId block = 0; block < blocks.size(); ++block)
        for (const ir::Id id : blocks[block].insts) {
            const ir::Inst& inst = module[id];
            if (!ir::info(inst.op).is_fixed_access() || stays(inst.access()[ir::Access::file])) continue;
            if (accesses == Accesses::Stay || !is_final(module, block, inst)) return true;
        }
    return false;
}

class ToSsa {
public:
    ToSsa(ir::Module& module, Accesses accesses)
        : module_(module), keeps_accesses_(accesses == Accesses::Stay), function_(module.functions[0]),
          ssa_(module, {.stores_outputs = !keeps_accesses_, .keeps_casts = true}) {
        choose_files();
    }

    bool run() {
        const Accesses accesses = keeps_accesses_ ? Accesses::Stay : Accesses::Go;
        if (!has_accesses(module_, accesses, [&](std::uint32_t file) { return stays_[file]; })) return false;
        for (const ir::BlockId block : reverse_postorder(function_)) rewrite(block);
        replacements_.apply(module_, function_);
        ssa_.finish();
        return changed_;
    }

private:
    void choose_files();
    void rewrite(ir::BlockId block);
    void rewrite(ir::Id id, std::pmr::vector<ir::Id>& insts);
    /// Whether the instruction is a load or store of a file that becomes values.
    [[nodiscard]] bool is_access(const ir::Inst& inst) const {
        return ir::info(inst.op).is_fixed_access() && !stays_[inst.access()[ir::Access::file]];
    }

    ir::Module& module_;
    bool keeps_accesses_;
    ir::Function& function_;
    ir::SsaBuilder ssa_;
    Replacements replacements_; // of loads
    bool changed_ = false;
    std::vector<bool> stays_; // by file: an input, indexed, touched by a function that is called, or seen by others
};

void ToSsa::choose_files() {
    const std::vector<bool> called = called_functions(module_);
    for (const ir::RegisterFile& file : module_.files) stays_.push_back(file.role == ir::Role::Input);
    const bool is_control = module_.stage == ir::Stage::TessControl;
    bool meets_others = false; // what other invocations store, or look at, between the program's begin and its end
    for (std::size_t f = 0; f < module_.functions.size(); ++f) {
        if (f != 0 && !called[f]) continue;
        for (const ir::Block& block : module_.functions[f].blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module_[id];
                const ir::OpInfo& row = ir::info(inst.op);
                const bool is_access = row.touches(ir::Memory::Registers);
                meets_others |= inst.op == ir::Op::Barrier || (is_access && row.has(ir::kAcross));
                if (!is_access || row.has(ir::kAcross)) continue;
                if (row.has(ir::kIndexed) || called[f]) stays_[inst.access()[ir::Access::file]] = true;
            }
        }
    }
    // All invocations write outputs of a patch: one that passed on what it found would undo what another has stored.
    for (std::size_t file = 0; file < module_.files.size(); ++file) {
        const bool is_shared = is_control && (meets_others || module_.files[file].is_patch);
        if (is_shared && module_.files[file].role == ir::Role::Output) stays_[file] = true;
    }
}

void ToSsa::rewrite(ir::BlockId block) {
    ir::Block& of = function_.blocks[block];
    const std::vector<ir::Id> old(of.insts.begin(), of.insts.end());
    of.insts.clear();
    ssa_.enter(0, block, block == 0);
    for (const ir::Id id : old) rewrite(id, of.insts);
    const ir::InsertPoint at{of.insts, of.end.origin};
    of.end.kind == ir::TerminatorKind::Return ? ssa_.leave_program(at) : ssa_.leave(at);
}

void ToSsa::rewrite(ir::Id id, std::pmr::vector<ir::Id>& insts) {
    for (ir::Id& operand : module_[id].operands) operand = replacements_.find(operand);
    const ir::Inst inst = module_[id];
    const ir::OpInfo& row = ir::info(inst.op);
    const bool becomes_value = is_access(inst);
    if (!becomes_value || keeps_accesses_) insts.push_back(id);
    if (inst.op == ir::Op::EmitVertex && module_.stage == ir::Stage::Geometry && !keeps_accesses_)
        ssa_.take_outputs(id);
    if (!becomes_value) return;
    changed_ = true;
    const ir::InsertPoint at{insts, inst.origin};
    const std::uint32_t file = inst.access()[ir::Access::file], lane = inst.access()[ir::Access::lane];
    if (row.is_load()) {
        ssa_.note_kind(file, lane, inst.type);
        return replacements_.replace(id, ssa_.load(file, lane, inst.type, at));
    }
    module_.note_register(inst.operands.back(), inst.access());
    ssa_.store(file, lane, inst.operands.back(), inst.access()[ir::Access::mask], at);
}

bool to_ssa(ir::Module& module, Accesses accesses) {
    if (module.functions.empty() || module.registers_are_values) return false;
    forget_trees(module);
    // Most modules tell without a look at their calls.
    const auto is_input = [&](std::uint32_t file) { return module.files[file].role == ir::Role::Input; };
    return has_accesses(module, accesses, is_input) && ToSsa(module, accesses).run();
}

} // namespace

bool to_ssa(ir::Module& module) { return to_ssa(module, Accesses::Go); }
void to_ssa_beside_registers(ir::Module& module) { (void)to_ssa(module, Accesses::Stay); }

} // namespace relit::pass
