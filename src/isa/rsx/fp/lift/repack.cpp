#include "isa/rsx/fp/lift/repack.hpp"

#include "ir/analysis/lanes_in_use.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <vector>

namespace relit::isa::rsx::fp {
namespace {

using ir::Access;
using ir::BlockId;
using ir::Id;
using ir::Inst;

/// Under which names a lane of 16 bits holds what was last written.
enum Valid : std::uint8_t { kNeither = 0, kFull = 1, kHalf = 2, kBoth = 3 };

constexpr std::uint32_t kHalfLanes = 96 * 4; // of half registers
constexpr std::uint32_t kLanesOfPair = 8;    // R[n], or H[2n] and H[2n + 1]

using State = std::array<std::uint8_t, kHalfLanes>; // of Valid

/// A read or write of a register under one name: `lanes` are of halves, bit by bit, counted from its pair.
struct Touch {
    bool is_full = false, is_store = false;
    std::uint32_t pair = 0;
    std::uint32_t lanes = 0;
};

/// Lanes of a full register as lanes of halves.
std::uint32_t doubled(std::uint32_t mask) {
    std::uint32_t lanes = 0;
    for (unsigned i = 0; i < 4; ++i) lanes |= (mask >> i & 1) != 0 ? 3U << (2 * i) : 0;
    return lanes;
}

class Repacker {
public:
    Repacker(ir::Builder& builder, GuestFunctions& guest_functions, const Registers& registers)
        : ir_(builder), module_(builder.module()), guest_functions_(guest_functions), registers_(registers),
          used_(module_, {.through_calls = true}) {
        for (const ir::Function& function : module_.functions) functions_.push_back(function.params.empty());
    }

    void run() {
        note_names();
        if (std::ranges::none_of(mixed_, [](bool mixed) { return mixed; })) return;
        for (ir::FunctionId f = 0; f < functions_.size(); ++f)
            if (functions_[f]) rewrite(f);
    }

private:
    // ---- what touches what

    [[nodiscard]] Touch touch_of(Id id) const {
        const Inst& inst = module_[id];
        if (inst.op != ir::Op::LoadFile && inst.op != ir::Op::StoreFile) return {};
        const std::uint32_t file = inst.access()[Access::file];
        const bool full = file == registers_.full_file();
        if (!full && file != registers_.half_file()) return {};
        const bool store = inst.op == ir::Op::StoreFile;
        const std::uint32_t first = inst.access()[Access::lane];
        const std::uint32_t mask = (store ? inst.access()[Access::mask] : used_[id]) << first % 4;
        const std::uint32_t number = first / 4;
        if (full) return {true, store, number, doubled(mask)};
        return {false, store, number / 2, mask << 4 * (number % 2)};
    }
    [[nodiscard]] bool calls_guest(const Inst& inst) const { return inst.op == ir::Op::Call && functions_[inst.imm]; }

    /// Which lanes go by both names anywhere. A lane of a full register has both of its halves or none: where one is written,
    /// the other must be at hand to put the lane together again.
    void note_names() {
        std::array<std::uint8_t, kHalfLanes> names{};
        for (ir::FunctionId f = 0; f < functions_.size(); ++f) {
            if (!functions_[f]) continue;
            for (const ir::Block& block : module_.functions[f].blocks)
                for (const Id id : block.insts)
                    each_lane(touch_of(id),
                              [&](std::uint32_t lane, bool full) { names[lane] |= full ? kFull : kHalf; });
        }
        for (std::uint32_t lane = 0; lane < kHalfLanes; ++lane) mixed_[lane] = (names[lane] | names[lane ^ 1]) == kBoth;
    }
    static void each_lane(const Touch& touch, const auto& visit) {
        for (std::uint32_t i = 0; i < kLanesOfPair; ++i)
            if ((touch.lanes >> i & 1) != 0) visit(touch.pair * kLanesOfPair + i, touch.is_full);
    }

    // ---- which names hold where

