// Registers start as zero, and hosts' variables do not: what may be loaded, or handed on as an output, before anything is stored is
// stored first. Files that are accessed at a computed index stay as they are: arrays of hosts are declared as zeros.
#include "ir/analysis/cfg.hpp"
#include "ir/builder.hpp"
#include "lang/lower/lower.hpp"
#include "lang/pipeline.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace relit::lang {
namespace {

using ir::Access;
using ir::BlockId;
using ir::Inst;

using LaneMask = std::uint32_t; // of a register

class ZeroStart {
public:
    ZeroStart(ir::Module& module, const Target& target)
        : module_(module), target_(target), is_left_out_(module.files.size()), numbers_(module.files.size()) {}

    bool run() {
        for (std::size_t file = 0; file < module_.files.size(); ++file) is_left_out_[file] = starts_elsewhere(file);
        for_each_access([&](const Inst& inst) {
            if (ir::info(inst.op).has(ir::kIndexed)) is_left_out_[inst.access()[Access::file]] = true;
        });
        for_each_access([&](const Inst& inst) {
            for_each_register(inst, [&](std::uint32_t file, std::uint32_t reg, LaneMask) { add(file, reg); });
        });
        if (registers_.empty()) return false;
        for (const IoVariable& one : io_variables_of(module_, ir::Role::Output))
            if (const std::uint32_t number = number_of(one.file, one.reg); number != 0)
                registers_[number - 1].handed_on |= ((1U << one.lanes) - 1) << one.lane;
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function) look_at(function);
        return store_zeros();
    }

private:
    /// Beyond it, more is stored than need be.
    static constexpr std::size_t kMostSteps = std::size_t{1} << 26;

    /// Says which lanes of a register a block wants and stores.
    struct InBlock {
        BlockId block = ir::kNoBlock;
        LaneMask wanted = 0; // before it stores them
        LaneMask stored = 0;
    };
    struct Register {
        std::uint32_t file = 0, number = 0;
        LaneMask handed_on = 0;        // lanes that the pipeline takes
        LaneMask starts = 0;           // lanes that must start as zero
        std::vector<InBlock> blocks{}; // of one function
    };

    /// Inputs are given; so are the outputs in a harness. What vertices of a patch are made of is seen by other invocations.
    [[nodiscard]] bool starts_elsewhere(std::size_t file) const {
        const bool are_kept = target_.interface == Interface::Harness || module_.stage == ir::Stage::TessControl;
        const ir::Role role = module_.files[file].role;
        return role == ir::Role::Input || (role == ir::Role::Output && are_kept);
    }

    void for_each_access(auto&& visit) const {
        for (const ir::Function& function : module_.functions)
            for (const ir::Block& block : function.blocks)
                for (const ir::Id id : block.insts)
                    if (ir::info(module_[id].op).accesses(ir::Memory::Registers)) visit(module_[id]);
    }
    /// Calls visit(file, number, lanes) for each register of an access.
    void for_each_register(const Inst& inst, auto&& visit) const {
        const Access access = inst.access();
        const std::uint32_t index = access[Access::file];
        if (is_left_out_[index]) return;
        const ir::RegisterFile& file = module_.files[index];
        const ir::Type type = ir::accessed_type(module_, inst);
        const std::uint32_t each = ir::lanes_taken(file, type.scalar());
        const LaneMask all = (1U << type.lanes) - 1;
        const LaneMask mask = ir::info(inst.op).is_store() ? access[Access::mask] & all : all;
        for (std::uint32_t i = 0; i < each * type.lanes;) {
            const std::uint32_t reg = (access[Access::lane] + i) / file.lanes;
            LaneMask lanes = 0;
            for (; i < each * type.lanes && (access[Access::lane] + i) / file.lanes == reg; ++i)
                if ((mask >> (i / each) & 1) != 0) lanes |= 1U << (access[Access::lane] + i) % file.lanes;
            if (lanes != 0 && reg < file.count) visit(index, reg, lanes);
        }
    }
    /// 1 + index in registers_; 0: nothing accesses it.
    [[nodiscard]] std::uint32_t number_of(std::uint32_t file, std::uint32_t reg) const {
        return reg < numbers_[file].size() ? numbers_[file][reg] : 0;
    }
    void add(std::uint32_t file, std::uint32_t reg) {
        std::vector<std::uint32_t>& numbers = numbers_[file];
        if (reg >= numbers.size()) numbers.resize(reg + 1);
        if (numbers[reg] != 0) return;
        if (module_.files[file].role == ir::Role::Output) outputs_.push_back(registers_.size());
        registers_.push_back({file, reg});
        numbers[reg] = static_cast<std::uint32_t>(registers_.size());
    }

    // ---- what blocks want

