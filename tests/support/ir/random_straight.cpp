#include "tests/support/ir/random_module.hpp"

#include "ir/builder.hpp"

#include <array>
#include <vector>

namespace relit::test {
namespace {

using ir::Id;
using ir::Type;

constexpr std::array kKinds = {ir::Kind::Bool, ir::Kind::I32, ir::Kind::F32};
constexpr std::array<std::uint32_t, 16> kAwkward = {
    0,          1,          2,          31,         32,         0x80000000, 0x7fffffff, 0xffffffff,
    0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x4f800000, 0x3f000000};

// Rows whose value is lanewise or reduced from operands, exact, and the same on every device.
bool is_wanted(const ir::OpInfo& row) {
    if (!row.has(ir::kPure) || row.has(ir::kAcross) || row.error_ulp() != 0) return false;
    if (row.operands.empty() || row.operands.find_first_not_of("FIBT") != row.operands.npos) return false;
    return row.name != "UExtend" && row.name != "SExtend" && row.name != "ITruncate" && row.name != "FConvert";
}

class StraightWriter {
public:
    StraightWriter(Dice& dice, ir::Module& module) : dice_(dice), ir_(module) {
        in_ = ir_.file("in", ir::Kind::F32, 4, kRegisters, ir::Role::Input);
        r_ = ir_.file("r", ir::Kind::F32, 4, kRegisters, ir::Role::Register);
        out_ = ir_.file("out", ir::Kind::F32, 4, kRegisters, ir::Role::Output);
        data_ = ir_.storage_buffer("data", 0, kBytes);
        ir_.function("main");
        for (std::size_t op = 0; op < ir::kOpCount; ++op) {
            if (is_wanted(ir::info(static_cast<ir::Op>(op)))) ops_.push_back(static_cast<ir::Op>(op));
        }
    }

    void write(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) step();
        for (std::uint32_t i = 0; i < kRegisters; ++i)
            ir_.store(out_, 4 * i, ir_.load(r_, 4 * i, {ir::Kind::F32, 4}), 15);
        ir_.ret();
    }

private:
    static constexpr std::uint32_t kRegisters = 8, kBytes = 256;

    void step() {
        switch (dice_.below(8)) {
            case 0: return load();
            case 1: return store();
            case 2: return buffer();
            case 3: return swizzle();
            default: return operation();
        }
    }

    Type any_type() { return {kKinds[dice_.below(kKinds.size())], static_cast<std::uint8_t>(1 + dice_.below(4))}; }
    Type stored_type() {
        return {dice_.one_in(2) ? ir::Kind::I32 : ir::Kind::F32, static_cast<std::uint8_t>(1 + dice_.below(4))};
    }

    // A value of the type that is there already, or a new constant.
    Id value(Type type) {
        auto& there = values_[slot(type)];
        if (!there.empty() && !dice_.one_in(5)) return there[dice_.below(static_cast<std::uint32_t>(there.size()))];
        std::array<std::uint64_t, ir::kMaxLanes> lanes{};
        for (std::uint64_t& lane : lanes) {
            const auto wild = static_cast<std::uint32_t>(dice_.bits());
            lane = dice_.one_in(3) ? wild : kAwkward[dice_.below(kAwkward.size())];
            if (type.kind == ir::Kind::Bool) lane &= 1;
        }
        return keep(ir_.constant(type, std::span(lanes).first(type.lanes)));
    }

    Id keep(Id id) {
        values_[slot(ir_.type_of(id))].push_back(id);
        return id;
    }
    static std::size_t slot(Type type) {
        return static_cast<std::size_t>(type.kind) * (ir::kMaxLanes + 1) + type.lanes;
    }

    static ir::Kind kind_of(char letter, ir::Kind any) {
        switch (letter) {
            case 'F':
            case 'f': return ir::Kind::F32;
            case 'I':
            case 'i': return ir::Kind::I32;
            case 'B':
            case 'b': return ir::Kind::Bool;
            default: return any;
        }
    }

    void operation() {
        const ir::Op op = ops_[dice_.below(static_cast<std::uint32_t>(ops_.size()))];
        const ir::OpInfo& row = ir::info(op);
        const Type any = any_type();
        std::vector<Id> operands;
        for (const char letter : row.operands) operands.push_back(value(any.with_kind(kind_of(letter, any.kind))));
        const Type lanes = row.has(ir::kReduce) ? any.scalar() : any;
        const std::uint32_t imm = op == ir::Op::Blend ? dice_.below(1U << any.lanes) : 0;
        keep(ir_.add(op, lanes.with_kind(kind_of(row.result, any.kind)), operands, imm));
    }

    void swizzle() {
        const Id from = value(any_type());
        std::vector<std::uint8_t> lanes(1 + dice_.below(ir::kMaxLanes));
        for (std::uint8_t& lane : lanes) lane = static_cast<std::uint8_t>(dice_.below(ir_.type_of(from).lanes));
        keep(ir_.swizzle(from, lanes));
    }

    void load() {
        const Type type = stored_type();
        const std::uint32_t file = dice_.one_in(2) ? in_ : r_, lane = dice_.below(4 * kRegisters - type.lanes + 1);
        if (!dice_.one_in(4)) {
            keep(ir_.load(file, lane, type));
            return;
        }
        const Id index = value(ir::kI32);
        const Id small = ir_.IAnd(index, ir_.i32(kRegisters));
        keep(ir_.load_at(file, 0, small, type));
    }

    void store() {
        const Type type = stored_type();
        const Id stored = value(type);
        const std::uint32_t mask = 1 + dice_.below((1U << type.lanes) - 1);
        ir_.store(r_, dice_.below(4 * kRegisters - type.lanes + 1), stored, mask);
    }

    void buffer() {
        const Id index = value(ir::kI32);
        const Id offset = ir_.IAnd(index, ir_.i32(2 * kBytes - 4)); // aligned; half of them are outside
        const Type type = stored_type();
        if (dice_.one_in(2)) {
            keep(ir_.load_buffer(data_, offset, type));
        } else {
            ir_.store_buffer(data_, offset, value(type));
        }
    }

    Dice& dice_;
    ir::Builder ir_;
    std::uint32_t in_, r_, out_, data_;
    std::vector<ir::Op> ops_;
    std::array<std::vector<Id>, 9 * (ir::kMaxLanes + 1)> values_; // by type
};

} // namespace

ir::Module random_straight(std::uint64_t seed, std::uint32_t steps) {
    Dice dice(seed);
    ir::Module module;
    StraightWriter(dice, module).write(steps);
    return module;
}

} // namespace relit::test
