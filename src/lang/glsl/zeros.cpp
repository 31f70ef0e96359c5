#include "lang/glsl/zeros.hpp"

#include "ir/tree_walk.hpp"

#include <utility>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Inst;
using ir::Node;
using ir::NodeKind;
using ir::Op;

using Lane = std::uint32_t; // of any file: they are counted through

/// What is written on all paths to one point. The state there is one of `log`, cut off, and some more.
struct Arrived {
    bool any = false;
    std::size_t start = 0; // of `log`, where what the ways share ends
    std::size_t kept = 0;  // of `log`
    std::vector<Lane> more;
};

// Walks once over the tree. Lanes that are written on the path from the entry stand in a log; who leaves a body takes back what
// was written there, so that the cost is in what is written and not in how many lanes there are.
class UnwrittenLanes {
public:
    explicit UnwrittenLanes(const ir::Module& module) : module_(module), called_(module.functions.size()) {
        Lane lanes = 0;
        for (const ir::RegisterFile& file : module.files) {
            seen_.emplace_back(file.count);
            first_.push_back(lanes);
            lanes += file.lane_count();
        }
        written_.resize(lanes);
    }

    std::vector<std::vector<bool>> run() {
        function(0);
        end();
        while (!calls_.empty()) {
            const ir::FunctionId next = calls_.back();
            calls_.pop_back();
            function(next);
        }
        return std::move(seen_);
    }

private:
    // What a called function writes does not count, for it may come back early; it is read once, as if nothing
    // had been written.
    void function(ir::FunctionId index) {
        unwind(0);
        is_reached_ = true;
        index_ = index;
        (void)ir::walk_tree(module_.functions[index].tree, module_.functions[index].tree.root, *this);
    }

    void see(std::uint32_t file, std::uint32_t lane) {
        if (lane < module_.files[file].lane_count()) seen_[file][lane / module_.files[file].lanes] = true;
    }

    void hand_on() {
        for (std::uint32_t file = 0; is_reached_ && file < first_.size(); ++file) {
            if (module_.files[file].role != ir::Role::Output) continue;
            for (std::uint32_t lane = 0; lane < module_.files[file].lane_count(); ++lane) {
                if (!written_[first_[file] + lane]) see(file, lane);
            }
        }
    }

    /// The program ends; a geometry shader has handed on what it made before.
    void end() {
        if (module_.stage != ir::Stage::Geometry) hand_on();
    }

    void load(const Inst& inst) {
        const std::uint32_t file = inst.access()[Access::file], lanes = module_.files[file].lane_count();
        const bool computed = ir::info(inst.op).has(ir::kIndexed);
        const std::uint32_t first = computed ? 0 : inst.access()[Access::lane];
        const std::uint32_t count = computed ? lanes : ir::lanes_taken(module_.files[file], inst.type);
        for (std::uint32_t lane = first; lane < first + count; ++lane) {
            if (lane >= lanes || !written_[first_[file] + lane]) see(file, lane);
        }
    }

    void store(const Inst& inst) {
        const std::uint32_t file = inst.access()[Access::file], mask = inst.access()[Access::mask];
        const ir::Type type = ir::accessed_type(module_, inst);
        const std::uint32_t each = ir::lanes_taken(module_.files[file], type.scalar());
        for (std::uint32_t i = 0; i < ir::kMaxLanes * each; ++i) {
            const std::uint32_t lane = inst.access()[Access::lane] + i;
            if ((mask >> (i / each) & 1) != 0 && lane < module_.files[file].lane_count()) write(first_[file] + lane);
        }
    }
    void write(Lane lane) {
        if (written_[lane]) return;
        written_[lane] = true;
        log_.push_back(lane);
    }

    void call(const Inst& inst) {
        if (called_[inst.imm]) return;
        called_[inst.imm] = true;
        calls_.push_back(inst.imm);
    }

    void block(const ir::Block& block) {
        for (const ir::Id id : block.insts) {
            const Inst& inst = module_[id];
            const ir::OpInfo& row = ir::info(inst.op);
            if (row.loads(ir::Memory::Registers)) load(inst);
            if (row.is_fixed_access() && row.is_store()) store(inst);
            if (row.is_call()) call(inst);
            if (inst.op == Op::EmitVertex) hand_on();
        }
    }

    // ---- ways that come together

    void arrive(Arrived& at) {
        if (!is_reached_) return;
        if (!at.any) at.kept = log_.size();
        if (at.any) std::erase_if(at.more, [&](Lane lane) { return !written_[lane]; });
        at.any = true;
    }
    void unwind(std::size_t to) {
        for (; log_.size() > to; log_.pop_back()) written_[log_.back()] = false;
    }
    /// A point that needs more of the log than will be left keeps that itself.
    void keep(Arrived& at, std::size_t left) const {
        if (at.kept <= left) return;
        at.more.insert(at.more.end(), log_.begin() + static_cast<std::ptrdiff_t>(left),
                       log_.begin() + static_cast<std::ptrdiff_t>(at.kept));
        at.kept = left;
    }
    void leave_body() {
        Arrived& choice = choices_.back();
        keep(choice, choice.start);
        if (!loops_.empty()) keep(loops_.back(), choice.start);
        unwind(choice.start);
    }
    bool go_on_from(const Arrived& at) {
        if (!loops_.empty()) keep(loops_.back(), at.kept);
        unwind(at.kept);
        for (const Lane lane : at.more) write(lane);
        return is_reached_ = at.any;
    }

    // ---- the visitor of walk_tree(); what comes after a leaf that leaves is never reached

    template <class Visitor>
    friend bool ir::walk_tree(const ir::Tree& tree, const std::pmr::vector<ir::NodeId>& root, Visitor& visitor);

    bool leaf(const Node& node, const Node* /*next*/) {
        if (node.kind == NodeKind::Block) return block(module_.functions[index_].blocks[node.block]), true;
        if (node.kind == NodeKind::Return && index_ == 0) end();
        if (node.kind == NodeKind::Break) arrive(loops_.back());
        return is_reached_ = false;
    }
    bool open(const Node& node) {
        Arrived after{.start = log_.size(), .kept = log_.size(), .more = {}};
        if (node.kind == NodeKind::If && node.bodies.size() < 2) arrive(after);
        (node.kind == NodeKind::Loop ? loops_ : choices_).push_back(std::move(after));
        return true;
    }
    void open_body(const Node& node, std::size_t body) {
        if (node.kind != NodeKind::Loop && body != 0) leave_body();
        is_reached_ = true;
    }
    void close_body(const Node& node, std::size_t /*body*/, bool /*is_reached*/) {
        if (node.kind != NodeKind::Loop) arrive(choices_.back());
    }
    // What earlier iterations of a loop wrote does not count.
    bool close(const Node& node) {
        auto& stack = node.kind == NodeKind::Loop ? loops_ : choices_;
        const Arrived at = std::move(stack.back());
        stack.pop_back();
        return go_on_from(at);
    }

    const ir::Module& module_;
    std::vector<bool> called_;
    std::vector<ir::FunctionId> calls_;    // to be read
    std::vector<Lane> first_;              // by file
    std::vector<bool> written_;            // by lane
    std::vector<Lane> log_;                // those that are written
    std::vector<Arrived> loops_, choices_; // those that are open: what all exits of them have written
    bool is_reached_ = true;
    ir::FunctionId index_ = 0;
    std::vector<std::vector<bool>> seen_;
};

} // namespace

std::vector<std::vector<bool>> seen_unwritten(const ir::Module& module) { return UnwrittenLanes(module).run(); }

} // namespace relit::lang::glsl
