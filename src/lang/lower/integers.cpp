// Integer operations of which the IR says more than hosts do: shifts by any count, division by 0, fields of any bits, operations on
// bits of widths other than 32. What takes several instructions and comes often is a function.
#include "lang/lower/integers.hpp"

#include "ir/analysis/bounds.hpp"
#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr unsigned kWord = 32;
constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

/// Operations on bits, and products in full, came with GLSL 4.00.
bool has_bit_operations(const Target& target) {
    constexpr std::uint32_t kFirst = 400;
    return target.dialect == Dialect::SpirV || target.version == 0 || target.version >= kFirst;
}

/// A field of bits that is the same in every lane.
struct Field {
    std::uint64_t first, count;
};
std::optional<Field> known_field(const ir::Module& module, const Inst& inst) {
    const auto known = [&](std::size_t from_end) -> std::optional<std::uint64_t> {
        const Id id = inst.operands[inst.operands.size() - from_end];
        const auto lane = ir::known_lane(module, id);
        return lane && ir::is_constant(module, id, *lane) ? lane : std::nullopt;
    };
    const auto first = known(2), count = known(1);
    return first && count ? std::optional(Field{*first, *count}) : std::nullopt;
}

bool is_within_word(const ir::Module& module, const Inst& inst) {
    const auto field = known_field(module, inst);
    return inst.type == ir::kI32 && field && field->first < kWord && field->count <= kWord - field->first;
}

} // namespace

bool is_host_integer(const ir::Module& module, const Inst& inst, const Target& target) {
    switch (inst.op) {
        case Op::IShl:
        case Op::UShr:
        case Op::SShr: return ir::shifts_inside(module, inst);
        case Op::UDiv:
        case Op::UMod: return ir::is_never_zero(module, inst.operands[1]);
        case Op::UMulHi:
        case Op::SMulHi:
        case Op::IBitCount:
        case Op::IBitReverse:
        case Op::UFindMsb:
        case Op::SFindMsb:
        case Op::IFindLsb: return inst.type.kind == Kind::I32 && has_bit_operations(target);
        case Op::UBitField:
        case Op::SBitField:
        case Op::IBitInsert: return has_bit_operations(target) && is_within_word(module, inst);
        case Op::SDiv:
        case Op::SRem:
        case Op::ICarry:
        case Op::IBorrow: return false;
        default: return true;
    }
}

namespace {

/// Writes at the builder's position.
class IntegerExpansion {
public:
    IntegerExpansion(ir::Builder& builder, const Target& target)
        : ir_(builder), has_bits_(has_bit_operations(target)) {}

    /// For an instruction that is_host_integer() refuses, of these operands.
    [[nodiscard]] Id of(const Inst& inst, std::span<const Id> in) {
        switch (inst.op) {
            case Op::IShl:
            case Op::UShr:
            case Op::SShr: return shift(inst.op, in[0], in[1]);
            case Op::UDiv:
            case Op::UMod: return divide(inst.op, in[0], in[1]);
            case Op::SDiv:
            case Op::SRem: return divide_signed(inst.op, in[0], in[1]);
            case Op::UMulHi: return high_product(in[0], in[1]);
            case Op::SMulHi: return signed_high_product(in[0], in[1]);
            case Op::ICarry: return one_if(ir_.ULt(ir_.IAdd(in[0], in[1]), in[0]), in[0]);
            case Op::IBorrow: return one_if(ir_.ULt(in[0], in[1]), in[0]);
            case Op::IBitCount: return bit_count(in[0]);
            case Op::IBitReverse: return reversed(in[0]);
            case Op::UFindMsb: return highest(in[0]);
            case Op::SFindMsb: return highest_of_signed(in[0]);
            case Op::IFindLsb: return lowest(in[0]);
            default: return field(inst, in);
        }
    }

private:
    // ---- small things
    [[nodiscard]] Type type(Id value) const { return ir_.type_of(value); }
    [[nodiscard]] unsigned width(Id value) const { return ir::bits_of(type(value).kind); }
    Id number(Id like, std::uint64_t value) { return ir_.constant(type(like), value & kAllBits >> (64 - width(like))); }
    Id is_zero(Id value) { return ir_.IEq(value, number(value, 0)); }
    Id is_negative(Id value) { return ir_.SLt(value, number(value, 0)); }
    Id one_if(Id condition, Id like) { return ir_.Select({condition, number(like, 1), number(like, 0)}); }
    Id plus(Id value, std::uint64_t what) { return ir_.IAdd(value, number(value, what)); }
    /// By a number of bits below the width.
    Id by(Op op, Id value, unsigned bits) {
        return bits == 0 ? value : ir_.add(op, type(value), {value, number(value, bits)});
    }
    Id as(Kind kind, Id value) { return ir_.convert(Op::ITruncate, kind, value); }
    Id as_word(Id value, Op extend) { return width(value) < kWord ? ir_.convert(extend, Kind::I32, value) : value; }

