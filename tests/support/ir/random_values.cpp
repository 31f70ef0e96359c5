#include "tests/support/ir/random_values.hpp"

#include "ir/analysis/cfg.hpp"
#include "ir/builder.hpp"
#include "tests/support/ir/random_module.hpp"

#include <array>
#include <utility>
#include <vector>

namespace relit::test {
namespace {

using ir::BlockId;
using ir::Id;

constexpr std::array kTypes = {ir::kI32, ir::kF32.with_lanes(3), ir::kBool};
using ValuesOfType = std::array<std::vector<Id>, kTypes.size()>;

class ValueWriter {
public:
    ValueWriter(ir::Module& module, std::uint64_t seed)
        : module_(module), ir_(module), dice_(seed), cfg_(module.functions[0]), values_(cfg_.block_count()) {
        out_ = ir_.file("out", ir::Kind::I32, 1, 2, ir::Role::Output);
    }

    void write() {
        for (const BlockId block : cfg_.order()) add_params(block);
        for (const BlockId block : cfg_.order()) fill(block);
        for (const BlockId block : cfg_.order()) pass_arguments(block);
        for (BlockId id = 0; id < cfg_.block_count(); ++id) {
            if (!cfg_.is_reachable(id)) block(id).end = {ir::TerminatorKind::Unreachable, ir::kNone, {}, {}, 0};
        }
    }

private:
    [[nodiscard]] ir::Block& block(BlockId id) { return module_.functions[0].blocks[id]; }

    void add_params(BlockId id) {
        if (id == 0 || dice_.one_in(2)) return;
        for (std::uint32_t count = 1 + dice_.below(3); count-- > 0;) {
            const std::uint32_t type = dice_.below(kTypes.size());
            values_[id][type].push_back(ir_.block_param(id, kTypes[type]));
        }
    }

    // New operations stand before the old ones, whose registers they do not touch.
    void fill(BlockId id) {
        std::pmr::vector<Id> old(module_.arena());
        old.swap(block(id).insts);
        ir_.move_to(0, id);
        for (std::uint32_t type = 0; type < kTypes.size(); ++type) {
            if (id == 0)
                values_[id][type].push_back(ir_.constant(kTypes[type], 1));
            else if (dice_.one_in(2))
                values_[id][type].push_back(compute(id, type));
        }
        if (dice_.one_in(2)) ir_.store(out_, 0, any(id, 0));
        if (dice_.one_in(3)) ir_.store(out_, 1, ir_.bitcast(ir::kI32, ir_.lane(any(id, 1), 1)));
        auto& insts = block(id).insts;
        insts.insert(insts.end(), old.begin(), old.end());
    }
    // Operands are chosen one by one: C++ leaves open in which order arguments are computed.
    Id compute(BlockId id, std::uint32_t type) {
        const Id a = any(id, type), b = any(id, type), flag = any(id, 2), number = any(id, 0);
        if (dice_.one_in(6)) return ir_.constant(kTypes[type], dice_.below(2));
        if (type == 0) return dice_.one_in(2) ? ir_.IAdd(a, ir_.i32(dice_.below(9))) : ir_.Select(flag, a, b);
        if (type == 1) return ir_.FAdd(a, ir_.splat(ir_.convert(ir::Op::SToF, ir::Kind::F32, number), 3));
        return dice_.one_in(2) ? ir_.BXor(a, b) : ir_.ULt(number, ir_.i32(dice_.below(64)));
    }

    // Of the block itself, or of one of those above it in the dominator tree; the entry has one of each type.
    Id any(BlockId id, std::uint32_t type) {
        for (;; id = cfg_.immediate_dominator(id)) {
            const auto& values = values_[id][type];
            if (!values.empty() && (id == 0 || dice_.one_in(2))) {
                return values[dice_.below(static_cast<std::uint32_t>(values.size()))];
            }
        }
    }

    void pass_arguments(BlockId id) {
        for (ir::Edge& edge : block(id).end.edges) {
            std::vector<Id> args;
            for (const Id param : block(edge.to).params) args.push_back(any(id, type_index(module_[param].type)));
            edge.args = module_.copy(args);
        }
    }
    static std::uint32_t type_index(ir::Type type) { return type == kTypes[0] ? 0U : type == kTypes[1] ? 1U : 2U; }

    ir::Module& module_;
    ir::Builder ir_;
    Dice dice_;
    ir::Cfg cfg_;
    std::uint32_t out_ = 0;
    std::vector<ValuesOfType> values_; // by block: what its end knows and it defined itself
};

} // namespace

void add_values(ir::Module& module, std::uint64_t seed) { ValueWriter(module, seed).write(); }

} // namespace relit::test
