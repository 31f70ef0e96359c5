#include "verify/rewrite/pipeline_io.hpp"

#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "lang/lower/vertex_inputs.hpp"
#include "verify/rewrite/emitted.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace relit::verify {
namespace {

using ir::Builtin;
using ir::Id;
using ir::Op;
using ir::Role;

constexpr std::uint32_t kSubgroup = 4; // of a harness

/// Returns true for what a harness gives by itself. Of instances and bases it has 0 only, which drivers make use of.
bool is_numbered(Builtin builtin) { return builtin == Builtin::VertexIndex; }

/// Of what another invocation of the patch stored.
bool is_load_of_another(const ir::Inst& inst) {
    return ir::info(inst.op).loads(ir::Memory::Registers) && ir::info(inst.op).has(ir::kAcross);
}

bool needs_pipeline(const ir::Inst& inst) {
    if (inst.op == Op::ReadBuiltin) return !is_numbered(static_cast<Builtin>(inst.imm));
    return inst.op == Op::EmitVertex || inst.op == Op::EndPrimitive || is_load_of_another(inst);
}

class PipelineIoLowering {
public:
    explicit PipelineIoLowering(ir::Module& module) : module_(module), ir_(module) {}

    void run() {
        lang::index_registers_of_vertices(module_); // while the stage has some
        if (module_.stage == ir::Stage::Geometry) emitted_.emplace(ir_);
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function)
            for (ir::BlockId block = 0; block < module_.functions[function].blocks.size(); ++block)
                rewrite(function, block);
        for (ir::RegisterFile& file : module_.files) file.is_patch = false;
        for (ir::RegisterFile& file : module_.files) file.io_slots.clear();
        module_.feedback.clear();
        if (module_.stage != ir::Stage::Fragment) module_.stage = ir::Stage::Vertex;
    }

private:
    void rewrite(ir::FunctionId function, ir::BlockId at) {
        std::pmr::vector<Id>& block = module_.functions[function].blocks[at].insts;
        if (std::ranges::none_of(block, [&](Id id) {
                return needs_pipeline(module_[id]) || (module_[id].op == Op::Barrier && is_control());
            }))
            return;
        const std::vector<Id> before(block.begin(), block.end());
        block.clear();
        const ir::Terminator end = std::exchange(module_.functions[function].blocks[at].end, {});
        ir_.move_to(function, at);
        ir_.mode({});
        for (const Id id : before) {
            ir_.origin_index(module_[id].origin);
            replace(id, module_.functions[function].blocks[at].insts);
        }
        module_.functions[function].blocks[at].end = end;
    }

    /// Appends what replaces the instruction.
    void replace(Id id, std::pmr::vector<Id>& block) {
        const ir::Inst inst = module_[id];
        if (is_load_of_another(inst)) ir_.become_load(id, inst.access(), inst.type);
        switch (inst.op) {
            case Op::EmitVertex: return emitted_->keep_vertex();
            case Op::EndPrimitive: return emitted_->end_primitive();
            case Op::ReadBuiltin: read(id, static_cast<Builtin>(inst.imm)); break;
            case Op::Barrier:
                if (is_control()) return;
                break;
            default: break;
        }
        block.push_back(id);
    }
    void become(Id id, Op op, const std::vector<Id>& operands) {
        module_[id].op = op;
        module_[id].imm = 0;
        module_[id].operands = module_.copy(operands);
    }

    void read(Id id, Builtin builtin) {
        if (is_numbered(builtin)) return;
        if (builtin == Builtin::SubgroupInvocation) {
            const Id item = ir_.add(Op::ReadBuiltin, ir::kI32, std::span<const Id>{},
                                    static_cast<std::uint32_t>(Builtin::VertexIndex));
            return become(id, Op::IAnd, {item, ir_.i32(kSubgroup - 1)});
        }
        const ir::Type type = module_[id].type;
        const std::uint32_t file = file_of(builtin, type);
        if (type.kind == ir::Kind::Bool) return become(id, Op::INe, {ir_.load(file, 0, ir::kI32), ir_.i32(0)});
        ir_.become_load(id, ir::Access{}.set(ir::Access::file, file), type);
    }
    /// The input that a builtin is read from.
    std::uint32_t file_of(Builtin builtin, ir::Type type) {
        const auto known = builtins_.find(builtin);
        if (known != builtins_.end()) return known->second;
        const ir::Kind kind = type.kind == ir::Kind::Bool ? ir::Kind::I32 : type.kind;
        const std::uint32_t file = ir_.file(ir::name_in(ir::kBuiltinNames, builtin), kind, type.lanes, 1, Role::Input);
        return builtins_[builtin] = file;
    }

    [[nodiscard]] bool is_control() const { return module_.stage == ir::Stage::TessControl; }

    ir::Module& module_;
    ir::Builder ir_;
    std::optional<EmittedVertices> emitted_; // of a geometry program
    std::map<Builtin, std::uint32_t> builtins_;
};

} // namespace

bool lower_pipeline_io(ir::Module& module) {
    const bool control = module.stage == ir::Stage::TessControl;
    const bool bound = control || std::ranges::any_of(module.insts, needs_pipeline);
    if (module.stage == ir::Stage::Compute || !bound) return false;
    PipelineIoLowering(module).run();
    return true;
}

} // namespace relit::verify