    void look_at(ir::FunctionId function) {
        const auto& blocks = module_.functions[function].blocks;
        is_costly_ = blocks.size() > kMostSteps / (outputs_.size() + 1);
        for (const std::size_t output : outputs_)
            if (is_costly_) registers_[output].starts = registers_[output].handed_on;
        for (BlockId block = 0; block < blocks.size(); ++block) {
            for (const ir::Id id : blocks[block].insts) look_at(module_[id], block);
            const bool ends = function == 0 && blocks[block].end.kind == ir::TerminatorKind::Return;
            if (ends && module_.stage != ir::Stage::Geometry) hand_on(block);
        }
        const auto is_wanted = [&](std::size_t number) { return has_wanted(registers_[number]); };
        if (std::ranges::any_of(touched_, is_wanted)) find_starts(module_.functions[function]);
        for (const std::size_t number : touched_) registers_[number].blocks.clear();
        touched_.clear();
    }
    [[nodiscard]] static bool has_wanted(const Register& of) {
        return std::ranges::any_of(of.blocks, [](const InBlock& one) { return one.wanted != 0; });
    }
    void look_at(const Inst& inst, BlockId block) {
        if (inst.op == ir::Op::EmitVertex) return hand_on(block);
        const ir::OpInfo& row = ir::info(inst.op);
        if (!row.accesses(ir::Memory::Registers)) return;
        for_each_register(inst, [&](std::uint32_t file, std::uint32_t reg, LaneMask lanes) {
            InBlock& here = in_block(number_of(file, reg) - 1, block);
            (row.is_store() ? here.stored : here.wanted) |= row.is_store() ? lanes : lanes & ~here.stored;
        });
    }
    /// The pipeline takes the outputs.
    void hand_on(BlockId block) {
        if (is_costly_) return;
        for (const std::size_t output : outputs_) {
            InBlock& here = in_block(output, block);
            here.wanted |= registers_[output].handed_on & ~here.stored;
        }
    }
    [[nodiscard]] InBlock& in_block(std::size_t number, BlockId block) {
        Register& of = registers_[number];
        if (of.blocks.empty()) touched_.push_back(number);
        if (of.blocks.empty() || of.blocks.back().block != block) of.blocks.push_back({.block = block});
        return of.blocks.back();
    }
    [[nodiscard]] LaneMask all_lanes(const Register& of) const { return (1U << module_.files[of.file].lanes) - 1; }

    // ---- paths from the entry

    /// A called function is looked at as if nothing had been stored before.
    void find_starts(const ir::Function& function) {
        const ir::Cfg cfg(function);
        wanted_.assign(function.blocks.size(), 0);
        stored_.assign(function.blocks.size(), 0);
        for (const std::size_t number : touched_)
            if (has_wanted(registers_[number])) find_starts(registers_[number], cfg);
    }
    /// Follows paths from the blocks that want lanes back to where these are stored.
    void find_starts(Register& of, const ir::Cfg& cfg) {
        for (const InBlock& one : of.blocks) stored_[one.block] = one.stored;
        std::size_t steps_left = kMostSteps / registers_.size();
        for (const InBlock& one : of.blocks) want_before(of, cfg, one.block, one.wanted);
        for (; !open_.empty() && steps_left != 0; --steps_left) {
            const auto [block, lanes] = open_.back();
            open_.pop_back();
            want_before(of, cfg, block, lanes & ~stored_[block]);
        }
        if (steps_left == 0) of.starts = all_lanes(of);
        open_.clear();
        for (const InBlock& one : of.blocks) stored_[one.block] = 0;
        for (const BlockId block : visited_) wanted_[block] = 0;
        visited_.clear();
    }
    /// Lanes that are wanted where a block begins.
    void want_before(Register& of, const ir::Cfg& cfg, BlockId block, LaneMask lanes) {
        lanes &= ~wanted_[block];
        if (lanes == 0) return;
        wanted_[block] |= lanes;
        visited_.push_back(block);
        if (block == 0) of.starts |= lanes;
        for (const BlockId before : cfg.predecessors(block)) open_.emplace_back(before, lanes);
    }

    /// Puts zeros before all else, in all lanes of a register, as it may be declared there.
    bool store_zeros() {
        auto& insts = module_.functions[0].blocks[0].insts;
        const auto old = static_cast<std::ptrdiff_t>(insts.size());
        ir::Builder ir(module_);
        ir.move_to(0, 0);
        std::ranges::sort(registers_, {}, [](const Register& of) { return std::pair(of.file, of.number); });
        for (const Register& of : registers_) {
            if (of.starts == 0) continue;
            const ir::RegisterFile& file = module_.files[of.file];
            const ir::Type type{file.kind, file.lanes};
            ir.store(of.file, of.number * file.lanes, ir.constant(type, std::uint64_t{0}));
        }
        const bool any = std::cmp_not_equal(insts.size(), old);
        std::rotate(insts.begin(), insts.begin() + old, insts.end());
        return any;
    }

    ir::Module& module_;
    const Target& target_;
    std::vector<bool> is_left_out_;                   // by file
    std::vector<std::vector<std::uint32_t>> numbers_; // by file and register: as number_of() says
    std::vector<Register> registers_;                 // that are accessed
    std::vector<std::size_t> outputs_, touched_;      // in registers_: all of them; those that the function accesses
    bool is_costly_ = false;                          // to ask of each end which outputs it wants
    // Of the register that is followed.
    std::vector<LaneMask> wanted_, stored_; // by block: where it begins, and in it
    std::vector<BlockId> visited_;
    std::vector<std::pair<BlockId, LaneMask>> open_; // lanes that are wanted where the block ends
};

} // namespace

bool lower_zero_start(ir::Module& module, const Target& target) { return ZeroStart(module, target).run(); }

} // namespace relit::lang
