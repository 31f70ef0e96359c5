#include "isa/maxwell/lift/liveness.hpp"

#include "isa/maxwell/lift/flags.hpp"

#include <algorithm>
#include <array>

namespace relit::isa::maxwell {
namespace {

/// How many registers are read from each source on, and written, or read, from D on.
struct Extent {
    std::uint8_t read = 1, written = 1, stored = 0;
    bool shows = true, is_known = true;
    bool is_words = false; // reads and writes nothing wider
};
constexpr Extent extent_of(Touches touches) {
    switch (touches) {
        case Touches::Words: return {.shows = false, .is_words = true};
        case Touches::Kept: return {.is_words = true};
        case Touches::Pairs: return {.read = 2, .written = 2, .shows = false};
        case Touches::Loads: return {.written = 4, .shows = false};
        case Touches::Stores: return {.written = 0, .stored = 4};
        case Touches::Couples: return {.read = 2, .written = 0};
        case Touches::Rows: return {.read = 8, .written = 0};
        case Touches::Any: return {.read = 8, .written = 0, .stored = 8};
        case Touches::All: return {.is_known = false};
        default: return {};
    }
}

constexpr auto kExtents = [] {
    std::array<Extent, 256> by_op;
    by_op.fill(extent_of(Touches::Kept)); // what has no function
#define LIFT(op, function, touches) by_op[static_cast<std::size_t>(Op::op)] = extent_of(Touches::touches);
#define SILENT(op, why)
#define REFUSED(op, why)
#include "isa/maxwell/lift/operations/operations.inc"
#undef LIFT
#undef SILENT
#undef REFUSED
    return by_op;
}();

/// A word with what is known of its form.
struct Known {
    std::uint64_t word;
    const FormRow& form;
    Named named;
    Extent extent;

    [[nodiscard]] std::uint32_t reg(std::uint8_t bit) const { return word >> bit & 0xff; }
    [[nodiscard]] std::uint32_t predicate(std::uint8_t bit) const { return kPredicateAt + (word >> bit & 7); }
    [[nodiscard]] std::uint32_t d() const { return reg(named.d); }
    [[nodiscard]] std::uint32_t source(std::uint8_t i) const { return reg(named.of_source[i]); }
    [[nodiscard]] std::uint32_t condition(std::uint8_t i) const { return predicate(named.of_condition[i]); }
    [[nodiscard]] std::uint32_t result(std::uint8_t i) const { return predicate(named.of_result[i]); }
    [[nodiscard]] std::uint32_t guard() const { return form.is_guarded ? word >> 16 & 15 : kTruePredicate; }
};

bool has_any(const RegisterSet& registers, std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < std::min(first + count, kZeroRegister); ++i)
        if (registers.has(i)) return true;
    return false;
}
void add_registers(RegisterSet& registers, std::uint32_t first, std::uint32_t count) {
    if (count == 1) return registers.add(first);
    for (std::uint32_t i = first; i < std::min(first + count, kZeroRegister); ++i) registers.add(i);
}

bool writes_any(const Known& in, const RegisterSet& live) {
    const Named& named = in.named;
    if (named.has_d() && (in.extent.written == 1 ? live.has(in.d()) : has_any(live, in.d(), in.extent.written)))
        return true;
    for (std::uint8_t i = 0; i < named.result_count; ++i)
        if (live.has(in.result(i))) return true;
    return (in.word & in.form.flags) != 0 && live.flags() != 0;
}

/// Removes the registers and predicates that the instruction overwrites for certain.
void remove_written(const Known& in, RegisterSet& live) {
    const Named& named = in.named;
    if (!named.has_d()) {
        for (std::uint8_t i = 0; i < named.result_count; ++i) live.remove(in.result(i));
    } else if (in.extent.written != 0 && in.d() + in.extent.written <= kZeroRegister) {
        if ((in.word & in.form.whole) == in.form.whole) live.remove(in.d());
    }
}

void add_read(const Known& in, RegisterSet& live) {
    const Named& named = in.named;
    for (std::uint8_t i = 0; i < named.source_count; ++i) add_registers(live, in.source(i), in.extent.read);
    if (in.extent.stored != 0 && named.has_d()) add_registers(live, in.d(), in.extent.stored);
    for (std::uint8_t i = 0; i < named.condition_count; ++i) live.add(in.condition(i));
}

/// With either value of the guard; returns the flags that are live after the instruction.
std::uint32_t change_flags(RegisterSet& live, const Instruction& in) {
    const std::uint32_t after = live.flags();
    live.set_flags((writes_all_flags(in) ? 0 : after) | flags_read_by(in));
    return after;
}

} // namespace

bool may_write(const Instruction& in, std::uint32_t index) {
    constexpr std::uint32_t kMostOfSecond = 2; // registers from the second destination of a texture access on
    if (!in.known()) return true;
    const Extent& extent = kExtents[static_cast<std::size_t>(in.op())];
    const bool is_exact = extent.is_known && extent.written != 0;
    if (in.has(Role::D2) && index - in[Role::D2] < kMostOfSecond) return true;
    return in.has(Role::D) && index - in[Role::D] < (is_exact ? extent.written : kMostTaken);
}

