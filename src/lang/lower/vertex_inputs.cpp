// Loads from the vertices of a primitive or patch: of a vertex that there is, and of a whole variable of the stage interface or of
// one of its lanes. So no shader copies the inputs of all vertices, of which a patch has up to 32.
#include "lang/lower/vertex_inputs.hpp"

#include "ir/analysis/bounds.hpp"
#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"
#include "lang/pipeline.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace relit::lang {
namespace {

using ir::Access;
using ir::Id;
using ir::Inst;
using ir::Type;

bool is_by_vertex(const Inst& inst) { return ir::info(inst.op).has(ir::kByVertex); }

class VertexInputs {
public:
    VertexInputs(ir::Module& module, const Target& target)
        : module_(module), target_(target), variables_(io_variables_of(module, ir::Role::Input)), ir_(module),
          outlines_(ir_) {}

    bool run() {
        (void)any_instruction(module_, [&](const Inst& inst) {
            if (is_by_vertex(inst)) outlines_.count(key_of(inst));
            return false;
        });
        if (!outlines_.has_counted()) return false;
        return rewrite_instructions(
            ir_, [&](Id id) { return is_by_vertex(module_[id]); }, [&](Id id) { return loaded(Inst(module_[id])); });
    }

private:
    [[nodiscard]] const ir::RegisterFile& file_of(const Inst& load) const {
        return module_.files[load.access()[Access::file]];
    }
    /// Returns true if the whole register is one variable.
    [[nodiscard]] bool is_variable(const Inst& load) const {
        const IoVariable* of = variable_of(load, load.access()[Access::lane]);
        return of != nullptr && of->lanes == file_of(load).lanes;
    }
    /// The variable that the lane of a vertex belongs to, or nullptr.
    [[nodiscard]] const IoVariable* variable_of(const Inst& load, std::uint32_t lane) const {
        const std::uint32_t file = load.access()[Access::file], lanes = file_of(load).lanes;
        const auto found = std::ranges::find_if(variables_, [&](const IoVariable& one) {
            return one.file == file && one.reg == lane / lanes && lane % lanes - one.lane < one.lanes;
        });
        return found == variables_.end() ? nullptr : &*found;
    }

    Id loaded(const Inst& load) {
        const std::uint32_t lane = load.access()[Access::lane], skipped = lane % file_of(load).lanes;
        std::vector<Id> lanes;
        if (is_variable(load)) {
            const Id whole = variable(load, lane - skipped, {file_of(load).kind, file_of(load).lanes});
            for (unsigned i = 0; i < load.type.lanes; ++i) lanes.push_back(ir_.lane(whole, skipped + i));
        } else {
            const Type one{file_of(load).kind, 1};
            for (unsigned i = 0; i < load.type.lanes; ++i)
                lanes.push_back(variable_of(load, lane + i) != nullptr ? variable(load, lane + i, one)
                                                                       : ir_.constant(one, 0));
        }
        const Id value =
            ir_.compose(lanes); // one of its own, also of one lane: the load becomes it, and `known_` stays
        return ir_.type_of(value) == load.type ? value : ir_.bitcast(load.type, value);
    }
    /// Lanes from `lane` on, once in a block.
    Id variable(const Inst& load, std::uint32_t lane, Type type) {
        const std::pair here{ir_.function_here(), ir_.here()};
        if (std::exchange(block_, here) != here) known_.clear();
        Access access = load.access();
        const Id vertex = load.operands[0];
        Id& known = known_[{access.set(Access::lane, lane).raw[0], vertex}];
        if (known == ir::kNone) known = of_any_vertex(load, access, vertex, type);
        return known;
    }
    /// Of how many vertices a patch has the draw decides, unless the program was translated for one: hosts may do anything with
    /// loads from others. A number that the program names is the guest's to answer for.
    [[nodiscard]] bool is_open(const Inst& load) const {
        return module_.stage != ir::Stage::Geometry &&
               ir::vertices_of(module_, file_of(load)) == ir::kMostPatchVertices;
    }
    [[nodiscard]] bool is_there(const Inst& load, Id vertex) const {
        const bool is_number = module_[vertex].op == ir::Op::Const;
        return (is_number || !is_open(load)) &&
               ir::upper_bound(module_, vertex) < ir::vertices_of(module_, file_of(load));
    }
    Id vertices_of(const Inst& load) {
        if (!is_open(load)) return ir_.i32(ir::vertices_of(module_, file_of(load)));
        return ir_.add(ir::Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::PatchVertices));
    }
    Id of_any_vertex(const Inst& load, Access access, Id vertex, Type type) {
        const std::uint32_t file = access[Access::file], lane = access[Access::lane];
        if (is_there(load, vertex)) return ir_.load_vertex(file, lane, vertex, type);
        const auto write = [&](Id which) {
            const Id inside = ir_.ULt(which, vertices_of(load));
            const Id value = ir_.load_vertex(file, lane, ir_.Select({inside, which, ir_.i32(0)}), type);
            const Id everywhere = type.lanes == 1 ? inside : ir_.splat(inside, type.lanes);
            return ir_.Select({everywhere, value, ir_.constant(type, 0)});
        };
        const OutlineKey key = key_of(load, access, type);
        if (target_.dialect == Dialect::SpirV && outlines_.uses(key_of(load)) < 2) return write(vertex);
        return *outlines_.call(key, type, std::array{vertex},
                               [&](std::span<const Id> params) { return std::optional(write(params[0])); });
    }
    [[nodiscard]] OutlineKey key_of(const Inst& load) const {
        Access access = load.access();
        const std::uint32_t lanes = file_of(load).lanes;
        if (is_variable(load)) access.set(Access::lane, access[Access::lane] / lanes * lanes);
        return key_of(load, access, ir::kVoid);
    }
    [[nodiscard]] static OutlineKey key_of(const Inst& load, Access access, Type type) {
        return {load.op, type, ir::kI32, ir::kI32, {}, false, access.raw[0] + 1};
    }

    ir::Module& module_;
    const Target& target_;
    std::vector<IoVariable> variables_;
    ir::Builder ir_;
    Outlines outlines_;
    std::pair<ir::FunctionId, ir::BlockId> block_{};
    std::map<std::pair<std::uint32_t, Id>, Id> known_; // of the block: by access and vertex
};

} // namespace

void index_registers_of_vertices(ir::Module& module) {
    ir::Builder ir(module);
    (void)rewrite_instructions(
        ir, [&](Id id) { return is_by_vertex(module[id]); },
        [&](Id id) {
            const Inst load = module[id];
            const std::uint32_t file = load.access()[Access::file],
                                vertices = ir::vertices_of(module, module.files[file]);
            const Id vertex = ir.UMin(load.operands[0], ir.i32(vertices)); // those beyond are not to wrap
            const Id first = ir.IMul(vertex, ir.i32(ir::registers_of_a_vertex(module, module.files[file])));
            return ir.load_at(file, load.access()[Access::lane], first, load.type);
        });
}

bool lower_vertex_inputs(ir::Module& module, const Target& target) {
    if (module.stage == ir::Stage::Compute || !any_instruction(module, is_by_vertex)) return false;
    if (target.interface == Interface::Native) return VertexInputs(module, target).run();
    index_registers_of_vertices(module);
    return true;
}

} // namespace relit::lang