    struct Halves {
        Id low, high;
    };
    Halves halves(Id value) {
        const Id low = as(Kind::I32, value);
        return {low, as(Kind::I32, by(Op::UShr, value, kWord))};
    }

    // ---- shifts and division
    Id shift(Op op, Id value, Id count) {
        const unsigned bits = width(value);
        if (op == Op::SShr) return ir_.SShr({value, ir_.UMin(count, number(count, bits - 1))});
        const Id moved = ir_.operation(op, {value, ir_.IAnd(count, number(count, bits - 1))});
        return ir_.Select({ir_.ULt(count, number(count, bits)), moved, number(value, 0)});
    }

    Id divide(Op op, Id a, Id b) {
        const Id found = ir_.operation(op, {a, ir_.UMax(b, number(b, 1))});
        return ir_.Select({is_zero(b), op == Op::UDiv ? number(a, kAllBits) : a, found});
    }
    Id magnitude(Id value) { return ir_.Select({is_negative(value), ir_.INeg(value), value}); }
    /// Of magnitudes, for hosts differ in remainders of negative numbers.
    Id divide_signed(Op op, Id a, Id b) {
        const Op without_sign = op == Op::SDiv ? Op::UDiv : Op::UMod;
        const Id above = magnitude(a), below = ir_.UMax({magnitude(b), number(b, 1)});
        const Id found = ir_.operation(without_sign, {above, below});
        const Id negates = op == Op::SDiv ? is_negative(ir_.IXor(a, b)) : is_negative(a);
        const Id whole = ir_.Select(negates, ir_.INeg(found), found);
        return ir_.Select({is_zero(b), op == Op::SDiv ? number(a, kAllBits) : a, whole});
    }

    // ---- products
    Id high_product(Id a, Id b) {
        const unsigned bits = width(a);
        if (bits >= kWord) return product_of_halves(a, b);
        const Id product = ir_.IMul({as_word(a, Op::UExtend), as_word(b, Op::UExtend)});
        return as(type(a).kind, by(Op::UShr, product, bits));
    }
    Id product_of_halves(Id a, Id b) {
        const unsigned half = width(a) / 2;
        const auto low = [&](Id value) { return ir_.IAnd(value, number(value, kAllBits >> (64 - half))); };
        const auto high = [&](Id value) { return by(Op::UShr, value, half); };
        const Id a0 = low(a), a1 = high(a), b0 = low(b), b1 = high(b);
        const Id middle = ir_.IAdd({ir_.IMul(a1, b0), high(ir_.IMul(a0, b0))});
        const Id other = ir_.IAdd({ir_.IMul(a0, b1), low(middle)});
        return ir_.IAdd({ir_.IAdd({ir_.IMul(a1, b1), high(middle)}), high(other)});
    }
    Id signed_high_product(Id a, Id b) {
        const unsigned bits = width(a);
        if (bits < kWord) {
            const Id product = ir_.IMul({as_word(a, Op::SExtend), as_word(b, Op::SExtend)});
            return as(type(a).kind, by(Op::UShr, product, bits));
        }
        const auto if_negative = [&](Id one, Id other) { return ir_.IAnd({by(Op::SShr, one, bits - 1), other}); };
        const Id whole = high_product(a, b);
        const Id less = ir_.ISub(whole, if_negative(a, b));
        return ir_.ISub(less, if_negative(b, a));
    }

