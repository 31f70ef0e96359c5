// Random programs over all kinds of values, as text.
#include "ir/builder.hpp"
#include "ir/text/print.hpp"
#include "isa/ir/ir.hpp"
#include "isa/shared/random.hpp"

#include <array>
#include <optional>
#include <vector>

namespace relit::isa::ir_text {
namespace {

using ir::FloatMode;
using ir::Id;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr std::array kIntegers = {Kind::I8, Kind::I16, Kind::I32, Kind::I64};
constexpr std::array kFloats = {Kind::F16, Kind::F32, Kind::F64};
constexpr std::uint32_t kWords = 8, kBytes = 64, kMostIterations = 3;
constexpr unsigned kMostLanes = 2, kVectorLanes = 2 * kMostLanes, kVectors = 3;

bool is_conversion_of_width(Op op) {
    return op == Op::UExtend || op == Op::SExtend || op == Op::ITruncate || op == Op::FConvert;
}

/// Rows whose value is exact, lanewise or reduced from operands.
bool is_exact_row(const ir::OpInfo& row) {
    return row.has(ir::kPure) && !row.has(ir::kAcross) && row.error_ulp() == 0 && !row.operands.empty() &&
           row.operands.find_first_not_of("FIBT") == row.operands.npos;
}

class KindsWriter {
public:
    KindsWriter(Random& random, ir::Module& module)
        : random_(random), ir_(module), in_(ir_.file("in", Kind::I32, 1, kWords, ir::Role::Input)),
          whole_(ir_.file("whole", Kind::I32, 1, kWords, ir::Role::Output)),
          real_(ir_.file("real", Kind::F32, 1, kWords, ir::Role::Output)),
          truths_(ir_.file("truths", Kind::Bool, 1, kWords, ir::Role::Register)),
          vectors_(ir_.file("vectors", Kind::F32, kVectorLanes, kVectors, ir::Role::Register)),
          data_(ir_.storage_buffer("data", 0, kBytes)), main_(ir_.function("main")) {
        for (std::size_t op = 0; op < ir::kOpCount; ++op)
            if (is_exact_row(ir::info(static_cast<Op>(op)))) ops_.push_back(static_cast<Op>(op));
    }

    /// Steps, a loop that carries values of some kinds, steps; some of them call a function.
    void write(std::uint32_t steps) {
        make_function();
        for (std::uint32_t i = 0; i < steps; ++i) step();
        loop(steps);
        for (std::uint32_t i = 0; i < steps; ++i) step();
        for (const auto& there : values_)
            if (!there.empty()) show(there.back());
        ir_.ret();
    }

private:
    std::uint32_t below(std::size_t end) { return random_.below(static_cast<std::uint32_t>(end)); }
    Kind any_integer() { return kIntegers[below(kIntegers.size())]; }
    Kind any_float() { return kFloats[below(kFloats.size())]; }
    unsigned any_lanes() { return 1 + below(kMostLanes); }
    Type any_type(unsigned lanes) {
        const Kind kind = random_.one_in(8) ? Kind::Bool : random_.one_in(2) ? any_integer() : any_float();
        return Type{kind, static_cast<std::uint8_t>(lanes)};
    }

    std::vector<Id>& values(Type type) {
        return values_[static_cast<std::size_t>(type.kind) * (kMostLanes + 1) + type.lanes];
    }
    void keep(Id id) { values(ir_.type_of(id)).push_back(id); }
    Id value(Type type) {
        auto& there = values(type);
        if (!there.empty() && !random_.one_in(4)) return there[below(there.size())];
        keep(fresh(type));
        return there.back();
    }
    /// A constant, or made of inputs: those no pass folds.
    Id fresh(Type type) {
        if (random_.one_in(3)) {
            std::array<std::uint64_t, ir::kMaxLanes> lanes{};
            for (std::uint64_t& lane : lanes) lane = some_bits(type.kind);
            return ir_.constant(type, std::span(lanes).first(type.lanes));
        }
        std::vector<Id> lanes;
        for (unsigned i = 0; i < type.lanes; ++i) lanes.push_back(from_input(type.kind));
        return type.lanes == 1 ? lanes[0] : ir_.compose(lanes);
    }
    std::uint64_t some_bits(Kind kind) {
        const std::uint64_t wild = random_.next();
        const unsigned bits = ir::bits_of(kind);
        const std::uint64_t kAwkward[] = {0, 1, 2, bits - 1, bits, std::uint64_t{1} << (bits - 1), ~std::uint64_t{0}};
        const std::uint64_t picked = random_.one_in(2) ? wild : kAwkward[below(std::size(kAwkward))];
        if (kind == Kind::Bool) return picked & 1;
        return bits == 64 ? picked : picked & ((std::uint64_t{1} << bits) - 1);
    }
    Id from_input(Kind kind) {
        const Id word = ir_.load(in_, below(kWords), ir::kI32);
        if (kind == Kind::Bool) return ir_.INe({word, ir_.i32(0)});
        const unsigned bits = ir::bits_of(kind);
        if (bits == 64) {
            const Id other = ir_.load(in_, below(kWords), ir::kI32);
            return ir_.bitcast({kind, 1}, ir_.compose({word, other}));
        }
        const Kind integer = ir::integer_of(kind);
        const Id cut = bits == 32 ? word : ir_.convert(Op::ITruncate, integer, word);
        return integer == kind ? cut : ir_.bitcast({kind, 1}, cut);
    }