    void rewrite(ir::FunctionId f) {
        function_ = f;
        const auto& blocks = module_.functions[f].blocks;
        wanted_.clear();
        do {
            more_wanted_ = false;
            in_.assign(blocks.size(), State{});
            for (State& state : in_) state.fill(kBoth);
            std::vector<BlockId> open{0};
            std::vector<bool> seen(blocks.size());
            seen[0] = true;
            while (!open.empty()) {
                const BlockId block = open.back();
                open.pop_back();
                State state = in_[block];
                walk(block, state, false);
                for (const ir::Edge& edge : blocks[block].end.edges) {
                    bool changed = !seen[edge.to];
                    seen[edge.to] = true;
                    for (std::uint32_t lane = 0; lane < kHalfLanes; ++lane) {
                        const auto merged = static_cast<std::uint8_t>(in_[edge.to][lane] & state[lane]);
                        changed = changed || merged != in_[edge.to][lane];
                        in_[edge.to][lane] = merged;
                    }
                    if (changed) open.push_back(edge.to);
                }
            }
        } while (more_wanted_);
        for (BlockId block = 0; block < module_.functions[f].blocks.size(); ++block) {
            State state = in_[block];
            walk(block, state, true);
        }
    }

    /// What the block makes of the state; with `writes`, the statements that it needs are put in.
    void walk(BlockId index, State& state, bool writes) {
        block_ = index;
        writes_ = writes;
        const std::vector<Id> insts(module_.functions[function_].blocks[index].insts.begin(),
                                    module_.functions[function_].blocks[index].insts.end());
        if (writes) module_.functions[function_].blocks[index].insts.clear();
        std::size_t copied = 0;
        const auto copy_up_to = [&](std::size_t end) {
            for (; writes && copied < end; ++copied)
                module_.functions[function_].blocks[index].insts.push_back(insts[copied]);
        };
        for (std::size_t i = 0; i < insts.size(); ++i) {
            const Inst& inst = module_[insts[i]];
            if (writes) ir_.origin_index(inst.origin);
            if (calls_guest(inst)) {
                copy_up_to(i);
                need_everything(state);
            }
            const Touch touch = touch_of(insts[i]);
            if (touch.lanes == 0) continue;
            if (touch.is_store) {
                each_lane(touch, [&](std::uint32_t lane, bool full) { state[lane] = full ? kFull : kHalf; });
                continue;
            }
            copy_up_to(begin_of_instruction(insts, i, copied));
            need(touch, state);
        }
        copy_up_to(insts.size());
        const auto& end = module_.functions[function_].blocks[index].end;
        if (end.kind == ir::TerminatorKind::Return && function_ != 0) need_everything(state);
        for (const ir::Edge& edge : end.edges)
            for (const auto& [block, pair, lanes, full] : wanted_)
                if (block == edge.to) need({full, false, pair, lanes}, state);
    }

    /// Where what the same guest instruction reads begins: nothing before it is a store.
    [[nodiscard]] std::size_t begin_of_instruction(const std::vector<Id>& insts, std::size_t at,
                                                   std::size_t lowest) const {
        const std::uint32_t origin = module_[insts[at]].origin;
        while (at > lowest && module_[insts[at - 1]].origin == origin &&
               module_[insts[at - 1]].op != ir::Op::StoreFile && module_[insts[at - 1]].op != ir::Op::Call)
            --at;
        return at;
    }

    // ---- making names hold

    void need_everything(State& state) {
        for (std::uint32_t pair = 0; pair < kHalfLanes / kLanesOfPair; ++pair) {
            std::uint32_t lanes = 0;
            for (std::uint32_t i = 0; i < kLanesOfPair; ++i)
                if (mixed_[pair * kLanesOfPair + i]) lanes |= 1U << i;
            if (lanes == 0) continue;
            need({false, false, pair, lanes}, state);
            need({true, false, pair, lanes | doubled(halved(lanes))}, state);
        }
    }
    /// Lanes of full registers that some of these halves are part of.
    static std::uint32_t halved(std::uint32_t lanes) {
        std::uint32_t mask = 0;
        for (unsigned i = 0; i < 4; ++i) mask |= (lanes >> (2 * i) & 3) != 0 ? 1U << i : 0;
        return mask;
    }

