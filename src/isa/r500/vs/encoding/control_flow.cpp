#include "isa/r500/vs/encoding/control_flow.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace relit::isa::r500::vs {
namespace {

/// The signed number of eight bits.
std::int32_t sign_extended(std::uint32_t byte) { return static_cast<std::int32_t>(byte ^ 0x80U) - 0x80; }

constexpr std::size_t kMostStates = 16384, kMostDepth = 16;

/// Follows one program.
class Follower {
public:
    Follower(const FlowSlots& slots, std::uint32_t last, const std::function<bool(std::uint32_t)>& is_there)
        : slots_(slots), last_(last), is_there_(is_there) {}

    Result<std::vector<FlowNode>> run(std::uint32_t first) {
        (void)node({.at = first});
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_.size() > kMostStates)
                return fail(FaultKind::NotSupported, "loops and calls nest in more than 16384 ways");
            if (!is_there_(nodes_[i].at))
                return fail("instruction " + std::to_string(nodes_[i].at) + " is reached and was not loaded");
            if (const Status done = leave(i); !done) return std::unexpected(done.error());
        }
        const bool ends =
            std::ranges::any_of(nodes_, [](const FlowNode& node) { return node.then == FlowNode::Then::Ends; });
        if (!ends) return fail(FaultKind::NotSupported, "the program never ends: no way leads to its last instruction");
        return std::move(nodes_);
    }

private:
    std::uint32_t node(FlowNode wanted) {
        const auto [found, is_new] =
            numbers_.try_emplace({wanted.at, wanted.runs, wanted.inside}, static_cast<std::uint32_t>(nodes_.size()));
        if (is_new) nodes_.push_back(std::move(wanted));
        return found->second;
    }

    Status leave(std::uint32_t number) {
        const FlowNode from = nodes_[number]; // nodes_ grows
        std::vector<std::uint8_t> outside = from.inside;
        if (!outside.empty() && slots_[outside.back()].last == from.at) {
            const std::uint8_t slot = outside.back();
            outside.pop_back();
            const std::uint32_t back = slots_[slot].back;
            if (slots_[slot].op == FlowOp::Call) return go(number, node({.at = back, .inside = outside}));
            const std::uint32_t again = node({.at = back, .inside = from.inside});
            const std::uint32_t next = node({.at = from.at, .inside = outside, .runs = false});
            return repeat(number, slot, again, next);
        }
        const auto* found = std::ranges::find_if(slots_, [&](const FlowSlot& slot) {
            return slot.op != FlowOp::None && slot.act == from.at && is_new(from, slot);
        });
        if (found != slots_.end()) return act(number, *found);
        if (from.at == last_) return end(number);
        return go(number, node({.at = from.at + 1, .inside = from.inside}));
    }
    /// A loop that has just ended at its own instruction does not begin again there.
    [[nodiscard]] static bool is_new(const FlowNode& from, const FlowSlot& slot) {
        return from.runs || slot.op != FlowOp::Loop || slot.last != from.at;
    }

    Status act(std::uint32_t number, const FlowSlot& slot) {
        const auto which = static_cast<std::uint8_t>(&slot - slots_.data());
        std::vector<std::uint8_t> inside = nodes_[number].inside;
        if (slot.op == FlowOp::Jump) return go(number, node({.at = slot.value, .inside = inside}));
        if (inside.size() == kMostDepth)
            return fail(FaultKind::NotSupported, "loops and calls nest deeper than 16: flow-control slot " +
                                                     std::to_string(which) + " is entered from within itself");
        inside.push_back(which);
        if (slot.op == FlowOp::Call) return go(number, node({.at = slot.value, .inside = inside}));
        const std::uint32_t next = node({.at = slot.back, .inside = inside});
        nodes_[number].then = FlowNode::Then::Enters;
        nodes_[number].slot = which;
        nodes_[number].next = next;
        return {};
    }
    Status go(std::uint32_t number, std::uint32_t next) { return nodes_[number].next = next, Status{}; }
    Status end(std::uint32_t number) { return nodes_[number].then = FlowNode::Then::Ends, Status{}; }
    Status repeat(std::uint32_t number, std::uint32_t slot, std::uint32_t again, std::uint32_t next) {
        FlowNode& from = nodes_[number];
        from.then = FlowNode::Then::Repeats;
        from.slot = slot;
        from.again = again;
        from.next = next;
        return {};
    }

    const FlowSlots& slots_;
    std::uint32_t last_;
    const std::function<bool(std::uint32_t)>& is_there_;
    std::vector<FlowNode> nodes_;
    std::map<std::tuple<std::uint32_t, bool, std::vector<std::uint8_t>>, std::uint32_t> numbers_;
};

} // namespace