    void step() {
        switch (below(12)) {
            case 0:
            case 1: return memory();
            case 2:
            case 3: return show(value(any_type(any_lanes())));
            case 4: return call();
            case 5: return random_.one_in(2) ? truths() : vectors();
            default: return operation();
        }
    }

    void operation() {
        const Op op = ops_[below(ops_.size())];
        const ir::OpInfo& row = ir::info(op);
        const unsigned lanes = any_lanes();
        const Kind integer = any_integer(), real = any_float(), any = any_type(lanes).kind;
        const auto kind_of = [&](char letter) {
            if (letter == 'F' || letter == 'f') return real;
            if (letter == 'I' || letter == 'i') return integer;
            return letter == 'B' || letter == 'b' ? Kind::Bool : any;
        };
        std::vector<Id> operands;
        for (const char letter : row.operands)
            operands.push_back(value({kind_of(letter), static_cast<std::uint8_t>(lanes)}));
        Kind result = kind_of(row.result);
        if (is_conversion_of_width(op)) {
            result = op == Op::FConvert ? any_float() : any_integer();
            const bool is_wider = ir::bits_of(result) > ir::bits_of(integer), must_be = op != Op::ITruncate;
            if (op != Op::FConvert && (result == integer || is_wider != must_be)) return;
            if (op == Op::FConvert && result == real) return;
        }
        const auto made_lanes = static_cast<std::uint8_t>(row.has(ir::kReduce) ? 1 : lanes);
        set_mode();
        keep(ir_.add(op, {result, made_lanes}, operands, op == Op::Blend ? below(1U << lanes) : 0));
        ir_.mode({});
    }
    void set_mode() {
        FloatMode mode{};
        if (random_.one_in(3)) mode.set(FloatMode::rounding, below(4));
        mode.set(FloatMode::flush_inputs, random_.one_in(8));
        mode.set(FloatMode::flush_result, random_.one_in(8));
        ir_.mode(mode);
    }

    /// Floats lie where no integer is read, for which NaN comes out of arithmetic is open.
    void memory() {
        const Type type = {any_integer(), static_cast<std::uint8_t>(any_lanes())};
        const std::uint32_t bytes = ir::bits_of(type.kind) / 8;
        const Id index = value(ir::kI32);
        const Id offset = ir_.IAnd(index, ir_.i32((2 * kBytes - 1) & ~(bytes - 1))); // half of them are outside
        if (random_.one_in(2)) return keep(ir_.load_buffer(data_, offset, type));
        ir_.store_buffer(data_, offset, value(type));
    }

    // ---- registers
    void truths() {
        const Type type{Kind::Bool, static_cast<std::uint8_t>(any_lanes())};
        const std::uint32_t lane = below(kWords + 1 - type.lanes);
        random_.one_in(2) ? ir_.store(truths_, lane, value(type)) : keep(ir_.load(truths_, lane, type));
    }
    /// Some lanes of one.
    void vectors() {
        const Type type{Kind::F32, kVectorLanes}, half{Kind::F32, kMostLanes};
        const std::uint32_t first = kVectorLanes * below(kVectors);
        if (random_.one_in(2)) {
            const auto from = static_cast<std::uint8_t>(below(kVectorLanes)),
                       to = static_cast<std::uint8_t>(below(kVectorLanes));
            return keep(ir_.swizzle(ir_.load(vectors_, first, type), {from, to}));
        }
        const Id low = value(half), high = random_.one_in(2) ? low : value(half);
        const std::array lanes{ir_.lane(low, 0), ir_.lane(high, 1), ir_.lane(low, 1), ir_.lane(high, 0)};
        const Id stored = ir_.compose(lanes);
        ir_.store(vectors_, first, stored, 1 + below((1U << kVectorLanes) - 1));
    }

