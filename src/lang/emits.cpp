#include "lang/emits.hpp"

#include "lang/pipeline.hpp"

#include <algorithm>
#include <vector>

namespace relit::lang {
namespace {

using ir::Access;
using ir::Inst;
using LaneSet = std::vector<bool>; // of all files, one after another

class Emits {
public:
    explicit Emits(const ir::Module& module) : module_(module) {
        std::size_t lanes = 0;
        for (const ir::RegisterFile& file : module.files) {
            first_.push_back(lanes);
            lanes += file.lane_count();
        }
        written_.resize(lanes);
        needed_.resize(lanes);
    }

    bool run() {
        const bool all_are_stores = for_each_inst([&](ir::FunctionId function, const Inst& inst) {
            if (!is_of_output(inst)) return true;
            mark(inst, written_);
            return function == 0 && inst.op == ir::Op::StoreFile;
        });
        if (!all_are_stores) return false;
        find_needed();
        return for_each_inst([&](ir::FunctionId, const Inst& inst) {
            if (is_of_output(inst)) mark(inst, stored_);
            return inst.op != ir::Op::EmitVertex || takes_all();
        });
    }

private:
    /// Calls visit(function, instruction) until it returns false; returns whether it never did. Each block begins with nothing stored.
    bool for_each_inst(auto&& visit) {
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function)
            for (const ir::Block& block : module_.functions[function].blocks) {
                stored_.assign(written_.size(), false);
                const auto is_visited = [&](ir::Id id) { return visit(function, module_[id]); };
                if (!std::ranges::all_of(block.insts, is_visited)) return false;
            }
        return true;
    }
    [[nodiscard]] bool is_of_output(const Inst& inst) const {
        return ir::info(inst.op).touches(ir::Memory::Registers) &&
               module_.files[inst.access()[Access::file]].role == ir::Role::Output;
    }
    void mark(const Inst& store, LaneSet& lanes) const {
        if (store.op != ir::Op::StoreFile) return;
        const Access access = store.access();
        const ir::Type type = module_[store.operands[0]].type;
        const std::uint32_t each = ir::lanes_taken(module_.files[access[Access::file]], type.scalar());
        for (std::uint32_t i = 0; i < each * ir::kMaxLanes; ++i)
            if ((access[Access::mask] >> (i / each) & 1) != 0)
                lanes[first_[access[Access::file]] + access[Access::lane] + i] = true;
    }
    /// All lanes of the variables of registers of which some lane is stored.
    void find_needed() {
        for (const IoVariable& one : io_variables_of(module_, ir::Role::Output)) {
            const std::uint32_t lanes = module_.files[one.file].lanes;
            const std::size_t first = first_[one.file] + one.reg * lanes;
            const auto begin = written_.begin() + static_cast<std::ptrdiff_t>(first);
            const bool is_used = std::find(begin, begin + lanes, true) != begin + lanes;
            for (std::uint32_t i = 0; is_used && i < one.lanes; ++i) needed_[first + one.lane + i] = true;
        }
    }
    bool takes_all() {
        for (std::size_t lane = 0; lane < needed_.size(); ++lane)
            if (needed_[lane] && !stored_[lane]) return false;
        stored_.assign(written_.size(), false);
        return true;
    }

    const ir::Module& module_;
    std::vector<std::size_t> first_;    // lane, by file
    LaneSet written_, needed_, stored_; // anywhere; where a vertex is made; in the block, since the last vertex
};

} // namespace

bool stores_all_it_emits(const ir::Module& module) { return Emits(module).run(); }

} // namespace relit::lang