    // ---- bits: of 32, what the host has; of 64, by halves; of fewer, as 32
    Id bit_count(Id value) {
        if (width(value) < kWord) return as(type(value).kind, bit_count(as_word(value, Op::UExtend)));
        if (width(value) == kWord) return has_bits_ ? ir_.IBitCount(value) : bit_count_by_sums(value);
        const auto [low, high] = halves(value);
        const Id of_low = bit_count(low);
        return ir_.convert(Op::UExtend, Kind::I64, ir_.IAdd(of_low, bit_count(high)));
    }
    /// Of two bits side by side, of four, of eight; a product adds the bytes.
    Id bit_count_by_sums(Id value) {
        const auto some = [&](Id all, std::uint32_t mask) { return ir_.IAnd(all, number(all, mask)); };
        const Id pairs = ir_.ISub(value, some(by(Op::UShr, value, 1), 0x55555555));
        const Id fours = ir_.IAdd({some(pairs, 0x33333333), some(by(Op::UShr, pairs, 2), 0x33333333)});
        const Id bytes = some(ir_.IAdd({fours, by(Op::UShr, fours, 4)}), 0x0f0f0f0f);
        return by(Op::UShr, ir_.IMul(bytes, number(bytes, 0x01010101)), 24);
    }

    Id reversed(Id value) {
        const Kind kind = type(value).kind;
        if (width(value) < kWord) {
            const Id word = reversed(as_word(value, Op::UExtend));
            return as(kind, by(Op::UShr, word, kWord - width(value)));
        }
        if (width(value) == kWord) return has_bits_ ? ir_.IBitReverse(value) : reversed_by_swaps(value);
        const auto [low, high] = halves(value);
        const Id above = ir_.convert(Op::UExtend, Kind::I64, reversed(low));
        return ir_.IOr({by(Op::IShl, above, kWord), ir_.convert(Op::UExtend, Kind::I64, reversed(high))});
    }
    Id reversed_by_swaps(Id value) {
        constexpr std::uint32_t kMasks[] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff};
        for (unsigned step = 0; step < std::size(kMasks); ++step) {
            const Id mask = number(value, kMasks[step]);
            const Id down = ir_.IAnd({by(Op::UShr, value, 1U << step), mask});
            value = ir_.IOr({down, by(Op::IShl, ir_.IAnd(value, mask), 1U << step)});
        }
        return value;
    }

    Id highest(Id value) {
        if (width(value) < kWord) return as(type(value).kind, highest(as_word(value, Op::UExtend)));
        if (width(value) == kWord) return has_bits_ ? ir_.UFindMsb(value) : highest_by_count(value);
        const auto [low, high] = halves(value);
        const Id above = plus(highest(high), kWord);
        return ir_.convert(Op::SExtend, Kind::I64, ir_.Select({is_zero(high), highest(low), above}));
    }
    /// All bits below the highest are set; then there is one more of them than its number.
    Id highest_by_count(Id value) {
        for (unsigned bits = 1; bits < kWord; bits *= 2) value = ir_.IOr(value, by(Op::UShr, value, bits));
        return plus(bit_count(value), kAllBits);
    }
    Id highest_of_signed(Id value) {
        if (width(value) < kWord) {
            const Id word = as_word(value, Op::SExtend);
            return as(type(value).kind, has_bits_ ? ir_.SFindMsb(word) : highest_of_signed(word));
        }
        return highest(ir_.IXor({value, by(Op::SShr, value, width(value) - 1)}));
    }
    Id lowest(Id value) {
        if (width(value) < kWord) return as(type(value).kind, lowest(as_word(value, Op::UExtend)));
        if (width(value) == kWord) return has_bits_ ? ir_.IFindLsb(value) : highest(ir_.IAnd({value, ir_.INeg(value)}));
        const auto [low, high] = halves(value);
        const Id above = ir_.Select({is_zero(high), number(high, kAllBits), plus(lowest(high), kWord)});
        return ir_.convert(Op::SExtend, Kind::I64, ir_.Select({is_zero(low), above, lowest(low)}));
    }

