#include "tests/support/ir/walk.hpp"

#include "ir/evaluate.hpp"
#include "ir/verify/verify.hpp"
#include "pass/pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace relit::test {
namespace {

using ir::Id;
using ir::NodeKind;

constexpr std::uint64_t kSteps = 1U << 18;

class Walker {
public:
    Walker(const ir::Module& module, std::uint32_t seed, std::size_t files)
        : module_(module), reported_(files), values_(module.insts.size()) {
        for (const ir::RegisterFile& file : module.files) {
            files_.emplace_back(file.lane_count(), file.role == ir::Role::Input ? seed : 0);
        }
    }

    Walked blocks() {
        ir::BlockId at = 0;
        while (going()) {
            const ir::Block& block = function().blocks[at];
            run(at);
            if (block.end.edges.empty()) break;
            const ir::Edge& edge = block.end.edges[chosen_edge(block.end)];
            pass_arguments(edge);
            at = edge.to;
        }
        return std::move(walked_);
    }
    Walked tree() {
        if (list(function().tree.root) == After::Next) fail("the root comes to its end");
        return std::move(walked_);
    }

private:
    enum class After { Next, Break, Continue, Leave };

    [[nodiscard]] const ir::Function& function() const { return module_.functions[0]; }
    [[nodiscard]] bool going() const { return walked_.fault.empty(); }
    void fail(std::string text) {
        if (going()) walked_.fault = std::move(text);
    }

    ir::Value read(Id id) {
        if (values_[id]) return *values_[id];
        fail(fmt::format("value {} is used where it is not known", id));
        return {};
    }
    void define(Id id, const ir::Value& value) {
        values_[id] = value;
        defined_.push_back(id);
    }

    // ---- blocks
    void run(ir::BlockId block) {
        for (const Id id : function().blocks[block].insts) execute(id, module_[id]);
    }
    void execute(Id id, const ir::Inst& inst) {
        if (++steps_ > kSteps) fail(std::string(kTooManySteps));
        if (!going()) return;
        if (inst.op == ir::Op::StoreFile) return store(inst);
        if (inst.op == ir::Op::LoadFile) return define(id, load(inst));
        std::vector<ir::Value> operands;
        for (const Id operand : inst.operands) operands.push_back(read(operand));
        if (going()) define(id, ir::evaluate(module_, inst, operands));
    }
    ir::Value load(const ir::Inst& inst) {
        ir::Value value;
        const auto& file = files_[inst.access()[ir::Access::file]];
        std::copy_n(file.begin() + inst.access()[ir::Access::lane], inst.type.lanes, value.lanes.begin());
        return value;
    }
    void store(const ir::Inst& inst) {
        const ir::Value value = read(inst.operands[0]);
        const std::uint32_t file = inst.access()[ir::Access::file], first = inst.access()[ir::Access::lane];
        for (std::uint32_t lane = 0; lane < module_[inst.operands[0]].type.lanes; ++lane) {
            if ((inst.access()[ir::Access::mask] >> lane & 1) == 0) continue;
            files_[file][first + lane] = value.lanes[lane];
            if (file < reported_) walked_.writes.insert(walked_.writes.end(), {file, first + lane, value.lanes[lane]});
        }
    }
    std::size_t chosen(std::span<const std::uint32_t> cases, Id value) {
        return static_cast<std::size_t>(std::ranges::find(cases, read(value).lanes[0]) - cases.begin());
    }
    std::size_t chosen_edge(const ir::Terminator& end) {
        if (end.kind == ir::TerminatorKind::Branch) return read(end.value).lanes[0] != 0 ? 0 : 1;
        return end.kind == ir::TerminatorKind::Switch ? chosen(end.cases, end.value) : 0;
    }
    void pass_arguments(const ir::Edge& edge) {
        std::vector<ir::Value> args;
        for (const Id arg : edge.args) args.push_back(read(arg));
        for (std::size_t i = 0; i < args.size(); ++i) define(function().blocks[edge.to].params[i], args[i]);
    }

    // ---- the tree
    After list(std::span<const ir::NodeId> ids) {
        const std::size_t known = defined_.size();
        After after = After::Next;
        for (std::size_t i = 0; i < ids.size() && after == After::Next; ++i) {
            after = node(function().tree.nodes[ids[i]]);
            if (!going()) after = After::Leave;
        }
        for (; defined_.size() > known; defined_.pop_back()) values_[defined_.back()].reset();
        return after;
    }
    After node(const ir::Node& node) {
        switch (node.kind) {
            case NodeKind::Block: return run(node.block), After::Next;
            case NodeKind::If: return list(node.bodies[read(node.value).lanes[0] != 0 ? 0 : 1]);
            case NodeKind::Switch: return list(node.bodies[chosen(node.cases, node.value)]);
            case NodeKind::Loop: return loop(node);
            case NodeKind::Break: return After::Break;
            case NodeKind::Continue: return After::Continue;
            case NodeKind::Return: return leave(node);
            case NodeKind::Unreachable: return After::Leave;
        }
        return After::Leave;
    }
    After leave(const ir::Node& node) {
        if (node.value != ir::kNone) (void)read(node.value);
        return After::Leave;
    }
    After loop(const ir::Node& node) {
        for (;;) {
            if (++steps_ > kSteps) fail(std::string(kTooManySteps));
            const After after = going() ? list(node.bodies[0]) : After::Leave;
            if (after == After::Break) return After::Next;
            if (after == After::Leave) return after;
        }
    }

    const ir::Module& module_;
    std::size_t reported_;
    std::uint64_t steps_ = 0;
    std::vector<std::optional<ir::Value>> values_; // by Id
    std::vector<Id> defined_;
    std::vector<std::vector<std::uint64_t>> files_;
    Walked walked_;
};

} // namespace

Walked walk_blocks(const ir::Module& module, std::uint32_t seed, std::size_t files) {
    return Walker(module, seed, files).blocks();
}
Walked walk_tree(const ir::Module& module, std::uint32_t seed, std::size_t files) {
    return Walker(module, seed, files).tree();
}

std::string structure_fault(const ir::Module& before, const pass::StructureBounds& bounds, std::uint32_t seed) {
    ir::Module after = before.clone();
    (void)pass::structure_within(after, bounds);
    if (const Status good = ir::verify(after); !good) return good.error().text;
    if (const Status done = pass::run_passes(after, "reg2mem"); !done) return done.error().text;
    const std::size_t files = before.files.size();
    const Walked wanted = walk_blocks(before, seed, files), tree = walk_tree(after, seed, files);
    if (!wanted.fault.empty()) return "before: " + wanted.fault;
    if (!tree.fault.empty()) return "the tree: " + tree.fault;
    if (tree.writes != wanted.writes) return "the tree writes something else";
    if (walk_blocks(after, seed, files).writes != wanted.writes) return "the blocks write something else";
    return {};
}

} // namespace relit::test