    [[nodiscard]] std::uint32_t lacking(const Touch& touch, const State& state, Valid name) const {
        std::uint32_t lanes = 0;
        for (std::uint32_t i = 0; i < kLanesOfPair; ++i) {
            const std::uint32_t lane = touch.pair * kLanesOfPair + i;
            if ((touch.lanes >> i & 1) != 0 && mixed_[lane] && (state[lane] & name) == 0) lanes |= 1U << i;
        }
        return lanes;
    }
    void need(const Touch& touch, State& state) {
        const std::uint32_t unknown = lacking(touch, state, kBoth);
        if (unknown != 0) want({touch.is_full, false, touch.pair, unknown}, state);
        const std::uint32_t lanes = lacking(touch, state, touch.is_full ? kFull : kHalf);
        if (lanes == 0) return;
        if (!touch.is_full) return unpack(touch.pair, lanes, state);
        const std::uint32_t whole = doubled(halved(lanes));
        const std::uint32_t open = lacking({false, false, touch.pair, whole}, state, kBoth);
        if (open != 0) want({false, false, touch.pair, open}, state);
        // both halves go into a full lane: those that were last written as part of it are taken out first
        const std::uint32_t stale = lacking({false, false, touch.pair, whole}, state, kHalf);
        if (stale != 0) unpack(touch.pair, stale, state);
        pack(touch.pair, halved(lanes), state);
    }
    /// Neither name holds: it depends on the path here. Every edge must make it hold before it comes here.
    void want(const Touch& touch, State& state) {
        const bool is_new = wanted_.emplace(block_, touch.pair, touch.lanes, touch.is_full).second;
        more_wanted_ = more_wanted_ || is_new;
        each_lane(touch, [&](std::uint32_t lane, bool full) { state[lane] = full ? kFull : kHalf; });
    }

    /// Halves from full lanes.
    void unpack(std::uint32_t pair, std::uint32_t lanes, State& state) {
        each_lane({false, false, pair, lanes}, [&](std::uint32_t lane, bool) { state[lane] = kBoth; });
        for (std::uint32_t half = 0; half < 2 && writes_; ++half) {
            const std::uint32_t mask = lanes >> (4 * half) & 15;
            if (mask == 0) continue;
            ir_.move_to(function_, block_);
            Id full = ir_.load(registers_.full_file(), pair * 4, kFloats);
            if (half == 1) full = ir_.swizzle(full, {2, 3, 2, 3});
            const Id halves = guest_functions_.call("unpack_halves", std::span(&full, 1), [&](std::span<const Id> in) {
                const Id parts = ir_.bitcast(ir::Type{ir::Kind::F16, 4}, ir_.swizzle(in[0], {0, 1}));
                return ir_.convert(ir::Op::FConvert, ir::Kind::F32, parts);
            });
            ir_.store(registers_.half_file(), (2 * pair + half) * 4, halves, mask);
        }
    }
    /// Full lanes from halves.
    void pack(std::uint32_t pair, std::uint32_t lanes, State& state) {
        each_lane({true, false, pair, doubled(lanes)}, [&](std::uint32_t lane, bool) { state[lane] = kBoth; });
        for (std::uint32_t half = 0; half < 2 && writes_; ++half) {
            const std::uint32_t mask = lanes & (half == 0 ? 3 : 12);
            if (mask == 0) continue;
            ir_.move_to(function_, block_);
            const Id halves = ir_.load(registers_.half_file(), (2 * pair + half) * 4, kFloats);
            const Id full = guest_functions_.call("pack_halves", std::span(&halves, 1), [&](std::span<const Id> in) {
                const Id parts = ir_.convert(ir::Op::FConvert, ir::Kind::F16, in[0]);
                return ir_.swizzle(ir_.bitcast(ir::kF32.with_lanes(2), parts), {0, 1, 0, 1});
            });
            ir_.store(registers_.full_file(), pair * 4, full, mask);
        }
    }

    ir::Builder& ir_;
    ir::Module& module_;
    GuestFunctions& guest_functions_;
    const Registers& registers_;
    ir::LanesInUse used_;
    std::vector<bool> functions_; // whether it is a part of the guest's program
    std::array<bool, kHalfLanes> mixed_{};
    std::set<std::tuple<BlockId, std::uint32_t, std::uint32_t, bool>>
        wanted_; // where a block begins: pair, lanes, name
    bool more_wanted_ = false, writes_ = false;
    std::vector<State> in_; // by block
    ir::FunctionId function_ = 0;
    BlockId block_ = 0;
};

} // namespace

void repack(ir::Builder& builder, GuestFunctions& guest_functions, const Registers& registers) {
    Repacker(builder, guest_functions, registers).run();
}

} // namespace relit::isa::rsx::fp