Liveness::Liveness(const Program& program, const ControlFlow& flow, const RegisterSet& at_end)
    : program_(program), flow_(flow), at_end_(at_end) {
    std::size_t all = 0;
    for (const BasicBlock& block : flow_.blocks) {
        firsts_.push_back(all);
        all += block.count;
    }
    live_results_.resize(all);
    live_in_.resize(flow_.blocks.size());
    live_out_.resize(flow_.blocks.size());
    spread();
}

// Most instructions read and write words and predicates, and that is all.
Liveness::LiveResults Liveness::step(const Instruction& in, RegisterSet& live) const {
    if (!in.known()) return step_of_others(in, live);
    const FormRow& form = row(in.form);
    const Known known{in.word, form, form.named, kExtents[static_cast<std::size_t>(form.op)]};
    if (!known.extent.is_words || !form.is_plain(in.word) || flow_.keeps_stack) return step_of_others(in, live);
    const bool has_d = known.named.has_d();
    bool is_used = known.extent.shows || (has_d && live.has(known.d()));
    for (std::uint8_t i = 0; i < known.named.result_count; ++i) is_used |= live.has(known.result(i));
    if (!is_used) return kNothing;
    const std::uint32_t guard = known.guard();
    if (guard != kTruePredicate) {
        live.add(kPredicateAt + (guard & 7));
    } else if (has_d) {
        live.remove(known.d());
    } else {
        for (std::uint8_t i = 0; i < known.named.result_count; ++i) live.remove(known.result(i));
    }
    for (std::uint8_t i = 0; i < known.named.source_count; ++i) live.add(known.source(i));
    for (std::uint8_t i = 0; i < known.named.condition_count; ++i) live.add(known.condition(i));
    live.remove(kZeroRegister);
    live.remove(kPredicateAt + kTruePredicate);
    return 0;
}

Liveness::LiveResults Liveness::step_of_others(const Instruction& in, RegisterSet& live) const {
    if (!in.known() || !kExtents[static_cast<std::size_t>(in.op())].is_known) {
        live = RegisterSet::all();
        return kAllFlags;
    }
    const FormRow& form = row(in.form);
    const Known known{in.word, form, form.named, kExtents[static_cast<std::size_t>(form.op)]};
    if (!known.extent.shows && !writes_any(known, live)) return kNothing;
    if (flow_.keeps_stack && (pushed_by(in.op()) || in.op() == Op::CAL)) live.add(at_end_); // a full stack ends it
    const std::uint32_t guard = known.guard();
    if (guard == kTruePredicate) remove_written(known, live);
    const std::uint32_t flags = has_to_do_with_flags(in) ? change_flags(live, in) : 0;
    add_read(known, live);
    live.add(kPredicateAt + (guard & 7));
    live.remove(kZeroRegister);
    live.remove(kPredicateAt + kTruePredicate);
    return static_cast<LiveResults>(flags);
}

/// Returns the set that is live after the block.
RegisterSet Liveness::ends_of(const BasicBlock& block) const {
    if (flow_.keeps_stack) return RegisterSet::all();
    const bool can_end = block.next == kLeaves || block.branch == kLeaves || !block.arms.empty();
    RegisterSet live = can_end ? at_end_ : RegisterSet{};
    for (const BasicBlockId to : {block.next, block.branch})
        if (to != kLeaves) live.add(live_in_[to]);
    for (const BasicBlock::Arm& arm : block.arms)
        if (arm.to != kLeaves) live.add(live_in_[arm.to]);
    return live;
}

bool Liveness::leads_back() const {
    for (BasicBlockId i = 0; i < flow_.blocks.size(); ++i) {
        const BasicBlock& block = flow_.blocks[i];
        const auto is_back = [&](BasicBlockId to) { return to <= i; };
        if (is_back(block.next) || is_back(block.branch) ||
            std::ranges::any_of(block.arms, is_back, &BasicBlock::Arm::to))
            return true;
    }
    return false;
}

void Liveness::look_at(BasicBlockId block) {
    block_ = block;
    first_ = firsts_[block];
}

RegisterSet Liveness::walk(BasicBlockId block, RegisterSet live) {
    const std::span<const Instruction> code = code_of(flow_.blocks[block]);
    const std::span<LiveResults> results = std::span(live_results_).subspan(firsts_[block]);
    for (std::size_t i = code.size(); i-- > 0;) results[i] = step(code[i], live);
    return live;
}

/// Until no more becomes live before any block. Most lead on to blocks with higher numbers.
void Liveness::spread() {
    constexpr unsigned kMostIterations = 16;
    const bool again = !flow_.keeps_stack && leads_back();
    bool changed = true;
    for (unsigned round = 0; changed; ++round) {
        changed = false;
        const bool is_last = round == kMostIterations; // then everything is live
        if (is_last) live_in_.assign(live_in_.size(), RegisterSet::all());
        for (auto block = static_cast<BasicBlockId>(flow_.blocks.size()); block-- > 0;) {
            const RegisterSet live = ends_of(flow_.blocks[block]);
            if (round > 0 && live == live_out_[block]) continue;
            live_out_[block] = live;
            const RegisterSet before = walk(block, live);
            if (is_last) continue;
            changed = changed || before != live_in_[block];
            live_in_[block] = before;
        }
        changed = changed && again;
    }
}

} // namespace relit::isa::maxwell
