#include "lang/glsl/zeros.hpp"

#include <bit>
#include <utility>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Inst;
using ir::NodeKind;
using ir::Op;

using Written = std::vector<std::vector<bool>>; // by file and lane

class UnwrittenLanes {
public:
    explicit UnwrittenLanes(const ir::Module& module) : module_(module), called_(module.functions.size()) {
        for (const ir::RegisterFile& file : module.files) {
            seen_.emplace_back(file.count);
            nothing_.emplace_back(file.lane_count());
            everything_.emplace_back(file.lane_count(), true);
        }
    }

    std::vector<std::vector<bool>> run() {
        Written written = nothing_;
        sequence(module_.functions[0], module_.functions[0].tree.root, written, true);
        hand_on(written);
        return std::move(seen_);
    }

private:
    using Sequence = std::pmr::vector<ir::NodeId>;

    void see(std::uint32_t file, std::uint32_t lane) {
        if (lane < module_.files[file].lane_count()) seen_[file][lane / module_.files[file].lanes] = true;
    }

    void hand_on(const Written& written) {
        for (std::uint32_t file = 0; file < written.size(); ++file) {
            if (module_.files[file].role != ir::Role::Output) continue;
            for (std::uint32_t lane = 0; lane < written[file].size(); ++lane) {
                if (!written[file][lane]) see(file, lane);
            }
        }
    }

    void load(const Inst& inst, const Written& written) {
        const std::uint32_t file = inst.access()[Access::file];
        const bool computed = inst.op == Op::LoadFileAt;
        const std::uint32_t first = computed ? 0 : inst.access()[Access::lane];
        const std::uint32_t count =
            computed ? module_.files[file].lane_count() : ir::lanes_taken(module_.files[file], inst.type);
        for (std::uint32_t lane = first; lane < first + count; ++lane) {
            if (lane >= written[file].size() || !written[file][lane]) see(file, lane);
        }
    }

    void store(const Inst& inst, Written& written) const {
        const std::uint32_t file = inst.access()[Access::file], mask = inst.access()[Access::mask];
        const ir::Type type = module_[inst.operands[0]].type;
        const std::uint32_t each = ir::lanes_taken(module_.files[file], type.scalar());
        for (std::uint32_t i = 0; i < ir::kMaxLanes * each; ++i) {
            const std::uint32_t lane = inst.access()[Access::lane] + i;
            if ((mask >> (i / each) & 1) != 0 && lane < written[file].size()) written[file][lane] = true;
        }
    }

    // What a called function writes does not count, for it may come back early; it is read once, as if nothing
    // had been written.
    void call(const Inst& inst) {
        if (called_[inst.imm]) return;
        called_[inst.imm] = true;
        const ir::Function& function = module_.functions[inst.imm];
        Written written = nothing_;
        sequence(function, function.tree.root, written, false);
    }

    void block(const ir::Block& block, Written& written) {
        for (const ir::Id id : block.insts) {
            const Inst& inst = module_[id];
            if (inst.op == Op::LoadFile || inst.op == Op::LoadFileAt || inst.op == Op::LoadFileOf) load(inst, written);
            if (inst.op == Op::StoreFile) store(inst, written);
            if (inst.op == Op::Call) call(inst);
            if (inst.op == Op::EmitVertex) hand_on(written);
        }
    }

    /// Of what is written on either way; a way that does not come here knows of everything.
    static void keep_common(Written& written, const Written& other) {
        for (std::size_t file = 0; file < written.size(); ++file)
            for (std::size_t lane = 0; lane < written[file].size(); ++lane)
                if (!other[file][lane]) written[file][lane] = false;
    }

    // `written` becomes what is written after the nodes.
    void sequence(const ir::Function& function, const Sequence& nodes, Written& written, bool outermost) {
        for (const ir::NodeId id : nodes) {
            const ir::Node& node = function.tree.nodes[id];
            switch (node.kind) {
                case NodeKind::Block: block(function.blocks[node.block], written); break;
                case NodeKind::If:
                case NodeKind::Switch: choice(function, node, written, outermost); break;
                case NodeKind::Loop: loop(function, node, written, outermost); break;
                case NodeKind::Return:
                    if (outermost) hand_on(written);
                    written = everything_;
                    break;
                case NodeKind::Break:
                    keep_common(at_break_.back(), written);
                    written = everything_;
                    break;
                case NodeKind::Continue:
                case NodeKind::Unreachable: written = everything_; break;
            }
        }
    }
    void choice(const ir::Function& function, const ir::Node& node, Written& written, bool outermost) {
        const bool may_pass_by = node.kind == NodeKind::If && node.bodies.size() < 2;
        Written after = may_pass_by ? written : everything_;
        for (const auto& body : node.bodies) {
            Written inside = written;
            sequence(function, body, inside, outermost);
            keep_common(after, inside);
        }
        written = std::move(after);
    }
    // What earlier rounds wrote does not count.
    void loop(const ir::Function& function, const ir::Node& node, Written& written, bool outermost) {
        at_break_.push_back(everything_);
        for (const auto& body : node.bodies) sequence(function, body, written, outermost);
        written = std::move(at_break_.back());
        at_break_.pop_back();
    }

    const ir::Module& module_;
    std::vector<bool> called_;
    Written nothing_, everything_;
    std::vector<Written> at_break_; // by open loop: what all ways out of it have written
    std::vector<std::vector<bool>> seen_;
};

} // namespace

std::vector<std::vector<bool>> seen_unwritten(const ir::Module& module) { return UnwrittenLanes(module).run(); }

} // namespace relit::lang::glsl
