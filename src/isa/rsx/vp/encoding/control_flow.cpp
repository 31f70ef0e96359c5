#include "isa/rsx/vp/encoding/control_flow.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace relit::isa::rsx::vp {
namespace {

constexpr std::size_t kMostWrittenOut = std::size_t{8} * kMaxSlots; // longer ones keep their returns on a stack

/// Walks all slots that a subroutine reaches, and notes whom it calls. Where it gives false it leaves a fault behind.
class SubroutineScan {
public:
    SubroutineScan(std::span<const Word128> slots, std::uint32_t branch_bits, bool into_calls)
        : slots_(slots), branch_bits_(branch_bits), into_calls_(into_calls), marks_(slots.size()) {}

    bool run(std::uint32_t entry) {
        bool done = add(entry, entry);
        while (done && !open_.empty()) {
            const std::uint32_t slot = open_.back();
            open_.pop_back();
            done = step(slot);
        }
        return done;
    }
    [[nodiscard]] Subroutine found(std::uint32_t entry) const {
        Subroutine all{entry, {}, {}};
        all.slots.reserve(marks_.size());
        for (std::uint32_t i = 0; i < marks_.size(); ++i) {
            if ((marks_[i] & kSeen) != 0) all.slots.push_back(i);
            const bool enters_behind = i == entry && all.slots.front() != entry;
            if ((marks_[i] & kHead) != 0 || enters_behind) all.heads.push_back(i);
        }
        return all;
    }
    std::vector<std::uint32_t> called, returns; // entries called; slots after calls
    bool computed_call = false;
    Fault fault;

private:
    enum Mark : std::uint8_t { kSeen = 1, kHead = 2 };

    /// `from`: the slot that leads there, for the fault. The program may run out of its end.
    bool add(std::uint32_t slot, std::uint32_t from) {
        if (slot >= slots_.size()) return (slot == slots_.size() && slot == from + 1) || leaves(slot, from);
        if ((marks_[slot] & kSeen) == 0) open_.push_back(slot);
        marks_[slot] |= kSeen;
        return true;
    }
    bool leaves(std::uint32_t slot, std::uint32_t from) {
        fault = {FaultKind::BadInput,
                 "slot " + std::to_string(from) + " leads to slot " + std::to_string(slot) + ", but the program has " +
                     std::to_string(slots_.size()),
                 std::uint64_t{from} * kSlotBytes, 0, 0};
        return false;
    }
    /// The same where it is not just the next slot.
    bool jump(std::uint32_t slot, std::uint32_t from) {
        if (slot < slots_.size()) marks_[slot] |= kHead;
        return add(slot, from);
    }
    bool jump_anywhere(std::uint32_t from) {
        for (std::uint32_t i = 0; i < slots_.size(); ++i)
            if (!jump(i, from)) return false;
        return true;
    }
    /// From a slot on to the next branch, and that branch.
    bool step(std::uint32_t slot) {
        const auto is_straight = [&] { return !steers(slots_[slot][Word128::sca]) && !slots_[slot][Word128::end]; };
        for (; is_straight(); ++slot) {
            if (slot + 1 == slots_.size() || (marks_[slot + 1] & kSeen) != 0) return true;
            marks_[slot + 1] |= kSeen;
        }
        return slots_[slot][Word128::end] || leave(slot);
    }
    bool leave(std::uint32_t slot) {
        const SlotEnd slot_end = slot_end_of(slots_[slot], branch_bits_);
        const bool call = slot_end.op_class == OpClass::Call;
        if (slot_end.taken && call) computed_call = computed_call || slot_end.computed;
        if (slot_end.taken && (slot_end.op_class == OpClass::Jump || (call && into_calls_)) &&
            !(slot_end.computed ? jump_anywhere(slot) : jump(slot_end.target, slot)))
            return false;
        if (slot_end.taken && call) {
            if (!slot_end.computed) called.push_back(slot_end.target);
            returns.push_back(slot + 1);
            if (!slot_end.computed && slot_end.target >= slots_.size()) return add(slot_end.target, slot);
        }
        if (call) return jump(slot + 1, slot); // from the subroutine, and from here where it is not called
        return !slot_end.not_taken || add(slot + 1, slot);
    }

