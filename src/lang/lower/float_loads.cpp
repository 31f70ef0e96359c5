#include "lang/lower/float_loads.hpp"

#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"

#include <algorithm>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Op;

/// Of the guest's form still: after lower_buffers() loads are of what the buffer is an array of.
bool loads_words(const ir::Module& module, const Inst& inst) {
    if (inst.op != Op::LoadBuffer || inst.type.kind != ir::Kind::I32) return false;
    const ir::Resource& resource = module.resources[inst.imm];
    return resource.kind == ir::ResourceKind::ConstantBuffer && resource.element == ir::kVoid;
}

class FloatLoads {
public:
    explicit FloatLoads(ir::Module& module) : module_(module), has_other_use_(module.insts.size()) {}

    void run() {
        note_uses();
        ir::Builder builder(module_);
        for (const Id id : casts_) {
            const Id load = module_[id].operands[0];
            if (has_other_use_[load]) continue;
            module_[load].type = module_[id].type;
            builder.become_copy(id, load);
        }
    }

private:
    void note_uses() {
        for (const ir::Function& function : module_.functions) {
            for (const ir::Block& block : function.blocks) {
                for (const Id id : block.insts) note_uses_by(id);
                has_other_use_[block.end.value] = true;
                for (const ir::Edge& edge : block.end.edges)
                    for (const Id arg : edge.args) has_other_use_[arg] = true;
            }
            for (const ir::Node& node : function.tree.nodes) has_other_use_[node.value] = true;
        }
    }
    void note_uses_by(Id id) {
        if (is_cast(module_[id])) return casts_.push_back(id);
        for (const Id operand : module_[id].operands) has_other_use_[operand] = true;
    }
    /// Of a load that could be one of floats.
    [[nodiscard]] bool is_cast(const Inst& inst) const {
        if (inst.op != Op::Bitcast || inst.type.kind != ir::Kind::F32) return false;
        const Inst& load = module_[inst.operands[0]];
        return loads_words(module_, load) && load.type == inst.type.with_kind(ir::Kind::I32);
    }

    ir::Module& module_;
    std::vector<bool> has_other_use_; // by Id
    std::vector<Id> casts_;
};

} // namespace

void load_as_floats(ir::Module& module) {
    if (any_instruction(module, [&](const Inst& inst) { return loads_words(module, inst); })) FloatLoads(module).run();
}

} // namespace relit::lang