    /// Mixes the lanes of a value into an output.
    void show(Id id) {
        for (unsigned i = 0; i < ir_.type_of(id).lanes; ++i) {
            const Id lane = ir_.type_of(id).lanes == 1 ? id : ir_.lane(id, i);
            const Kind kind = ir_.type_of(lane).kind;
            if (ir::is_float(kind))
                show_float(lane);
            else
                show_word(kind == Kind::Bool ? ir_.Select({lane, ir_.i32(1), ir_.i32(0)}) : lane);
        }
    }
    void show_float(Id lane) {
        const Kind kind = ir_.type_of(lane).kind;
        const Id real = kind == Kind::F32 ? lane : ir_.convert(Op::FConvert, Kind::F32, lane);
        ir_.store(real_, below(kWords), real, 1);
        if (kind != Kind::F64) return; // the bits that 32 have no place for
        const Id bits = ir_.bitcast({Kind::I64, 1}, ir_.Select({ir_.FIsNan(lane), ir_.constant({kind, 1}, 0), lane}));
        show_word(bits);
    }
    void show_word(Id lane) {
        const unsigned bits = ir::bits_of(ir_.type_of(lane).kind);
        if (bits == 64) {
            show_word(ir_.convert(Op::ITruncate, Kind::I32, lane));
            show_word(ir_.convert(Op::ITruncate, Kind::I32, ir_.UShr(lane, ir_.constant({Kind::I64, 1}, 32))));
            return;
        }
        const std::uint32_t at = below(kWords);
        const Id word = bits == 32 ? lane : ir_.convert(Op::UExtend, Kind::I32, lane);
        const Id old = ir_.IMul({ir_.load(whole_, at, ir::kI32), ir_.i32(31)});
        ir_.store(whole_, at, ir_.IXor(old, word), 1);
    }

    /// Its values are made of its two parameters.
    void make_function() {
        const Type first = any_type(any_lanes()), second = any_type(any_lanes()), result = any_type(any_lanes());
        const ir::FunctionId made = ir_.function("helper", result, {first, second});
        keep(ir_.param(0));
        keep(ir_.param(1));
        for (int i = 0; i < 3; ++i) operation();
        ir_.ret(value(result));
        for (auto& there : values_) there.clear();
        ir_.move_to(main_, 0);
        helper_ = Helper{made, first, second};
    }
    void call() {
        if (!helper_) return;
        const Id first = value(helper_->first);
        keep(ir_.call(helper_->id, {first, value(helper_->second)}));
    }

    /// Counts down; a parameter takes the latest value of its type that the body has.
    void loop(std::uint32_t steps) {
        std::vector<Type> types{ir::kI32};
        for (std::uint32_t i = below(5); i-- > 0;) types.push_back(any_type(any_lanes()));
        std::vector<Id> begin{ir_.i32(1 + below(kMostIterations))};
        for (std::size_t i = 1; i < types.size(); ++i) begin.push_back(value(types[i]));
        const ir::BlockId body = ir_.block(), after = ir_.block(), again = ir_.block();
        std::vector<Id> params;
        for (const Type type : types) params.push_back(ir_.block_param(body, type));
        ir_.jump(body, begin);
        ir_.move_to(body);
        for (const Id param : params) keep(param);
        for (std::uint32_t i = 0; i < steps; ++i) step();
        std::vector<Id> next{ir_.ISub({params[0], ir_.i32(1)})};
        for (std::size_t i = 1; i < types.size(); ++i) next.push_back(value(types[i]));
        ir_.branch(ir_.IEq({next[0], ir_.i32(0)}), after, again);
        ir_.move_to(again);
        ir_.jump(body, next);
        ir_.move_to(after);
    }

    struct Helper {
        ir::FunctionId id;
        Type first, second;
    };

    Random& random_;
    ir::Builder ir_;
    std::uint32_t in_, whole_, real_, truths_, vectors_, data_;
    ir::FunctionId main_;
    std::optional<Helper> helper_;
    std::vector<Op> ops_;
    std::array<std::vector<Id>, 9 * (kMostLanes + 1)> values_; // by type
};

} // namespace

ir::Module random_module(std::uint64_t seed, std::uint32_t steps) {
    Random random(seed);
    ir::Module module;
    KindsWriter(random, module).write(steps);
    return module;
}

std::vector<std::uint8_t> sample(std::uint64_t seed) {
    constexpr std::uint32_t kLeast = 2, kSizes = 16;
    const std::string text = ir::print(random_module(seed, kLeast + static_cast<std::uint32_t>(seed % kSizes)));
    return {text.begin(), text.end()};
}

} // namespace relit::isa::ir_text