    std::span<const Word128> slots_;
    std::uint32_t branch_bits_;
    bool into_calls_;
    std::vector<std::uint8_t> marks_; // by slot
    std::vector<std::uint32_t> open_;
};

/// The number of slots of the program with every call inlined; nothing for a recursive program.
/// `calls`: by subroutine, `sizes`: its own slots.
std::optional<std::size_t> written_out(const std::vector<std::vector<std::uint32_t>>& calls,
                                       std::vector<std::size_t> sizes) {
    // A subroutine without calls is done; so is one that calls only such subroutines.
    std::vector<std::size_t> waits(calls.size());
    std::vector<std::uint32_t> ready;
    std::vector<std::vector<std::uint32_t>> callers(calls.size());
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
        waits[i] = calls[i].size();
        for (const std::uint32_t callee : calls[i]) callers[callee].push_back(i);
        if (waits[i] == 0) ready.push_back(i);
    }
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
        const std::uint32_t callee = ready.back();
        ready.pop_back();
        for (const std::uint32_t caller : callers[callee]) {
            sizes[caller] = std::min(sizes[caller] + sizes[callee], kMostWrittenOut + 1);
            if (--waits[caller] == 0) ready.push_back(caller);
        }
    }
    if (done != calls.size()) return {};
    return *std::ranges::max_element(sizes);
}

bool is_short(const ControlFlow& control_flow, const std::vector<std::vector<std::uint32_t>>& calls) {
    if (control_flow.subroutines.size() == 1 && calls[0].empty()) return true;
    std::vector<std::size_t> sizes;
    for (const Subroutine& subroutine : control_flow.subroutines) sizes.push_back(subroutine.slots.size());
    const auto size = written_out(calls, std::move(sizes));
    return size && *size <= kMostWrittenOut;
}

} // namespace

SlotEnd slot_end_of(const Word128& word, std::uint32_t branch_bits) {
    const Sca op = word[Word128::sca];
    SlotEnd slot_end;
    slot_end.op_class = info(op).op_class;
    if (!steers(op)) return slot_end;
    slot_end.target = word[Word128::target];
    slot_end.computed = op == Sca::Bra || op == Sca::Cal;
    if (looks_at_bit(op)) {
        slot_end.taken = (branch_bits >> word[Word128::bit] & 1) == (word[Word128::bit_wanted] ? 1U : 0U);
        slot_end.not_taken = !slot_end.taken;
        return slot_end;
    }
    const Condition test = word[Word128::condition];
    slot_end.taken = test != Condition::Fl;
    slot_end.not_taken = test != Condition::Tr;
    return slot_end;
}

std::uint32_t ControlFlow::subroutine_at(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(std::ranges::find(subroutines, slot, &Subroutine::entry) - subroutines.begin());
}

Result<ControlFlow> control_flow_of(std::span<const Word128> slots, std::uint32_t start, std::uint32_t branch_bits) {
    ControlFlow control_flow;
    std::vector<std::vector<std::uint32_t>> calls;
    control_flow.subroutines.push_back({start, {}, {}});
    for (std::uint32_t i = 0; i < control_flow.subroutines.size() && !control_flow.needs_stack; ++i) {
        SubroutineScan walk(slots, branch_bits, false);
        if (!walk.run(control_flow.subroutines[i].entry)) return std::unexpected(std::move(walk.fault));
        control_flow.subroutines[i] = walk.found(control_flow.subroutines[i].entry);
        control_flow.needs_stack = walk.computed_call;
        std::vector<std::uint32_t>& mine = calls.emplace_back();
        for (const std::uint32_t entry : walk.called) {
            mine.push_back(control_flow.subroutine_at(entry));
            if (mine.back() == control_flow.subroutines.size()) control_flow.subroutines.push_back({entry, {}, {}});
        }
    }
    if (!control_flow.needs_stack && is_short(control_flow, calls)) return control_flow;
    control_flow.needs_stack = true;
    SubroutineScan all(slots, branch_bits, true);
    if (!all.run(start)) return std::unexpected(std::move(all.fault));
    control_flow.subroutines.assign(1, all.found(start));
    control_flow.returns = std::move(all.returns);
    std::ranges::sort(control_flow.returns);
    return control_flow;
}

} // namespace relit::isa::rsx::vp
