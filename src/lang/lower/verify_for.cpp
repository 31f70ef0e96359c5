#include "lang/lower/verify_for.hpp"

#include "ir/tree_walk.hpp"
#include "ir/verify/verify.hpp"
#include "lang/denormals.hpp"
#include "lang/lower/directed_rounding.hpp"
#include "lang/lower/discard.hpp"
#include "lang/lower/integers.hpp"
#include "lang/lower/narrow_stores.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

namespace relit::lang {
namespace {

using ir::Id;

/// The visitor of walk_tree() that finds values which are used where they cannot be seen.
class Scopes {
public:
    Scopes(const ir::Module& module, const ir::Function& function)
        : module_(module), function_(function), is_visible_(module.insts.size()) {}

    [[nodiscard]] Id lost() const { return lost_; }

    bool leaf(const ir::Node& node, const ir::Node*) {
        if (node.kind != ir::NodeKind::Block) {
            use(node.value);
            return true;
        }
        for (const Id id : function_.blocks[node.block].insts) {
            for (const Id operand : module_[id].operands) use(operand);
            is_visible_[id] = true;
            defined_.push_back(id);
        }
        return true;
    }
    bool open(const ir::Node& node) {
        use(node.value);
        return true;
    }
    void open_body(const ir::Node&, std::size_t) { marks_.push_back(defined_.size()); }
    void close_body(const ir::Node&, std::size_t, bool) {
        for (const Id id : std::span(defined_).subspan(marks_.back())) is_visible_[id] = false;
        defined_.resize(marks_.back());
        marks_.pop_back();
    }
    static bool close(const ir::Node&) { return true; }

private:
    void use(Id value) {
        if (value != ir::kNone && !is_visible_[value] && lost_ == ir::kNone) lost_ = value;
    }

    const ir::Module& module_;
    const ir::Function& function_;
    std::vector<bool> is_visible_;   // by Id
    std::vector<Id> defined_;        // in the sequences that are open
    std::vector<std::size_t> marks_; // in defined_, one a body
    Id lost_ = ir::kNone;
};

/// Returns why a function cannot be written block by block, or an empty text.
std::string wrong_blocks(const ir::Function& function) {
    if (!function.tree.root.empty()) return "it has a tree";
    const auto& blocks = function.blocks;
    for (ir::BlockId at = 0; at < blocks.size(); ++at) {
        const ir::Terminator& end = blocks[at].end;
        const bool has_merge = end.merge != ir::kNoBlock, is_loop = end.again != ir::kNoBlock;
        if ((is_loop || end.kind == ir::TerminatorKind::Switch) && !has_merge)
            return "a switch or a loop without a merge";
        if (has_merge && end.merge <= at) return "a merge that stands before its choice";
        if (is_loop && (end.again <= at || end.merge <= end.again)) return "a loop out of order";
        for (const ir::Edge& edge : end.edges) {
            const bool leads_back = edge.to <= at;
            if (leads_back && blocks[edge.to].end.again != at) return "an edge that leads back, but not of a loop";
        }
    }
    return {};
}

std::string wrong_shape(const ir::Module& module, const ir::Function& function, const Target& target) {
    if (target.dialect == Dialect::SpirV) return wrong_blocks(function);
    const bool has_code =
        std::ranges::any_of(function.blocks, [](const ir::Block& block) { return !block.insts.empty(); });
    if (function.tree.root.empty()) return has_code ? "it has no tree" : "";
    for (const ir::Block& block : function.blocks)
        if (!block.params.empty()) return "a block has parameters";
    Scopes scopes(module, function);
    (void)ir::walk_tree(function.tree, function.tree.root, scopes);
    return scopes.lost() == ir::kNone ? "" : fmt::format("%{} is used where it is out of scope", scopes.lost());
}

std::string wrong_instruction(const ir::Module& module, const ir::Inst& inst, const Target& target) {
    if (target.interface == Interface::Native && is_narrow_store(module, inst))
        return "a narrow store to shared memory";
    if (ir::info(inst.op).touches(ir::Memory::Buffer) && module.resources[inst.imm].element == ir::kVoid)
        return "an access to memory by bytes";
    if (inst.op == ir::Op::LoadTable && target.dialect == Dialect::SpirV) return "a table";
    if (inst.op == ir::Op::Discard && !has_discards(module, target))
        return "a discard outside of a pipeline's fragments";
    if (is_directed(module, inst, target)) return "a rounding that is not to nearest";
    const bool device_does = target.dialect == Dialect::SpirV && target.flushes_denormals;
    if (flushes_any(inst.mode) && !device_does) return "denormals that are flushed";
    return {};
}

std::string wrong_integer(const ir::Module& module, const ir::Inst& inst, const Target& target) {
    return is_host_integer(module, inst, target) ? "" : "an integer operation that no host has so";
}

/// Returns what `check` says of an instruction first, or an empty text.
template <class Check>
std::string first_wrong(const ir::Module& module, const ir::Function& function, const Target& target, Check&& check) {
    for (const ir::Block& block : function.blocks)
        for (const Id id : block.insts)
            if (const std::string wrong = check(module, module[id], target); !wrong.empty())
                return fmt::format("%{} = {}: {}", id, ir::info(module[id].op).mnemonic, wrong);
    return {};
}

Status unfit(const ir::Function& function, const std::string& wrong) {
    return fail(FaultKind::Internal, fmt::format("not fit to be written: {}: {}", function.name, wrong));
}

} // namespace

Status verify_for(const ir::Module& module, const Target& target) {
    if (const Status legal = ir::verify(module); !legal) return fail(FaultKind::Internal, legal.error().text);
    for (const ir::Function& function : module.functions) {
        std::string wrong = wrong_shape(module, function, target);
        if (wrong.empty()) wrong = first_wrong(module, function, target, wrong_instruction);
        if (!wrong.empty()) return unfit(function, wrong);
    }
    return {};
}

Status verify_integers(const ir::Module& module, const Target& target) {
    for (const ir::Function& function : module.functions)
        if (const std::string wrong = first_wrong(module, function, target, wrong_integer); !wrong.empty())
            return unfit(function, wrong);
    return {};
}

} // namespace relit::lang
