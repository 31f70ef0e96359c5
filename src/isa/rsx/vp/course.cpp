#include "isa/rsx/vp/course.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace relit::isa::rsx::vp {
namespace {

constexpr std::size_t kMostWrittenOut = std::size_t{8} * kMaxSlots; // longer ones keep their returns on a stack

/// Walks all slots that a subroutine reaches, and notes whom it calls.
class Walk {
public:
    Walk(std::span<const Word128> slots, std::uint32_t branch_bits, bool into_calls)
        : slots_(slots), branch_bits_(branch_bits), into_calls_(into_calls), seen_(slots.size()),
          is_head_(slots.size()) {}

    Status run(std::uint32_t entry) {
        if (const Status there = add(entry, entry); !there) return there;
        while (!open_.empty()) {
            const std::uint32_t slot = open_.back();
            open_.pop_back();
            if (const Status stepped = step(slot); !stepped) return stepped;
        }
        return {};
    }
    [[nodiscard]] Subroutine found(std::uint32_t entry) const {
        Subroutine all{entry, {}, {}};
        for (std::uint32_t i = 0; i < seen_.size(); ++i) {
            if (seen_[i]) all.slots.push_back(i);
            const bool enters_behind = i == entry && all.slots.front() != entry;
            if (is_head_[i] || enters_behind) all.heads.push_back(i);
        }
        return all;
    }
    std::vector<std::uint32_t> called, returns; // entries called; slots after calls
    bool computed_call = false;

private:
    /// `from`: the slot that leads there, for the fault. The program may run out of its end.
    Status add(std::uint32_t slot, std::uint32_t from) {
        if (slot == slots_.size() && slot == from + 1) return {};
        if (slot >= slots_.size())
            return fail_at(std::uint64_t{from} * kSlotBytes, "slot " + std::to_string(from) + " leads to slot " +
                                                                 std::to_string(slot) + ", but the program has " +
                                                                 std::to_string(slots_.size()));
        if (seen_[slot]) return {};
        seen_[slot] = true;
        open_.push_back(slot);
        return {};
    }
    /// The same where it is not just the next slot.
    Status jump(std::uint32_t slot, std::uint32_t from) {
        if (slot < slots_.size()) is_head_[slot] = true;
        return add(slot, from);
    }
    Status jump_anywhere(std::uint32_t from) {
        for (std::uint32_t i = 0; i < slots_.size(); ++i)
            if (const Status there = jump(i, from); !there) return there;
        return {};
    }
    Status step(std::uint32_t slot) {
        const Word128& word = slots_[slot];
        if (word[Word128::end]) return {};
        const Turn turn = turn_of(word, branch_bits_);
        const bool call = turn.does == Does::Call;
        if (turn.taken && call) computed_call = computed_call || turn.computed;
        if (turn.taken && (turn.does == Does::Jump || (call && into_calls_))) {
            const Status there = turn.computed ? jump_anywhere(slot) : jump(turn.target, slot);
            if (!there) return there;
        }
        if (turn.taken && call) {
            if (!turn.computed) called.push_back(turn.target);
            returns.push_back(slot + 1);
            if (!turn.computed && turn.target >= slots_.size()) return add(turn.target, slot);
        }
        if (call) return jump(slot + 1, slot); // from the subroutine, and from here where it is not called
        const bool goes_on = turn.not_taken || turn.does == Does::Value || turn.does == Does::Stack;
        return goes_on ? add(slot + 1, slot) : Status{};
    }

    std::span<const Word128> slots_;
    std::uint32_t branch_bits_;
    bool into_calls_;
    std::vector<bool> seen_, is_head_;
    std::vector<std::uint32_t> open_;
};

/// How many slots the program has with every call written out; nothing where somebody can call itself.
/// `calls`: by subroutine, `sizes`: its own slots.
std::optional<std::size_t> written_out(const std::vector<std::vector<std::uint32_t>>& calls,
                                       std::vector<std::size_t> sizes) {
    // Who calls nobody is done; so is who calls only those that are.
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

bool is_short(const Course& course, const std::vector<std::vector<std::uint32_t>>& calls) {
    std::vector<std::size_t> sizes;
    for (const Subroutine& subroutine : course.subroutines) sizes.push_back(subroutine.slots.size());
    const auto size = written_out(calls, std::move(sizes));
    return size && *size <= kMostWrittenOut;
}

} // namespace

Turn turn_of(const Word128& word, std::uint32_t branch_bits) {
    const Sca op = word[Word128::sca];
    Turn turn;
    turn.does = info(op).does;
    if (turn.does == Does::Value || turn.does == Does::Stack) return turn;
    turn.target = word[Word128::target];
    turn.computed = op == Sca::Bra || op == Sca::Cal;
    if (looks_at_bit(op)) {
        turn.taken = (branch_bits >> word[Word128::bit] & 1) == (word[Word128::bit_wanted] ? 1U : 0U);
        turn.not_taken = !turn.taken;
        return turn;
    }
    const Condition test = word[Word128::cc_test] ? word[Word128::condition] : Condition::Tr;
    turn.taken = test != Condition::Fl;
    turn.not_taken = test != Condition::Tr;
    return turn;
}

Result<Course> course_of(std::span<const Word128> slots, std::uint32_t start, std::uint32_t branch_bits) {
    Course course;
    std::vector<std::vector<std::uint32_t>> calls;
    course.by_slot[start] = 0;
    course.subroutines.push_back({start, {}, {}});
    for (std::uint32_t i = 0; i < course.subroutines.size() && !course.needs_stack; ++i) {
        Walk walk(slots, branch_bits, false);
        if (const Status walked = walk.run(course.subroutines[i].entry); !walked)
            return std::unexpected(walked.error());
        course.subroutines[i] = walk.found(course.subroutines[i].entry);
        course.needs_stack = walk.computed_call;
        std::vector<std::uint32_t>& mine = calls.emplace_back();
        for (const std::uint32_t entry : walk.called) {
            const auto next = static_cast<std::uint32_t>(course.subroutines.size());
            const auto [found, added] = course.by_slot.try_emplace(entry, next);
            if (added) course.subroutines.push_back({entry, {}, {}});
            mine.push_back(found->second);
        }
    }
    if (!course.needs_stack && is_short(course, calls)) return course;
    course.needs_stack = true;
    Walk all(slots, branch_bits, true);
    if (const Status walked = all.run(start); !walked) return std::unexpected(walked.error());
    course.subroutines.assign(1, all.found(start));
    course.by_slot = {{start, 0}};
    course.returns = std::move(all.returns);
    std::ranges::sort(course.returns);
    return course;
}

} // namespace relit::isa::rsx::vp
