#include "isa/maxwell/lift/stack.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

// An entry: the token in the low bits, the block above them.
constexpr std::uint32_t kTokenBits = 3, kTokenMask = 7;

} // namespace

KeptStack::KeptStack(Lift& lift, const ControlFlow& flow, std::span<const ir::BlockId> blocks, ir::BlockId leave)
    : lift_(lift), flow_(flow), blocks_(blocks), leave_(leave),
      entries_(lift.ir.file(lift.own_name("stack"), ir::Kind::I32, 1, kStackDepth, ir::Role::Register)),
      depth_(lift.ir.file(lift.own_name("depth"), ir::Kind::I32, 1, 1, ir::Role::Register)),
      address_(lift.ir.file(lift.own_name("address"), ir::Kind::I32, 1, 1, ir::Role::Register)) {
    pops_.fill(ir::kNoBlock);
}

void KeptStack::push(Token token, BasicBlockId to) {
    ir::Builder& ir = lift_.ir;
    if (to != kLeaves) pushed_[static_cast<std::size_t>(token)].push_back(to);
    const ir::Id depth = ir.load(depth_, 0, ir::kI32);
    const ir::BlockId on = ir.block();
    ir.branch(ir.ULt(depth, ir.i32(kStackDepth)), on, leave_);
    ir.move_to(on);
    const std::uint32_t block =
        to == kLeaves ? static_cast<std::uint32_t>(flow_.blocks.size()) : to; // none that is there
    ir.store_at(entries_, 0, depth, ir.i32(block << kTokenBits | static_cast<std::uint32_t>(token)));
    ir.store(depth_, 0, ir.IAdd(depth, ir.i32(1)));
}

void KeptStack::pop(Token token) {
    ir::BlockId& block = pops_[static_cast<std::size_t>(token)];
    if (block == ir::kNoBlock) block = lift_.ir.block();
    lift_.ir.jump(block);
}

void KeptStack::go_to_address(ir::Id address) {
    if (computed_ == ir::kNoBlock) computed_ = lift_.ir.block();
    lift_.ir.store(address_, 0, address);
    lift_.ir.jump(computed_);
}

void KeptStack::finish() {
    for (std::size_t i = 0; i < kTokens; ++i)
        if (pops_[i] != ir::kNoBlock) write_pop(static_cast<Token>(i));
    if (computed_ != ir::kNoBlock) write_computed();
}

void KeptStack::write_pop(Token token) {
    ir::Builder& ir = lift_.ir;
    const ir::BlockId look = ir.block(), found = ir.block();
    ir.move_to(pops_[static_cast<std::size_t>(token)]);
    const ir::Id depth = ir.load(depth_, 0, ir::kI32);
    ir.branch(ir.IEq(depth, ir.i32(0)), leave_, look);
    ir.move_to(look);
    const ir::Id top = ir.ISub(depth, ir.i32(1));
    ir.store(depth_, 0, top);
    const ir::Id entry = ir.load_at(entries_, 0, top, ir::kI32);
    const ir::Id is_one = ir.IEq({ir.IAnd(entry, ir.i32(kTokenMask)), ir.i32(static_cast<std::uint32_t>(token))});
    ir.branch(is_one, found, pops_[static_cast<std::size_t>(token)]);
    ir.move_to(found);
    std::vector<BasicBlockId> blocks = pushed_[static_cast<std::size_t>(token)];
    std::ranges::sort(blocks);
    blocks.erase(std::ranges::unique(blocks).begin(), blocks.end());
    std::vector<ir::BlockId> targets;
    for (const BasicBlockId block : blocks) targets.push_back(blocks_[block]);
    targets.push_back(leave_);
    ir.switch_on(ir.UShr(entry, ir.i32(kTokenBits)), blocks, targets);
}

void KeptStack::write_computed() {
    std::vector<std::uint32_t> addresses;
    std::vector<ir::BlockId> targets;
    for (const BasicBlock::Arm& arm : flow_.arms) {
        addresses.push_back(arm.address);
        targets.push_back(blocks_[arm.to]);
    }
    targets.push_back(leave_);
    lift_.ir.move_to(computed_);
    lift_.ir.switch_on(lift_.ir.load(address_, 0, ir::kI32), addresses, targets);
}

} // namespace relit::isa::maxwell
