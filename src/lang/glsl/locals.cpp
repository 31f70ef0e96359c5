#include "lang/glsl/locals.hpp"

#include "ir/tree_walk.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Inst;
using ir::Node;

constexpr ir::FunctionId kNoFunction = ~0U, kSeveral = ~0U - 1;

/// A register's accesses. Points count through the bodies and blocks of a function in the order of its text.
struct Uses {
    ir::FunctionId function = kNoFunction; // that names it; kSeveral
    std::uint32_t first = 0;               // point of the first access
    std::uint32_t depth = 0;               // of the innermost body that has all accesses; 0: the root
    bool begins_with_store = false;        // of all lanes
};

/// Returns true if the instruction stores all lanes of one register, and nothing else.
bool is_whole_store(const ir::Module& module, const Inst& inst) {
    if (!ir::info(inst.op).is_store()) return false;
    const ir::RegisterFile& file = module.files[inst.access()[Access::file]];
    const ir::Type type = ir::accessed_type(module, inst);
    return ir::lanes_taken(file, type.scalar()) == 1 && inst.access()[Access::lane] % file.lanes == 0 &&
           inst.access()[Access::mask] == (1U << file.lanes) - 1;
}

/// Calls visit(register, inst) for each register that the block's instructions may name, inputs and outputs left out.
void for_each_access(const ir::Module& module, const ir::Block& block, auto&& visit) {
    for (const ir::Id id : block.insts) {
        const Inst& inst = module[id];
        if (!ir::info(inst.op).accesses(ir::Memory::Registers)) continue;
        const RegisterRange range = registers_named_by(module, inst);
        if (module.files[range.file].role != ir::Role::Register) continue;
        for (std::uint32_t reg = range.first; reg < range.end; ++reg) visit(Register{range.file, reg}, inst);
    }
}

/// The position of a walk over the text of a function.
struct Path {
    std::uint32_t point = 0;
    std::vector<std::uint32_t> opened{0};    // by depth: the point at which the body was opened
    std::vector<const Node*> nodes{nullptr}; // by depth: the node of that body that has the point

    [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(opened.size() - 1); }
    /// Of the innermost of the bodies that has an earlier point, too.
    [[nodiscard]] std::uint32_t depth_shared_with(std::uint32_t earlier) const {
        return static_cast<std::uint32_t>(std::ranges::upper_bound(opened, earlier) - opened.begin() - 1);
    }
};

/// Calls visit(register, inst, path) for each access of a function, in the order of its text.
template <class Visit>
class AccessWalk {
public:
    AccessWalk(const ir::Module& module, const ir::Function& function, Visit visit)
        : module_(module), function_(function), visit_(std::move(visit)) {}
    void run() { (void)ir::walk_tree(function_.tree, function_.tree.root, *this); }

    bool leaf(const Node& node, const Node* /*next*/) {
        open(node);
        if (node.kind != ir::NodeKind::Block) return true;
        for_each_access(module_, function_.blocks[node.block],
                        [&](const Register& reg, const Inst& inst) { visit_(reg, inst, path_); });
        return true;
    }
    bool open(const Node& node) {
        path_.nodes.back() = &node;
        ++path_.point;
        return true;
    }
    void open_body(const Node& /*node*/, std::size_t /*body*/) {
        path_.opened.push_back(++path_.point);
        path_.nodes.push_back(nullptr);
    }
    void close_body(const Node& /*node*/, std::size_t /*body*/, bool /*is_reached*/) {
        path_.opened.pop_back();
        path_.nodes.pop_back();
    }
    static bool close(const Node& /*node*/) { return true; }

private:
    const ir::Module& module_;
    const ir::Function& function_;
    Visit visit_;
    Path path_;
};

class LocalsFinder {
public:
    LocalsFinder(const ir::Module& module, const std::vector<bool>& stay_outside)
        : module_(module), stay_outside_(stay_outside) {
        for (const ir::RegisterFile& file : module.files) {
            uses_.emplace_back(file.count);
            has_rest_.emplace_back(file.count);
            locals_.is_local.emplace_back(file.count);
            locals_.begins_with_store.emplace_back(file.count);
            locals_.rest.emplace_back(file.count);
        }
    }

    Locals run() {
        for_each_function([&](ir::FunctionId index, const Register& reg, const Inst& inst, const Path& path) {
            note(index, reg, inst, path);
        });
        for_each_function([&](ir::FunctionId index, const Register& reg, const Inst& /*inst*/, const Path& path) {
            declare(index, reg, path);
        });
        return std::move(locals_);
    }

private:
    void for_each_function(auto visit) const {
        for (ir::FunctionId index = 0; index < module_.functions.size(); ++index)
            AccessWalk(module_, module_.functions[index], [&](const Register& reg, const Inst& inst, const Path& path) {
                visit(index, reg, inst, path);
            }).run();
    }

    void note(ir::FunctionId index, const Register& reg, const Inst& inst, const Path& path) {
        Uses& uses = uses_[reg.file][reg.number];
        if (uses.function == kNoFunction)
            uses = {index, path.point, path.depth(), is_whole_store(module_, inst)};
        else if (uses.function != index)
            uses.function = kSeveral;
        uses.depth = std::min(uses.depth, path.depth_shared_with(uses.first));
        if (ir::info(inst.op).has(ir::kIndexed)) uses.function = kSeveral; // an array
    }

    void declare(ir::FunctionId index, const Register& reg, const Path& path) {
        const Uses& uses = uses_[reg.file][reg.number];
        std::vector<bool>::reference is_local = locals_.is_local[reg.file][reg.number];
        if (stay_outside_[reg.file] || uses.function != index) return;
        const Node* const node = path.nodes[uses.depth];
        if (is_local) return note_rest(reg, node);
        is_local = true;
        const bool begins = uses.begins_with_store && uses.depth == path.depth();
        locals_.begins_with_store[reg.file][reg.number] = begins;
        if (!begins) locals_.before[node].push_back(reg);
    }

    void note_rest(const Register& reg, const Node* node) {
        const Node*& rest = locals_.rest[reg.file][reg.number];
        std::vector<bool>::reference is_known = has_rest_[reg.file][reg.number];
        if (!is_known)
            rest = node;
        else if (rest != node)
            rest = nullptr;
        is_known = true;
    }

    const ir::Module& module_;
    const std::vector<bool>& stay_outside_;   // by file
    std::vector<std::vector<Uses>> uses_;     // by file and register
    std::vector<std::vector<bool>> has_rest_; // ... whether Locals::rest is known
    Locals locals_;
};

} // namespace

RegisterRange registers_named_by(const ir::Module& module, const Inst& access) {
    const ir::OpInfo& row = ir::info(access.op);
    const std::uint32_t index = access.access()[Access::file], first = access.access()[Access::lane];
    const ir::RegisterFile& file = module.files[index];
    if (row.has(ir::kIndexed)) return {index, 0, file.count};
    const ir::Type type = ir::accessed_type(module, access);
    const unsigned lanes =
        row.is_store() ? static_cast<unsigned>(std::bit_width(access.access()[Access::mask])) : type.lanes;
    const std::uint32_t end = first + ir::lanes_taken(file, type.with_lanes(lanes)); // lanes, like `first`
    return {index, first / file.lanes, std::min((end + file.lanes - 1) / file.lanes, file.count)};
}

Locals locals_of(const ir::Module& module, const std::vector<bool>& stay_outside) {
    return LocalsFinder(module, stay_outside).run();
}

} // namespace relit::lang::glsl