    // ---- fields
    Id field(const Inst& inst, std::span<const Id> in) {
        if (const auto known = known_field(ir_.module(), inst)) return field_of(inst, in, *known);
        switch (inst.op) {
            case Op::UBitField: return ir_.IAnd({shift(Op::UShr, in[0], in[1]), low_ones(in[2])});
            case Op::SBitField: return signed_field(in[0], in[1], in[2]);
            default: return inserted(in[0], in[1], in[2], in[3]);
        }
    }
    /// The low `count` bits, or all bits if there are fewer.
    Id low_ones(Id count) {
        const unsigned bits = width(count);
        const Id above = ir_.IShl({number(count, 1), ir_.IAnd(count, number(count, bits - 1))});
        return ir_.Select({ir_.ULt(count, number(count, bits)), plus(above, kAllBits), number(count, kAllBits)});
    }
    /// To the top and back; all bits need no way.
    Id signed_field(Id value, Id first, Id count) {
        const unsigned bits = width(value);
        const Id above = shift(Op::SShr, value, first);
        const Id rest = ir_.ISub({number(count, bits), ir_.UMin(count, number(count, bits))});
        const Id way = ir_.IAnd(rest, number(rest, bits - 1));
        const Id found = ir_.SShr({ir_.IShl(above, way), way});
        return ir_.Select({is_zero(count), number(value, 0), found});
    }
    Id inserted(Id value, Id what, Id first, Id count) {
        const Id mask = shift(Op::IShl, low_ones(count), first);
        const Id kept = ir_.IAnd({value, ir_.INot(mask)});
        return ir_.IOr({kept, ir_.IAnd({shift(Op::IShl, what, first), mask})});
    }
    /// Bits that the word does not have are lost, or read as 0 or as the sign: as if there were fewer.
    Id field_of(const Inst& inst, std::span<const Id> in, Field known) {
        const unsigned bits = width(in[0]);
        const bool inserts = inst.op == Op::IBitInsert;
        if (known.count == 0) return inserts ? in[0] : number(in[0], 0);
        if (known.first >= bits) {
            if (inserts) return in[0];
            return inst.op == Op::UBitField ? number(in[0], 0) : by(Op::SShr, in[0], bits - 1);
        }
        const auto first = static_cast<unsigned>(known.first);
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(known.count, bits - first));
        if (inst.type == ir::kI32 && has_bits_) return within_word(inst, in, {first, count});
        const std::uint64_t mask = kAllBits >> (64 - count);
        switch (inst.op) {
            case Op::UBitField: return ir_.IAnd({by(Op::UShr, in[0], first), number(in[0], mask)});
            case Op::SBitField: return by(Op::SShr, by(Op::IShl, in[0], bits - first - count), bits - count);
            default: break;
        }
        const Id kept = ir_.IAnd(in[0], number(in[0], ~(mask << first)));
        return ir_.IOr({kept, ir_.IAnd({by(Op::IShl, in[1], first), number(in[1], mask << first)})});
    }
    Id within_word(const Inst& inst, std::span<const Id> in, Field known) {
        std::vector<Id> operands(in.begin(), in.end() - 2);
        operands.push_back(number(in[0], known.first));
        operands.push_back(number(in[0], known.count));
        return ir_.add(inst.op, inst.type, operands);
    }

    ir::Builder& ir_;
    bool has_bits_;
};

class IntegerLowering {
public:
    IntegerLowering(ir::Module& module, const Target& target)
        : module_(module), target_(target), ir_(module), outlines_(ir_), expansion_(ir_, target) {}

    bool run() {
        const auto changes = [&](Id id) { return !is_host_integer(module_, module_[id], target_); };
        for (const ir::Function& function : module_.functions)
            for (const ir::Block& block : function.blocks)
                for (const Id id : block.insts)
                    if (changes(id)) outlines_.count(outline_key(module_, id));
        return outlines_.has_counted() && rewrite_instructions(ir_, changes, [&](Id id) { return value(id); });
    }

private:
    Id value(Id id) {
        const Inst inst = module_[id];
        const OutlineKey key = outline_key(module_, id);
        if (outlines_.uses(key) < least_uses(inst)) return expansion_.of(inst, inst.operands);
        const auto write = [&](std::span<const Id> in) {
            Inst inside = inst; // what is known of the operands is not known of parameters
            inside.operands = module_.copy(in);
            return std::optional(expansion_.of(inside, in));
        };
        return *outlines_.call(key, inst.type, inst.operands, write);
    }

    /// How many there must be for a function to pay. Literal text has the guest's operations.
    [[nodiscard]] std::size_t least_uses(const Inst& inst) const {
        constexpr std::size_t kNever = ~std::size_t{0}, kOfShifts = 3, kOthers = 2;
        switch (inst.op) {
            case Op::ICarry:
            case Op::IBorrow: return kNever;
            case Op::UBitField:
            case Op::SBitField:
            case Op::IBitInsert:
                if (known_field(module_, inst)) return kNever;
                break;
            case Op::IShl:
            case Op::UShr:
            case Op::SShr: return target_.literal ? 1 : kOfShifts;
            default: break;
        }
        return target_.literal ? 1 : kOthers;
    }

    ir::Module& module_;
    const Target& target_;
    ir::Builder ir_;
    Outlines outlines_;
    IntegerExpansion expansion_;
};

} // namespace

bool lower_integers(ir::Module& module, const Target& target) { return IntegerLowering(module, target).run(); }

} // namespace relit::lang
