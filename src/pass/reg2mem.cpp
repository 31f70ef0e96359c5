// Keeps in a register what is computed in one nest of the tree and used where that nest is closed.
#include "pass/pass.hpp"
#include "pass/slots.hpp"

#include "base/scratch.hpp"
#include "ir/builder.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace relit::pass {
namespace {

using ir::NodeKind;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kUsualDepth = 16;

/// A node that defines or uses values, with its position in the text.
struct Site {
    ir::NodeId node = 0;
    std::uint32_t body = 0;                  // the body that it stands in
    ir::BlockId block_before = ir::kNoBlock; // the last one in that body, where a load for the node may stand
};

/// The tree as text: sites in order, and where each body ends.
class Text {
public:
    Text(const ir::Tree& tree, std::pmr::memory_resource* memory)
        : sites(memory), end_of_body(memory), tree_(tree), open_(memory) {
        sites.reserve(tree.nodes.size());
        end_of_body.reserve(tree.nodes.size() + 1);
        open_.reserve(kUsualDepth);
        open(tree.root);
        while (!open_.empty()) step();
    }
    std::pmr::vector<Site> sites;
    std::pmr::vector<std::uint32_t> end_of_body; // number of the first site after it

private:
    struct Open {
        std::span<const ir::NodeId> left;
        std::uint32_t body;
        ir::BlockId last_block;
    };

    void open(std::span<const ir::NodeId> nodes) {
        open_.push_back({nodes, static_cast<std::uint32_t>(end_of_body.size()), ir::kNoBlock});
        end_of_body.push_back(kNever);
    }
    void step() {
        Open& here = open_.back();
        if (here.left.empty()) {
            end_of_body[here.body] = static_cast<std::uint32_t>(sites.size());
            open_.pop_back();
            return;
        }
        const ir::NodeId id = here.left.front();
        here.left = here.left.subspan(1);
        const ir::Node& node = tree_.nodes[id];
        if (node.kind == NodeKind::Block) here.last_block = node.block;
        if (node.kind == NodeKind::Block || node.value != ir::kNone) sites.push_back({id, here.body, here.last_block});
        for (std::size_t i = node.bodies.size(); i-- > 0;) open(node.bodies[i]);
    }

    const ir::Tree& tree_;
    std::pmr::vector<Open> open_;
};

class Demotion {
public:
    Demotion(ir::Module& module, ir::FunctionId function)
        : module_(module), builder_(module), function_(function), text_(module.functions[function].tree, &memory_),
          slots_(module, ir::FilePurpose::Values, "s"), values_(module.insts.size(), &memory_) {
        builder_.move_to(function, 0);
    }

    bool run() {
        for (std::uint32_t i = 0; i < text_.sites.size(); ++i) define(i);
        for (std::uint32_t i = 0; i < text_.sites.size(); ++i) find_lost(i);
        if (lost_.empty()) return false;
        for (std::uint32_t i = 0; i < text_.sites.size(); ++i) rewrite(i);
        return true;
    }

private:
    /// There are many values; few of them are ever lost. What stands in no block is never lost.
    struct Value {
        std::uint32_t site = 0, end = kNever; // where it is defined, and the first site after that body
        std::uint32_t lost = kNever;          // index in lost_
    };
    struct Lost {
        bool kept = false; // has a slot; otherwise it is computed again
        Slot slot;
        ir::BlockId loaded_in = ir::kNoBlock; // the block that loaded it last, and the loaded value
        ir::Id loaded = ir::kNone;
    };

    [[nodiscard]] ir::Node& node(std::uint32_t site) {
        return module_.functions[function_].tree.nodes[text_.sites[site].node];
    }
    [[nodiscard]] ir::Block& block(ir::BlockId id) { return module_.functions[function_].blocks[id]; }

    void define(std::uint32_t site) {
        if (node(site).kind != NodeKind::Block) return;
        const std::uint32_t end = text_.end_of_body[text_.sites[site].body];
        for (const ir::Id inst : block(node(site).block).insts) values_[inst] = {site, end, kNever};
    }
    // Defined later in the text means: in an earlier round of a loop.
    [[nodiscard]] bool is_lost(ir::Id value, std::uint32_t site) const {
        return site < values_[value].site || site >= values_[value].end;
    }
    /// Whether it is as good to compute the value once more.
    [[nodiscard]] bool is_cheap(ir::Id value) const {
        const ir::Inst& inst = module_[value];
        if (ir::info(inst.op).is_fixed_access()) return ir::is_pure(module_, inst);
        return inst.op == ir::Op::Const || inst.op == ir::Op::Param;
    }

    void find_lost(std::uint32_t site) {
        for_each_use(site, [&](ir::Id& value) {
            if (values_[value].lost != kNever || !is_lost(value, site)) return;
            values_[value].lost = static_cast<std::uint32_t>(lost_.size());
            if (is_cheap(value))
                lost_.push_back({});
            else
                lost_.push_back({.kept = true, .slot = slots_.make_for(value)});
        });
    }
    template <class Visit>
    void for_each_use(std::uint32_t site, Visit&& visit) {
        if (node(site).kind != NodeKind::Block) return visit(node(site).value);
        for (const ir::Id inst : block(node(site).block).insts) {
            for (ir::Id& operand : module_[inst].operands) visit(operand);
        }
    }

    void rewrite(std::uint32_t site) {
        const ir::BlockId here = text_.sites[site].block_before;
        builder_.move_to(here);
        if (node(site).kind != NodeKind::Block) return recover(node(site).value, site, here);
        std::pmr::vector<ir::Id> old(module_.arena());
        old.swap(block(here).insts);
        block(here).insts.reserve(old.size());
        for (const ir::Id inst : old) {
            builder_.origin_index(module_[inst].origin);
            for (std::size_t i = 0; i < module_[inst].operands.size(); ++i) {
                recover(module_[inst].operands[i], site, here);
            }
            block(here).insts.push_back(inst);
            const std::uint32_t lost = values_[inst].lost;
            if (lost != kNever && lost_[lost].kept) Slots::store(builder_, lost_[lost].slot, inst);
        }
    }
    /// Makes the use good: what is lost is loaded, or computed, at the end of what the block holds so far.
    void recover(ir::Id& use, std::uint32_t site, ir::BlockId here) {
        const ir::Id value = use; // what is made below can move neither operands nor nodes
        if (value >= values_.size() || !is_lost(value, site)) return;
        Lost& known = lost_[values_[value].lost];
        if (known.loaded_in != here) {
            known.loaded = known.kept ? Slots::load(builder_, known.slot) : again(module_[value]);
            known.loaded_in = here;
        }
        use = known.loaded;
    }
    ir::Id again(ir::Inst inst) { return builder_.add(inst.op, inst.type, inst.operands, inst.imm); }

    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId function_;
    Scratch memory_;
    Text text_;
    Slots slots_;
    std::pmr::vector<Value> values_; // by Id
    std::vector<Lost> lost_;
};

/// Where nothing is nested, no nest is ever closed.
bool has_nests(const ir::Function& function) {
    return std::ranges::any_of(function.tree.nodes, [](const ir::Node& node) { return !node.bodies.empty(); });
}

} // namespace

bool reg2mem(ir::Module& module) {
    bool changed = false;
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f)
        changed |= has_nests(module.functions[f]) && Demotion(module, f).run();
    return changed;
}

} // namespace relit::pass
