// The divergence stack as the program itself keeps it: where what it holds cannot be known before the program runs.
#pragma once

#include "isa/maxwell/encoding/control_flow.hpp"
#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

inline constexpr std::uint32_t kStackDepth = 256; // entries; a thread that pushes more ends

class KeptStack {
public:
    /// `blocks`: the IR block of each basic block; `leave` is where a thread ends.
    KeptStack(Lift& lift, const ControlFlow& flow, std::span<const ir::BlockId> blocks, ir::BlockId leave);

    /// Goes on in a new block, or leaves where the stack is full.
    void push(Token token, BasicBlockId to);
    /// Ends the block: drops entries down to the nearest of the kind and goes where it says; leaves where there is none.
    void pop(Token token);
    /// Ends the block: goes to the block of that address; leaves where there is none.
    void go_to_address(ir::Id address);
    /// Writes, once each, the blocks that pops and computed branches share.
    void finish();

private:
    void write_pop(Token token);
    void write_computed();

    Lift& lift_;
    const ControlFlow& flow_;
    std::span<const ir::BlockId> blocks_;
    ir::BlockId leave_;
    std::uint32_t entries_, depth_, address_;
    std::array<std::vector<BasicBlockId>, kTokens> pushed_{}; // by token: where its entries lead, each once
    std::array<ir::BlockId, kTokens> pops_{};
    ir::BlockId computed_ = ir::kNoBlock;
};

} // namespace relit::isa::maxwell
