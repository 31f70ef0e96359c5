#include "lang/harness/steps.hpp"

#include <map>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;

class HiddenConstants {
public:
    HiddenConstants(ir::Builder& builder, std::uint32_t zero_file)
        : ir_(builder), module_(builder.module()), zero_(zero_file) {}

    void run() {
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function)
            for (ir::BlockId block = 0; block < module_.functions[function].blocks.size(); ++block)
                hide_in(function, block);
    }

private:
    void hide_in(ir::FunctionId function, ir::BlockId at) {
        known_.clear();
        ir::Block& block = module_.functions[function].blocks[at];
        std::pmr::vector<Id> insts(module_.arena());
        insts.swap(block.insts);
        ir_.move_to(function, at);
        ir_.mode({});
        for (const Id id : insts) {
            ir_.origin_index(module_[id].origin);
            for (std::size_t i = 0; i < module_[id].operands.size(); ++i) {
                const Id value = hidden(module_[id].operands[i]); // instructions are added
                module_[id].operands[i] = value;
            }
            block.insts.push_back(id);
        }
        for (const ir::Edge& edge : block.end.edges)
            for (Id& arg : edge.args) arg = hidden(arg);
        if (block.end.kind == ir::TerminatorKind::Return) block.end.value = hidden(block.end.value);
    }

    /// The value, or another if it is such a constant: one in a block.
    Id hidden(Id value) {
        const Inst inst = module_[value];
        const bool is_float = ir::is_float(inst.type.kind) && inst.type.kind != ir::Kind::F64;
        if (inst.op != ir::Op::Const || !is_float) return value;
        Id& known = known_[value];
        if (known == ir::kNone) known = with_bits_of_zero(inst);
        return known;
    }
    Id with_bits_of_zero(const Inst& inst) {
        const ir::Type bits = inst.type.with_kind(ir::integer_of(inst.type.kind));
        const auto literal = module_.literal(inst);
        const std::vector<std::uint64_t> lanes(literal.begin(), literal.end());
        const Id number = ir_.constant(bits, lanes), word = ir_.load(zero_, 0, ir::kI32);
        const Id zero = bits.kind == ir::Kind::I32 ? word : ir_.convert(ir::Op::ITruncate, bits.kind, word);
        return ir_.bitcast(inst.type, ir_.IOr({number, bits.lanes == 1 ? zero : ir_.splat(zero, bits.lanes)}));
    }

    ir::Builder& ir_;
    ir::Module& module_;
    std::uint32_t zero_;
    std::map<Id, Id> known_; // of the block
};

} // namespace

void hide_constants(ir::Builder& builder, std::uint32_t zero_file) { HiddenConstants(builder, zero_file).run(); }

} // namespace relit::lang
