#include "tests/support/ir/random_module.hpp"

#include "ir/builder.hpp"

namespace relit::test {
namespace {

using ir::BlockId;
using ir::Id;

/// Writes nested statements over registers. Operands are named one by one: C++ leaves open in which order arguments
/// are computed.
class LoopWriter {
public:
    LoopWriter(Dice& dice, ir::Module& module, bool calls) : dice_(dice), ir_(module), calls_(calls) {
        using ir::Kind, ir::Role;
        seed_ = ir_.file("seed", Kind::I32, 1, 1, Role::Input);
        trace_ = ir_.file("trace", Kind::I32, 1, 1, Role::Output);
        counters_ = ir_.file("i", Kind::I32, 1, kDeepest, Role::Register);
        r_ = ir_.file("r", Kind::I32, 4, kRegisters, Role::Register);
        table_ = ir_.file("t", Kind::I32, 1, 4, Role::Register);
        ir_.function("main");
        if (calls_) write_callee();
        ir_.move_to(0, 0);
    }

    void write() {
        const Id given = ir_.load(seed_, 0, ir::kI32);
        for (std::uint32_t i = 0; i < kRegisters; ++i) {
            ir_.store(r_, 4 * i, ir_.IXor(ir_.splat(given, 4), ir_.i32(static_cast<std::uint32_t>(dice_.bits()), 4)));
        }
        statements(2 + dice_.below(3));
        for (std::uint32_t i = 0; i < 4 * kRegisters; ++i) trace(ir_.load(r_, i, ir::kI32));
        ir_.ret();
    }

private:
    static constexpr std::uint32_t kRegisters = 3, kDeepest = 3;

    void statements(std::uint32_t count) {
        for (; count-- > 0;) {
            switch (dice_.below(7)) {
                case 0: choice(); break;
                case 1:
                case 2: loop(); break;
                case 3: leave(); break;
                case 4: indexed(); break;
                default: assign(); break;
            }
        }
    }

    /// mix(a, b): if (a < b) return 7 * a + b; else { t[0] += b; return t[1] ^ a; }
    void write_callee() {
        mix_ = ir_.function("mix", ir::kI32, {ir::kI32, ir::kI32});
        const Id a = ir_.add(ir::Op::Param, ir::kI32, {}, 0), b = ir_.add(ir::Op::Param, ir::kI32, {}, 1);
        const BlockId less = ir_.block(), otherwise = ir_.block();
        ir_.branch(ir_.ULt(a, b), less, otherwise);
        ir_.move_to(less);
        ir_.ret(ir_.IAdd(ir_.IMul(a, ir_.i32(7)), b));
        ir_.move_to(otherwise);
        ir_.store(table_, 0, ir_.IAdd(ir_.load(table_, 0, ir::kI32), b));
        ir_.ret(ir_.IXor(ir_.load(table_, 1, ir::kI32), a));
    }

    void trace(Id value) {
        if (calls_ && dice_.one_in(3)) value = ir_.call(mix_, {value, number()});
        const Id hash = ir_.IMul(ir_.load(trace_, 0, ir::kI32), ir_.i32(31));
        ir_.store(trace_, 0, ir_.IAdd(hash, value));
    }
    Id number() {
        if (depth_ > 0 && dice_.one_in(3)) return ir_.load(counters_, dice_.below(depth_), ir::kI32);
        if (dice_.one_in(3)) return ir_.i32(dice_.below(9));
        return ir_.load(r_, dice_.below(4 * kRegisters), ir::kI32);
    }

    void assign() {
        const Id old = ir_.load(r_, 4 * dice_.below(kRegisters), ir::kI32.with_lanes(4));
        const Id other = ir_.splat(number(), 4);
        const Id swizzled = ir_.swizzle(old, {1, 2, static_cast<std::uint8_t>(dice_.below(4)), 0});
        const Id value = dice_.one_in(2) ? ir_.IAdd(swizzled, other) : ir_.IXor(ir_.IMul(old, swizzled), other);
        ir_.store(r_, 4 * dice_.below(kRegisters), value, 1 + dice_.below(15));
        trace(number());
    }
    Id index() { return dice_.one_in(2) ? ir_.i32(dice_.below(4)) : ir_.IAnd(number(), ir_.i32(3)); }
    void indexed() {
        trace(ir_.load_at(table_, 0, index(), ir::kI32));
        if (dice_.one_in(3)) return;
        const Id at = index(), value = number();
        ir_.store_at(table_, 0, at, value);
    }

    Id condition() {
        const Id a = number(), b = number();
        return dice_.one_in(2) ? ir_.ULt(a, b) : ir_.IEq(ir_.IAnd(a, ir_.i32(3)), ir_.IAnd(b, ir_.i32(3)));
    }
    void choice() {
        const BlockId then = ir_.block(), end = ir_.block();
        const Id which = condition();
        ir_.branch(which, then, end);
        ir_.move_to(then);
        assign();
        if (dice_.one_in(4)) leave();
        ir_.jump(end);
        ir_.move_to(end);
    }
    /// An exit from the loops around.
    void leave() {
        if (depth_ == 0) return;
        const BlockId on = ir_.block();
        const Id which = condition();
        ir_.branch(which, ends_[dice_.below(depth_)], on);
        ir_.move_to(on);
    }

    /// From a constant in constant steps up to a constant or the counter of the loop around; tested first or last.
    void loop() {
        if (depth_ == kDeepest) return;
        const std::uint32_t mine = depth_, step = 1 + dice_.below(3), end = dice_.below(dice_.one_in(4) ? 40 : 6);
        const bool to_outer = depth_ > 0 && dice_.one_in(4), first = dice_.one_in(2);
        ir_.store(counters_, mine, ir_.i32(dice_.below(3)));
        const BlockId head = ir_.block(), body = first ? ir_.block() : head, after = ir_.block();
        const auto goes_on = [&] {
            const Id bound = to_outer ? ir_.load(counters_, mine - 1, ir::kI32) : ir_.i32(end);
            return ir_.ULt(ir_.load(counters_, mine, ir::kI32), bound);
        };
        ir_.jump(head);
        ir_.move_to(head);
        if (first) ir_.branch(goes_on(), body, after);
        ir_.move_to(body);
        ends_[depth_++] = after;
        statements(1 + dice_.below(3));
        --depth_;
        ir_.store(counters_, mine, ir_.IAdd(ir_.load(counters_, mine, ir::kI32), ir_.i32(step)));
        if (first)
            ir_.jump(head);
        else
            ir_.branch(goes_on(), head, after);
        ir_.move_to(after);
    }

    Dice& dice_;
    ir::Builder ir_;
    std::uint32_t seed_, trace_, counters_, r_, table_;
    bool calls_;
    ir::FunctionId mix_ = 0;
    std::uint32_t depth_ = 0;     // loops around
    BlockId ends_[kDeepest] = {}; // what stands behind them
};

} // namespace

ir::Module random_loops(std::uint64_t seed, bool calls) {
    Dice dice(seed);
    ir::Module module;
    LoopWriter(dice, module, calls).write();
    return module;
}

} // namespace relit::test
