// Look-ups in constant tables: in text entries of an array that are there, in SPIR-V trees of choices, for drivers make poor code of
// constant arrays. Each is a function.
#include "ir/analysis/bounds.hpp"
#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"

#include <optional>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Op;

class Tables {
public:
    Tables(ir::Module& module, const Target& target)
        : module_(module), has_arrays_(target.dialect != Dialect::SpirV), ir_(module), outlines_(ir_) {}

    bool run() {
        const auto changes = [&](Id id) { return module_[id].op == Op::LoadTable && !is_entry(module_[id]); };
        return rewrite_instructions(ir_, changes, [&](Id id) {
            const Inst inst = module_[id];
            const OutlineKey key{inst.op, ir::kI32, ir::kI32, ir::kI32, {}, false, inst.imm + 1};
            return *outlines_.call(key, ir::kI32, inst.operands, [&](std::span<const Id> params) {
                return std::optional(looked_up(inst.imm, params[0]));
            });
        });
    }

private:
    /// Returns true if the host's language has it.
    [[nodiscard]] bool is_entry(const Inst& inst) const {
        return has_arrays_ && ir::upper_bound(module_, inst.operands[0]) < module_.tables[inst.imm].size();
    }
    Id looked_up(std::uint32_t number, Id entry) {
        const std::span<const std::uint32_t> table = module_.tables[number];
        if (table.empty()) return ir_.i32(0);
        const auto size = static_cast<std::uint32_t>(table.size());
        const Id inside = ir_.ULt(entry, ir_.i32(size));
        const Id value = has_arrays_ ? ir_.lookup(number, ir_.UMin(entry, ir_.i32(size - 1))) : chosen(table, entry);
        return ir_.Select({inside, value, ir_.i32(0)});
    }
    Id chosen(std::span<const std::uint32_t> table, Id entry) {
        std::vector<Id> is_set;
        for (unsigned bit = 0; (table.size() - 1) >> bit != 0; ++bit) {
            const Id part = ir_.IAnd(entry, ir_.i32(1U << bit));
            is_set.push_back(ir_.INe(part, ir_.i32(0)));
        }
        return chosen_by(table, is_set, 0);
    }
    /// The entry of which the lower bits say how many it is after `first`.
    Id chosen_by(std::span<const std::uint32_t> table, std::span<const Id> is_set, std::size_t first) {
        if (first >= table.size()) return ir_.i32(0);
        if (is_set.empty()) return ir_.i32(table[first]);
        const std::span<const Id> lower = is_set.first(is_set.size() - 1);
        const Id low = chosen_by(table, lower, first);
        const Id high = chosen_by(table, lower, first + (std::size_t{1} << lower.size()));
        const bool same = ir::known_lane(module_, low) && ir::known_lane(module_, low) == ir::known_lane(module_, high);
        return same ? low : ir_.Select({is_set.back(), high, low});
    }

    ir::Module& module_;
    bool has_arrays_;
    ir::Builder ir_;
    Outlines outlines_;
};

} // namespace

bool lower_tables(ir::Module& module, const Target& target) {
    return !module.tables.empty() && Tables(module, target).run();
}

} // namespace relit::lang