FlowRegisters flow_registers(const StreamState& state) {
    FlowRegisters registers;
    registers.opc = state.read(reg::VAP_PVS_FLOW_CNTL_OPC).value_or(0);
    for (std::uint32_t i = 0; i < kFlowSlots; ++i) {
        registers.lw[i] = state.read(reg::VAP_PVS_FLOW_CNTL_ADDRS_LW + 8 * i).value_or(0);
        registers.uw[i] = state.read(reg::VAP_PVS_FLOW_CNTL_ADDRS_UW + 8 * i).value_or(0);
        registers.r300[i] = state.read(reg::VAP_PVS_FLOW_CNTL_ADDRS + 4 * i).value_or(0);
        registers.loop_index[i] = state.read(reg::VAP_PVS_FLOW_CNTL_LOOP_INDEX + 4 * i).value_or(0);
    }
    return registers;
}

namespace {

/// The addresses of slot `i` in the form of R500, whose fields are twice as wide as those of R300.
std::array<RegisterWord, 2> addresses_of(const FlowRegisters& registers, std::uint32_t i) {
    std::array<RegisterWord, 2> words = {RegisterWord{{{registers.lw[i]}}}, RegisterWord{{{registers.uw[i]}}}};
    if (registers.lw[i] != 0 || registers.uw[i] != 0) return words;
    const RegisterWord narrow{{{registers.r300[i]}}};
    auto& [lw, uw] = words;
    lw.set(field::VAP_PVS_FLOW_CNTL_ADDRS_LW__PVS_FC_ACT_ADRS, narrow[field::VAP_PVS_FLOW_CNTL_ADDRS__PVS_FC_ACT_ADRS]);
    lw.set(field::VAP_PVS_FLOW_CNTL_ADDRS_LW__PVS_FC_LOOP_CNT_JMP_INST,
           narrow[field::VAP_PVS_FLOW_CNTL_ADDRS__PVS_FC_LOOP_CNT_JMP_INST]);
    uw.set(field::VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_LAST_INST,
           narrow[field::VAP_PVS_FLOW_CNTL_ADDRS__PVS_FC_LAST_INST]);
    uw.set(field::VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_RTN_INST, narrow[field::VAP_PVS_FLOW_CNTL_ADDRS__PVS_FC_RTN_INST]);
    return words;
}

} // namespace

FlowSlots flow_slots(const FlowRegisters& registers) {
    FlowSlots slots;
    const RegisterWord opc{{{registers.opc}}};
    for (std::uint32_t i = 0; i < kFlowSlots; ++i) {
        const auto [lw, uw] = addresses_of(registers, i);
        const RegisterWord index{{{registers.loop_index[i]}}};
        FlowSlot& slot = slots[i];
        slot.op = static_cast<FlowOp>(opc[Field<std::uint32_t>("op", 2 * i, 2)]);
        slot.act = lw[field::VAP_PVS_FLOW_CNTL_ADDRS_LW__PVS_FC_ACT_ADRS];
        slot.value = lw[field::VAP_PVS_FLOW_CNTL_ADDRS_LW__PVS_FC_LOOP_CNT_JMP_INST];
        slot.last = uw[field::VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_LAST_INST];
        slot.back = uw[field::VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_RTN_INST];
        slot.first_index = index[field::VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_INIT_VAL];
        slot.step = sign_extended(index[field::VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_STEP_VAL]);
        slot.keeps_index = index[field::VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_REPEAT_NO_FLI] != 0;
    }
    return slots;
}

std::string describe(const FlowSlot& slot, std::uint32_t number) {
    const auto text = [](std::uint32_t value) { return std::to_string(value); };
    const std::string after_text = " after " + text(slot.act);
    std::string head = "slot " + text(number) + ": ";
    switch (slot.op) {
        case FlowOp::None: return head + "nothing";
        case FlowOp::Jump: return head + "a jump to " + text(slot.value) + after_text;
        case FlowOp::Loop:
            return head + "a loop of " + text(slot.value) + " iterations from " + text(slot.back) + " to " +
                   text(slot.last) + after_text;
        case FlowOp::Call:
            return head + "a call of " + text(slot.value) + " to " + text(slot.last) + after_text + ", back to " +
                   text(slot.back);
    }
    return head;
}

std::uint32_t FlowNode::index_slot(const FlowSlots& slots) const {
    for (std::size_t i = inside.size(); i != 0; --i)
        if (const FlowSlot& entered = slots[inside[i - 1]]; entered.op == FlowOp::Loop && !entered.keeps_index)
            return inside[i - 1];
    return kFlowSlots;
}

Result<std::vector<FlowNode>> follow(const FlowSlots& slots, std::uint32_t first, std::uint32_t last,
                                     const std::function<bool(std::uint32_t)>& is_there) {
    return Follower(slots, last, is_there).run(first);
}

} // namespace relit::isa::r500::vs
