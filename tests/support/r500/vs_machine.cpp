#include "tests/support/r500/vs_machine.hpp"
#include "tests/support/r500/floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

namespace relit::test {
namespace {

using namespace isa::r500::vs;
using W = Word128;

constexpr float kInfinity = std::numeric_limits<float>::infinity(), kGreatest = std::numeric_limits<float>::max();

float fraction(float a) { return a - std::floor(a); }
float power(float base, float exponent) {
    const float size = std::log2(base);
    return std::exp2(exponent == 0 || size == 0 ? 0 : exponent * size);
}

/// The whole number that a float becomes on its way to a0.
std::int64_t whole(float a) { return static_cast<std::int64_t>(std::floor(lesser(greater(a, -256), 255))); }

enum class CounterTest { Equal, Greater, GreaterEqual, NotEqual };
bool holds(CounterTest test, float a) {
    switch (test) {
        case CounterTest::Equal: return a == 0;
        case CounterTest::Greater: return a > 0;
        case CounterTest::GreaterEqual: return a >= 0;
        default: return !(a == 0);
    }
}
/// Operations of four tests stand side by side, in the order of CounterTest.
template <class Op>
CounterTest test_of(Op op, Op first) {
    return static_cast<CounterTest>(static_cast<int>(op) - static_cast<int>(first));
}

template <class Function>
Float4 each(const Function& function) {
    return {function(0), function(1), function(2), function(3)};
}

Float4 lighting(float specular, float diffuse, float exponent) {
    const float shine = power(greater(specular, 0), lesser(greater(exponent, -128), 128));
    return {1, greater(diffuse, 0), diffuse > 0 ? shine : 0, 1};
}

Float4 logarithm(float x) {
    const float size = std::fabs(x);
    if (size < 0x1p-126F) return {-kGreatest, 1, -kGreatest, 1};
    const auto bits = std::bit_cast<std::uint32_t>(size);
    if (std::isnan(x)) return {128, std::bit_cast<float>((bits & 0x7fffff) | 0x3f800000), x, 1};
    if (std::isinf(size)) return {kInfinity, 1, kInfinity, 1};
    int exponent = 0;
    const float mantissa = std::frexp(size, &exponent) * 2;
    return {static_cast<float>(exponent - 1), mantissa, std::log2(size), 1};
}

float held_power(float base, float exponent, float least) {
    return base < least ? 0 : base > 1 ? 1 : power(base, exponent);
}

float angle(float x) {
    constexpr float kPi = std::numbers::pi_v<float>;
    return lesser(greater(x, -kPi), kPi);
}

} // namespace

/// The loop whose register counts: the innermost one that does not keep that of the loop around it.
const R500VertexMachine::Entered* R500VertexMachine::counting() const {
    const auto found = std::find_if(inside_.rbegin(), inside_.rend(), [&](const Entered& one) {
        return slots_[one.slot].op == FlowOp::Loop && !slots_[one.slot].keeps_index;
    });
    return found == inside_.rend() ? nullptr : &*found;
}

std::int64_t R500VertexMachine::loop_index() const {
    const Entered* const loop = counting();
    return loop == nullptr ? 0 : loop->index;
}

Float4 R500VertexMachine::read(const Source& source) const {
    std::int64_t index = source.index + (source.from == SourceClass::Constant ? constant_base : 0);
    if (source.mode == Mode::Address) index += address[source.lane];
    if (source.mode == Mode::Loop) index += loop_index();
    const std::span<const Float4> files[] = {temps, inputs, constants, alternates};
    const std::span<const Float4> file = files[static_cast<std::size_t>(source.from)];
    const Float4 whole = index >= 0 && index < std::ssize(file) ? file[static_cast<std::size_t>(index)] : Float4{};
    Float4 chosen{};
    for (unsigned i = 0; i < 4; ++i) {
        constexpr std::array<float, 4> kNumbers = {0, 1, 0.5F, 0};
        const auto select = static_cast<unsigned>(source.select[i]);
        float value = select < 4 ? whole[select] : kNumbers[select - 4];
        if (source.abs) value = std::fabs(value);
        if ((source.negate >> i & 1) != 0) value = -value;
        chosen[i] = value;
    }
    return chosen;
}

R500VertexMachine::Result R500VertexMachine::vector(Ve op, const std::array<Float4, 3>& in) {
    const auto& [a, b, c] = in;
    const auto one = [](bool is) { return is ? 1.0F : 0.0F; };
    switch (op) {
        case Ve::Dot: {
            const float sum = product(a[0], b[0]) + product(a[1], b[1]) + product(a[2], b[2]) + product(a[3], b[3]);
            return {{sum, sum, sum, sum}};
        }
        case Ve::Mul: return {each([&](unsigned i) { return product(a[i], b[i]); })};
        case Ve::Add: return {each([&](unsigned i) { return a[i] + b[i]; })};
        case Ve::Mad: return {each([&](unsigned i) { return product(a[i], b[i]) + c[i]; })};
        case Ve::Dst: return {{1, product(a[1], b[1]), a[2], b[3]}};
        case Ve::Frc: return {each([&](unsigned i) { return fraction(a[i]); })};
        case Ve::Max: return {each([&](unsigned i) { return greater(a[i], b[i]); })};
        case Ve::Min: return {each([&](unsigned i) { return lesser(a[i], b[i]); })};
        case Ve::Sge: return {each([&](unsigned i) { return one(a[i] >= b[i]); })};
        case Ve::Slt: return {each([&](unsigned i) { return one(a[i] < b[i]); })};
        case Ve::M2x: return {each([&](unsigned i) { return product(2 * a[i], b[i]) + c[i]; })};
        case Ve::Mcl: {
            const float low = product(a[0], b[0]), high = product(a[3], b[3]);
            const float held = c[3] < high ? c[3] : c[0] >= low ? c[0] : low;
            return {{held, held, held, held}};
        }
        case Ve::Flr: return {each([&](unsigned i) { return std::floor(a[i]); })};
        case Ve::Rnd: return {each([&](unsigned i) { return std::floor(a[i] + 0.5F); })};
        case Ve::Sgt: return {each([&](unsigned i) { return one(a[i] > b[i]); })};
        case Ve::Seq: return {each([&](unsigned i) { return one(a[i] == b[i]); })};
        case Ve::Sne: return {each([&](unsigned i) { return one(!(a[i] == b[i])); })};
        case Ve::PushEq:
        case Ve::PushGt:
        case Ve::PushGe:
        case Ve::PushNe: {
            const bool passes = a[3] == 0 && holds(test_of(op, Ve::PushEq), b[3]);
            const float count = passes ? 0 : a[3] + 1;
            predicate = count == 0;
            return {{count, count, count, count}};
        }
        case Ve::WriteEq:
        case Ve::WriteGt:
        case Ve::WriteGe:
        case Ve::WriteNe: {
            Result result{b, 0};
            for (unsigned i = 0; i < 4; ++i)
                if (holds(test_of(op, Ve::WriteEq), a[i])) result.lanes |= 1U << i;
            return result;
        }
        case Ve::MuxEq:
        case Ve::MuxGt:
        case Ve::MuxGe: return {each([&](unsigned i) { return holds(test_of(op, Ve::MuxEq), a[i]) ? b[i] : c[i]; })};
        case Ve::Nop: break;
    }
    return {{}, 0};
}

float R500VertexMachine::counter(Me op, float value) {
    float count = 0;
    switch (op) {
        case Me::SetClear: count = kGreatest; break;
        case Me::SetInvert: count = value == 1 ? 0 : value == 0 ? 1 : value; break;
        case Me::SetPop: count = value <= 1 ? 0 : value - 1; break;
        case Me::SetRestore: count = value; break;
        default: count = holds(test_of(op, Me::SetEq), value) ? 0 : 1; break;
    }
    predicate = count == 0;
    return count;
}

R500VertexMachine::Result R500VertexMachine::math(Me op, const std::array<Float4, 3>& in, bool third) {
    const auto all = [](float value) { return Result{{value, value, value, value}}; };
    const float x = in[0][3], y = third ? in[2][3] : in[1][3];
    switch (op) {
        case Me::Nop: return {{}, 0};
        case Me::Exp: return {{std::exp2(std::floor(x)), fraction(x), std::exp2(x), 1}};
        case Me::Log: return {logarithm(x)};
        case Me::ExpE: return all(std::exp2(x * std::numbers::log2e_v<float>));
        case Me::Lit: return {lighting(x, in[1][3], in[2][3])};
        case Me::Pow: return all(power(x, y));
        case Me::PowClampB: return all(x < in[1][3] ? 0 : power(x, in[2][3]));
        case Me::PowClampB1: return all(held_power(x, in[2][3], in[1][3]));
        case Me::PowClamp01: return all(x <= 0 ? 0 : held_power(x, y, 0));
        case Me::Rcp: return all(x == 0 ? kGreatest : 1 / x);
        case Me::RcpIeee: return all(1 / x);
        case Me::RcpFf: return all(x == 0 ? 0 : 1 / x);
        case Me::Rsq: return all(x == 0 ? kGreatest : root(std::fabs(x)));
        case Me::RsqFf: return all(x == 0 ? 0 : root(std::fabs(x)));
        case Me::RsqIeee: return all(root(x));
        case Me::Mul: return all(product(x, in[1][3]));
        case Me::ExpFull: return all(std::exp2(x));
        case Me::LogFull: return all(x == 0 ? -kGreatest : std::log2(std::fabs(x)));
        case Me::LogIeee: return all(std::log2(x));
        case Me::Sin: return all(std::sin(angle(x)));
        case Me::Cos: return all(std::cos(angle(x)));
        default: return all(counter(op, x));
    }
}

void R500VertexMachine::write(TargetClass to, std::uint32_t index, Mode mode, std::uint32_t lane, std::uint32_t mask,
                              const Result& result) {
    std::int64_t target = index;
    if (mode == Mode::Address) target += address[lane];
    if (mode == Mode::Loop) target += loop_index();
    if (to == TargetClass::Address) target = 0;
    const std::int64_t count = to == TargetClass::Input                                     ? 16
                               : to == TargetClass::Out || to == TargetClass::OutReplicateX ? output_count
                                                                                            : 128;
    if (target < 0 || target >= count) return;
    const auto at = static_cast<std::size_t>(target);
    for (unsigned i = 0; i < 4; ++i) {
        const bool replicates = to == TargetClass::OutReplicateX;
        const unsigned from = replicates ? 0 : i;
        if ((mask >> i & 1) == 0 || (result.lanes >> from & 1) == 0) continue;
        const float value = result.value[from];
        switch (to) {
            case TargetClass::Temp: temps[at][i] = value; break;
            case TargetClass::Address: address[i] = whole(value); break;
            case TargetClass::Out:
            case TargetClass::OutReplicateX: outputs[at][i] = value; break;
            case TargetClass::AltTemp: alternates[at][i] = value; break;
            case TargetClass::Input: inputs[at][i] = value; break;
            default: break;
        }
    }
}

void R500VertexMachine::step(const W& word) {
    const bool runs = !word[W::predicated] || word[W::predicate] == predicate, before = predicate;
    std::array<Float4, 3> in = {read(source(word, 0)), read(source(word, 1)), read(source(word, 2))};
    const bool dual = word[W::dual], is_math = word[W::math];
    Source second = dual_source(word);
    const Float4 pair = read(second);
    Result first, other;
    if (word[W::macro])
        first = vector(word[W::op] == 0 ? Ve::Mad : Ve::M2x, in);
    else if (is_math)
        first = math(static_cast<Me>(word[W::op]), in, word[W::C_w] != Select::Unused);
    else
        first = vector(static_cast<Ve>(word[W::op]), in);
    if (dual) {
        const auto op = static_cast<Me>(word[W::dual_op]);
        const bool two = find(opcode(op))->operands > 1;
        const float x = !two && second.select[0] == Select::Unused ? pair[1] : pair[0];
        const Float4 a = {x, x, x, x}, b = {pair[1], pair[1], pair[1], pair[1]};
        other = math(op, {a, b, b}, true);
    }
    if (!runs) {
        predicate = before;
        return;
    }
    if (word[is_math && !word[W::macro] ? W::me_saturate : W::ve_saturate])
        for (float& lane : first.value) lane = saturated(lane);
    if (dual && word[W::me_saturate])
        for (float& lane : other.value) lane = saturated(lane);
    write(word[W::target], word[W::target_index], word[W::target_mode], word[W::target_lane], word[W::mask], first);
    if (dual) write(TargetClass::AltTemp, word[W::dual_index], Mode::Absolute, 0, 1U << word[W::dual_component], other);
}

bool R500VertexMachine::run(std::span<const W> code, const FlowSlots& slots, std::uint32_t first, std::uint32_t last,
                            std::uint32_t steps) {
    inside_.clear();
    slots_ = slots;
    bool has_run = true; // whether the instruction at `at` is still to be done
    for (std::uint32_t at = first;;) {
        if (has_run) {
            if (steps-- == 0) return false;
            step(code[at]);
        }
        const bool acts = has_run;
        has_run = true;
        if (!inside_.empty() && slots[inside_.back().slot].last == at) {
            Entered& innermost = inside_.back();
            const FlowSlot& slot = slots[innermost.slot];
            if (slot.op == FlowOp::Call) {
                inside_.pop_back();
                at = slot.back;
                continue;
            }
            if (Entered* const loop = const_cast<Entered*>(counting()); loop != nullptr) loop->index += slot.step;
            if (--innermost.iterations > 0) {
                at = slot.back;
            } else {
                inside_.pop_back();
                has_run = false;
            }
            continue;
        }
        const auto* slot = std::ranges::find_if(slots, [&](const FlowSlot& each) {
            return each.op != FlowOp::None && each.act == at && (acts || each.op != FlowOp::Loop || each.last != at);
        });
        if (slot != slots.end()) {
            const auto number = static_cast<std::uint32_t>(slot - slots.begin());
            if (slot->op == FlowOp::Loop) inside_.push_back({number, slot->value, slot->first_index});
            if (slot->op == FlowOp::Call) inside_.push_back({number});
            at = slot->op == FlowOp::Loop ? slot->back : slot->value;
            continue;
        }
        if (at == last) return true;
        ++at;
    }
}

} // namespace relit::test
