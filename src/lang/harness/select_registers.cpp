#include "lang/harness/steps.hpp"
#include "lang/lower/instructions.hpp"

#include <array>

namespace relit::lang {
namespace {

using ir::Access;
using ir::Id;
using ir::Inst;

constexpr std::uint32_t kMostSelected = 16;

class Selection {
public:
    explicit Selection(ir::Builder& builder) : ir_(builder), module_(builder.module()) {}

    void run() {
        (void)rewrite_instructions(
            ir_, [&](Id id) { return is_selected(module_[id]); },
            [&](Id id) {
                const Inst inst = module_[id];
                return ir::info(inst.op).is_load() ? loaded(inst) : stored(id, inst);
            });
    }

private:
    [[nodiscard]] const ir::RegisterFile& file_of(const Inst& access) const {
        return module_.files[access.access()[Access::file]];
    }
    [[nodiscard]] bool is_selected(const Inst& inst) const {
        if (!ir::info(inst.op).has(ir::kIndexed)) return false;
        const ir::RegisterFile& file = file_of(inst);
        const ir::Type type = ir::accessed_type(module_, inst);
        const bool fits = ir::bits_of(type.kind) == ir::bits_of(file.kind) && type.lanes <= file.lanes;
        return fits && file.count <= kMostSelected && inst.access()[Access::lane] % file.lanes == 0;
    }

    /// A bool of each lane: the access is to that register.
    Id is_hit(const Inst& inst, std::uint32_t reg, unsigned lanes) {
        const std::uint32_t first = inst.access()[Access::lane] / file_of(inst).lanes;
        const Id hit = ir_.IEq({ir_.IAdd({inst.operands[0], ir_.i32(first)}), ir_.i32(reg)});
        return lanes == 1 ? hit : ir_.splat(hit, lanes);
    }
    Id load(const Inst& inst, std::uint32_t reg, ir::Type type) {
        return ir_.load(inst.access()[Access::file], reg * file_of(inst).lanes, type);
    }

    Id loaded(const Inst& inst) {
        Id value = ir_.constant(inst.type, 0);
        for (std::uint32_t reg = 0; reg < file_of(inst).count; ++reg) {
            const Id hit = is_hit(inst, reg, inst.type.lanes);
            value = ir_.Select({hit, load(inst, reg, inst.type), value});
        }
        return value;
    }
    /// The store itself becomes that to the last register.
    Id stored(Id id, const Inst& inst) {
        const ir::Type type = ir_.type_of(inst.operands[1]);
        const std::uint32_t last = file_of(inst).count - 1;
        for (std::uint32_t reg = 0; reg <= last; ++reg) {
            const Id hit = is_hit(inst, reg, type.lanes);
            const Id value = ir_.Select({hit, inst.operands[1], load(inst, reg, type)});
            Access access = inst.access();
            access.set(Access::lane, reg * file_of(inst).lanes);
            if (reg < last) {
                ir_.store(access[Access::file], access[Access::lane], value, access[Access::mask]);
                continue;
            }
            module_[id].op = ir::Op::StoreFile;
            module_[id].imm = access.raw[0];
            module_[id].operands = module_.copy(std::array{value});
        }
        return id;
    }

    ir::Builder& ir_;
    ir::Module& module_;
};

} // namespace

void select_registers(ir::Builder& builder) { Selection(builder).run(); }

} // namespace relit::lang
