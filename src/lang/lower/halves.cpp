// Values of 16 bits for targets that have none: floats as 32-bit floats which only take values that 16 bits can hold, integers
// that are only moved as the low half of 32 bits. Registers keep their kind, and so do loads and stores of lanes of 16 bits, what
// computes with integers of 16 bits or goes to or from 64, fused multiply-adds of halves (32 bits would round them twice), and
// what rounds to halves otherwise than to nearest, or flushes them.
#include "base/half.hpp"
#include "ir/builder.hpp"
#include "lang/denormals.hpp"
#include "lang/lower/kinds.hpp"
#include "lang/lower/lower.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr std::uint32_t kSmallestNormal = 0x38800000; // 2^-14, the smallest half that is not denormal
constexpr std::uint32_t kRebias = (127 - 15) << 23;   // between the exponents of both, where 32 bits have theirs
constexpr unsigned kCut = 13;                         // bits that a half's fraction is shorter by

bool is_half(Kind kind) { return kind == Kind::F16; }
bool is_narrow(Type type) { return type.kind == Kind::F16 || type.kind == Kind::I16; }
Type widened(Type type) { return type.with_kind(is_half(type.kind) ? Kind::F32 : Kind::I32); }

/// Operations that only move bits within the invocation.
bool moves_halves(Op op) {
    const ir::OpInfo& row = ir::info(op);
    return row.has(ir::kMoves) && row.touches(ir::Memory::None) && !row.has(ir::kAcross);
}
/// Those that move them from or to registers or memory.
bool moves_outside(Op op) { return ir::info(op).has(ir::kMoves) && !ir::info(op).touches(ir::Memory::None); }

/// Integers of 16 bits from and to such of 32.
bool extends(Op op) { return op == Op::UExtend || op == Op::SExtend || op == Op::ITruncate; }

class Widening {
public:
    Widening(ir::Module& module, const Target& target)
        : module_(module), target_(target), ir_(module), was_(module.insts.size()) {}

    void run() {
        for (const ir::Function& function : module_.functions) {
            signatures_.emplace_back().params.resize(function.params.size(), ir::kNone);
            for (const ir::Block& block : function.blocks) note(block);
        }
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function) note_links(function);
        note_what_stays();
        for (Id id = 0; id < was_.size(); ++id) widen(id); // before any is read: a loop reads what later blocks make
        make_functions();
        for (ir::FunctionId function = 0; function < signatures_.size(); ++function) {
            widen_signature(function);
            for (ir::Block& block : module_.functions[function].blocks) rewrite(block);
        }
    }

private:
    /// What a value was before anything was widened, and whether it stays so.
    struct Was {
        bool narrow = false, half = false, stays = false;
    };

    /// A value that stands for each parameter, and for what is returned: one that is given to it, or kNone.
    struct Signature {
        std::vector<Id> params;
        Id result = ir::kNone;
    };

    // ---- what can be widened

    void note(const ir::Block& block) {
        for (const Id id : block.params) was_[id] = was(id);
        for (const Id id : block.insts) {
            was_[id] = was(id);
            if (touches_narrow(module_[id])) touching_.push_back(id);
        }
    }
    [[nodiscard]] Was was(Id id) const {
        const Type type = module_[id].type;
        return {.narrow = is_narrow(type), .half = is_half(type.kind)};
    }
    [[nodiscard]] bool touches_narrow(const Inst& inst) const {
        if (is_narrow(inst.type)) return true;
        for (const Id operand : inst.operands)
            if (is_narrow(module_[operand].type)) return true;
        return false;
    }

    // ---- values that several instructions share: they stay together

    void note_links(ir::FunctionId id) {
        const ir::Function& function = module_.functions[id];
        for (const ir::Block& block : function.blocks) {
            for (const ir::Edge& edge : block.end.edges)
                for (std::size_t i = 0; i < edge.args.size(); ++i)
                    link(edge.args[i], function.blocks[edge.to].params[i]);
            if (block.end.kind == ir::TerminatorKind::Return) link_to(signatures_[id].result, block.end.value);
            for (const Id inst : block.insts) note_links(id, inst);
        }
    }
    void note_links(ir::FunctionId function, Id id) {
        const Inst& inst = module_[id];
        if (inst.op == Op::Param) link_to(signatures_[function].params[inst.imm], id);
        if (!ir::info(inst.op).is_call()) return;
        Signature& called = signatures_[inst.imm];
        for (std::size_t i = 0; i < inst.operands.size(); ++i) link_to(called.params[i], inst.operands[i]);
        link_to(called.result, id);
    }
    void link_to(Id& stands_for_all, Id value) {
        if (value == ir::kNone || !was_[value].narrow) return;
        if (stands_for_all == ir::kNone)
            stands_for_all = value;
        else
            link(stands_for_all, value);
    }
    void link(Id a, Id b) {
        if (was_[a].narrow) links_.push_back({a, b});
    }
    void widen_signature(ir::FunctionId id) {
        ir::Function& function = module_.functions[id];
        const auto widens = [&](Type type, Id value) {
            return is_narrow(type) && (value == ir::kNone || !was_[value].stays);
        };
        if (widens(function.result, signatures_[id].result)) function.result = widened(function.result);
        for (std::size_t i = 0; i < function.params.size(); ++i)
            if (widens(function.params[i], signatures_[id].params[i])) function.params[i] = widened(function.params[i]);
    }

    /// A value stays if one that must is made of it or it is made of one; they are few, so they are found by iteration.
    void note_what_stays() {
        for (bool grows = true; grows;) {
            grows = false;
            for (const auto& [a, b] : links_)
                if (was_[a].stays || was_[b].stays) grows = grows | stay(a) | stay(b);
            for (const Id id : touching_) {
                if (!must_stay(id)) continue;
                for (const Id operand : module_[id].operands) grows = grows | stay(operand);
                grows = grows | stay(id);
            }
        }
    }
    bool stay(Id id) {
        if (!was_[id].narrow || was_[id].stays) return false;
        was_[id].stays = true;
        return true;
    }
    [[nodiscard]] bool must_stay(Id id) const {
        const Inst& inst = module_[id];
        if (has_mode_of_halves(inst) || moves_outside(inst.op)) return true;
        switch (inst.op) {
            case Op::FFma: return true;
            case Op::FConvert: return was_[id].narrow && kind_of_operand(inst) == Kind::F64;
            case Op::Bitcast: return !can_cast(inst) || was_[id].stays || was_[inst.operands[0]].stays;
            default: return is_stuck(inst, id);
        }
    }
    /// FHalf rounds to nearest only.
    [[nodiscard]] static bool has_mode_of_halves(const Inst& inst) {
        return is_half(inst.type.kind) && inst.mode[ir::FloatMode::rounding] != 0;
    }
    [[nodiscard]] bool is_extension(const Inst& inst) const {
        if (!extends(inst.op)) return false;
        return inst.type.kind == Kind::I32 || (inst.type.kind == Kind::I16 && kind_of_operand(inst) == Kind::I32);
    }
    /// Bits are seen as others of 16 or of 32.
    [[nodiscard]] bool can_cast(const Inst& inst) const {
        const auto fits = [](Type type) { return is_narrow(type) || bits_of(type.kind) == 32; };
        return fits(inst.type) && fits(module_[inst.operands[0]].type);
    }
    /// Whether it computes with integers of 16 bits, or passes on a value that stays.
    [[nodiscard]] bool is_stuck(const Inst& inst, Id id) const {
        const auto stuck = [&](Id value) {
            return was_[value].stays || (module_[value].type.kind == Kind::I16 && was_[value].narrow &&
                                         !moves_halves(inst.op) && !is_extension(inst));
        };
        return stuck(id) || std::ranges::any_of(inst.operands, stuck);
    }
    [[nodiscard]] Kind kind_of_operand(const Inst& inst) const { return module_[inst.operands[0]].type.kind; }

    // ---- rewriting

    void rewrite(ir::Block& block) {
        std::pmr::vector<Id> insts(module_.arena());
        insts.swap(block.insts);
        block.insts.reserve(insts.size() + insts.size() / 2);
        insts_ = &block.insts;
        for (const Id id : insts) rewrite(id);
    }
    void widen(Id id) {
        if (is_widened(id)) module_[id].type = widened(module_[id].type);
    }
    [[nodiscard]] bool is_widened(Id id) const { return id < was_.size() && was_[id].narrow && !was_[id].stays; }

    void rewrite(Id id) {
        Inst inst = module_[id];
        const bool from = !inst.operands.empty() && is_widened(inst.operands[0]);
        const bool to = is_widened(id);
        if (to) inst.type = inst.type.with_kind(was_[id].half ? Kind::F16 : Kind::I16); // as it was
        if (inst.op == Op::Const && to && is_half(inst.type.kind)) widen_constant(id);
        if (inst.op == Op::Bitcast && (from || to)) return cast(id, inst.type, from, to);
        if (extends(inst.op) && (from || to)) return extend(id, inst);
        flush_operands(id);
        if (inst.op == Op::FConvert && (from || to))
            convert(id, from, to);
        else if (to && (inst.op == Op::FMad || inst.op == Op::FDot))
            compute_in_steps(id);
        else
            insts_->push_back(id);
        if (to && computes(inst.op)) round(id);
        if (to && is_of_float(inst.op) && inst.mode[ir::FloatMode::flush_result]) flush_result(id);
    }
    static bool is_of_float(Op op) { return ir::info(op).result == 'F' || ir::info(op).result == 'f'; }

    /// Whether the result can be a value that no half has. convert() rounds itself.
    static bool computes(Op op) {
        const ir::OpInfo& row = ir::info(op);
        if ((row.result != 'F' && row.result != 'f') || row.value == "kNone") return op == Op::FDot;
        return op != Op::FNeg && op != Op::FAbs && op != Op::FMin && op != Op::FMax && op != Op::FSat &&
               op != Op::FHalf && op != Op::FConvert;
    }

    void widen_constant(Id id) {
        Inst& inst = module_[id];
        std::array<std::uint64_t, ir::kMaxLanes> lanes{};
        for (unsigned i = 0; i < inst.type.lanes; ++i) {
            const auto half = static_cast<std::uint16_t>(module_.literals[inst.imm + i]);
            lanes[i] = std::bit_cast<std::uint32_t>(float_from_half(half));
        }
        inst.imm = static_cast<std::uint32_t>(module_.literals.size());
        module_.literals.insert(module_.literals.end(), lanes.begin(), lanes.begin() + inst.type.lanes);
    }

    /// The id goes on to mean the value that is rounded, or flushed: what computed it gets another.
    Id renamed(Id id) {
        const Inst computed = module_[id];
        const Id other = static_cast<Id>(module_.insts.size());
        module_.insts.push_back(computed);
        insts_->back() = other;
        return other;
    }
    void round(Id id) { become(id, Op::FHalf, {renamed(id)}); }

    // ---- denormals of halves, which are none of floats of 32 bits

    void flush_result(Id id) { become(id, Op::Bitcast, {flushed_bits(renamed(id))}); }
    void flush_operands(Id id) {
        const Inst inst = module_[id];
        const std::string_view letters = ir::info(inst.op).operands;
        const bool flips_sign = inst.op == Op::FNeg || inst.op == Op::FAbs; // they flush by either
        const bool flushes =
            inst.mode[ir::FloatMode::flush_inputs] || (flips_sign && inst.mode[ir::FloatMode::flush_result]);
        if (!flushes) return;
        for (std::size_t i = 0; i < std::min(letters.size(), inst.operands.size()); ++i) {
            const Id operand = inst.operands[i];
            if (letters[i] == 'F' && is_widened(operand) && was_[operand].half) inst.operands[i] = flushed(operand);
        }
    }
    Id flushed(Id value) { return put(Op::Bitcast, module_[value].type, {flushed_bits(value)}); }
    /// Zero of its sign for what is below the smallest normal half.
    Id flushed_bits(Id value) {
        const Type type = module_[value].type.with_kind(Kind::I32);
        const Id bits = put(Op::Bitcast, type, {value});
        const Id size = put(Op::IAnd, type, {bits, number(0x7fffffff, type)});
        const Id is_small = put(Op::ULt, type.with_kind(Kind::Bool), {size, number(kSmallestNormal, type)});
        return put(Op::Select, type, {is_small, put(Op::IXor, type, {bits, size}), bits});
    }

    // ---- operations that round between their steps

    /// The last step is left to the id, which is rounded as every other.
    void compute_in_steps(Id id) {
        const Inst inst = module_[id];
        const auto step = [&](Op op, Id a, Id b) {
            const Id made = put(Op::FHalf, inst.type, {put(op, inst.type, {a, b})});
            return flushes_any(inst.mode) ? flushed(made) : made;
        };
        const auto of_lane = [&](std::size_t operand, unsigned i) {
            const Id value = inst.operands[operand];
            return module_[value].type.lanes == 1 ? value : lane(value, i);
        };
        if (inst.op == Op::FMad) {
            const Id product = step(Op::FMul, inst.operands[0], inst.operands[1]);
            return become(id, Op::FAdd, {product, inst.operands[2]});
        }
        const unsigned lanes = module_[inst.operands[0]].type.lanes;
        const auto product = [&](unsigned i) {
            const Id a = of_lane(0, i);
            return step(Op::FMul, a, of_lane(1, i));
        };
        if (lanes == 1) {
            const Id a = of_lane(0, 0);
            return become(id, Op::FMul, {a, of_lane(1, 0)});
        }
        Id sum = product(0);
        for (unsigned i = 1; i + 1 < lanes; ++i) sum = step(Op::FAdd, sum, product(i));
        become(id, Op::FAdd, {sum, product(lanes - 1)});
    }
    void become(Id id, Op op, std::initializer_list<Id> operands) {
        Inst& inst = module_[id];
        inst.op = op;
        inst.imm = 0;
        inst.mode = {};
        inst.operands = module_.copy({operands.begin(), operands.size()});
        insts_->push_back(id);
    }
    void convert(Id id, bool from, bool to) {
        const Id operand = module_[id].operands[0];
        const bool same = module_[id].type.kind == module_[operand].type.kind;
        if (to) return become(id, from ? Op::Copy : Op::FHalf, {operand});
        same ? become(id, Op::Copy, {operand}) : insts_->push_back(id);
    }

    /// Above the 16 bits of a value there are zeros.
    void extend(Id id, const Inst& inst) {
        const Id operand = inst.operands[0];
        const Type type = module_[operand].type;
        if (inst.op == Op::UExtend) return become(id, Op::Copy, {operand});
        const bool cuts = inst.op == Op::ITruncate;
        module_.literals.insert(module_.literals.end(), type.lanes, cuts ? 0xffff : 16);
        const auto at = static_cast<std::uint32_t>(module_.literals.size() - type.lanes);
        const Id known = put(Op::Const, type, {}, at);
        if (cuts) return become(id, Op::IAnd, {operand, known});
        become(id, Op::SShr, {put(Op::IShl, type, {operand, known}), known});
    }

    // ---- bits

    Id put(Op op, Type type, std::initializer_list<Id> operands, std::uint32_t imm = 0) {
        const Id made = ir_.make(op, type, {operands.begin(), operands.size()}, imm);
        insts_->push_back(made);
        return made;
    }
    Id number(std::uint32_t value, Type type = ir::kI32) {
        module_.literals.insert(module_.literals.end(), type.lanes, value);
        return put(Op::Const, type, {}, static_cast<std::uint32_t>(module_.literals.size() - type.lanes));
    }
    Id real(float value) {
        module_.literals.push_back(std::bit_cast<std::uint32_t>(value));
        return put(Op::Const, ir::kF32, {}, static_cast<std::uint32_t>(module_.literals.size() - 1));
    }
    Id whole(Op op, Id a, Id b) { return put(op, ir::kI32, {a, b}); }
    Id lane(Id value, unsigned index) { return put(Op::Swizzle, module_[value].type.scalar(), {value}, index); }

    // ---- bits of halves as floats of 32 bits have them: long, and so functions

    /// Text is short with functions, SPIR-V with those that are called twice.
    void make_functions() {
        std::size_t to_bits = 0, to_floats = 0;
        for (const Id id : touching_) {
            const Inst& inst = module_[id];
            if (inst.op != Op::Bitcast) continue;
            if (is_widened_half(inst.operands[0])) to_bits += module_[inst.operands[0]].type.lanes;
            if (is_widened_half(id)) to_floats += inst.type.lanes;
        }
        const std::size_t least = target_.dialect == Dialect::SpirV ? 2 : 1;
        if (to_bits >= least)
            bits_of_half_ = function("bits_of_half", ir::kI32, ir::kF32, [&](Id param) { return bits_of_half(param); });
        if (to_floats >= least)
            float_of_half_ =
                function("float_of_half", ir::kF32, ir::kI32, [&](Id param) { return float_of_half(param); });
    }
    [[nodiscard]] bool is_widened_half(Id id) const { return is_widened(id) && was_[id].half; }
    ir::FunctionId function(std::string_view name, Type result, Type param, auto&& write) {
        const ir::FunctionId made = ir_.function(name, result);
        module_.functions[made].params.push_back(param);
        insts_ = &module_.functions[made].blocks[0].insts;
        ir_.ret(write(ir_.param(0)));
        return made;
    }
    Id narrowed(Id value) {
        return bits_of_half_ ? put(Op::Call, ir::kI32, {value}, *bits_of_half_) : bits_of_half(value);
    }
    Id widened_half(Id bits) {
        return float_of_half_ ? put(Op::Call, ir::kF32, {bits}, *float_of_half_) : float_of_half(bits);
    }

    /// 16 bits of a float that a half can hold; of any NaN the usual one.
    Id bits_of_half(Id value) {
        const Id bits = put(Op::Bitcast, ir::kI32, {value});
        const Id size = whole(Op::IAnd, bits, number(0x7fffffff));
        const Id sign = put(Op::UShr, ir::kI32, {whole(Op::IXor, bits, size), number(16)});
        const Id normal = put(Op::UShr, ir::kI32, {whole(Op::ISub, size, number(kRebias)), number(kCut)});
        const Id count = put(Op::FMul, ir::kF32, {put(Op::Bitcast, ir::kF32, {size}), real(0x1p24F)});
        const Id small = put(Op::FToU, ir::kI32, {count});
        const Id is_small = put(Op::ULt, ir::kBool, {size, number(kSmallestNormal)});
        const Id finite = put(Op::Select, ir::kI32, {is_small, small, normal});
        const Id infinite = number(0x7f800000);
        const Id clamped =
            put(Op::Select, ir::kI32, {put(Op::IEq, ir::kBool, {size, infinite}), number(0x7c00), finite});
        const Id signed_bits = whole(Op::IOr, clamped, sign);
        return put(Op::Select, ir::kI32, {put(Op::ULt, ir::kBool, {infinite, size}), number(0x7e00), signed_bits});
    }
    Id float_of_half(Id half) {
        const Id size = whole(Op::IAnd, half, number(0x7fff));
        const Id sign = put(Op::IShl, ir::kI32, {whole(Op::IAnd, half, number(0x8000)), number(16)});
        const Id shifted = whole(Op::IShl, size, number(kCut));
        const Id normal = whole(Op::IAdd, shifted, number(kRebias));
        const Id number_of_steps = put(Op::UToF, ir::kF32, {size});
        const Id small = put(Op::Bitcast, ir::kI32, {put(Op::FMul, ir::kF32, {number_of_steps, real(0x1p-24F)})});
        const Id is_small = put(Op::ULt, ir::kBool, {size, number(0x400)});
        const Id finite = put(Op::Select, ir::kI32, {is_small, small, normal});
        const Id is_special = put(Op::ULe, ir::kBool, {number(0x7c00), size});
        const Id special = whole(Op::IOr, shifted, number(0x7f800000));
        const Id clamped = put(Op::Select, ir::kI32, {is_special, special, finite});
        return put(Op::Bitcast, ir::kF32, {whole(Op::IOr, clamped, sign)});
    }

    /// The 16 bits of each lane of the operand.
    std::vector<Id> bits_of_lanes(Id value, bool narrow) {
        const Type type = module_[value].type;
        const Id words = narrow ? value : put(Op::Bitcast, ir::kI32.with_lanes(type.lanes), {value});
        std::vector<Id> bits;
        for (unsigned i = 0; i < type.lanes; ++i) {
            const Id one = type.lanes == 1 ? words : lane(words, i);
            if (narrow) {
                bits.push_back(was_[value].half ? narrowed(one) : one);
            } else {
                bits.push_back(whole(Op::IAnd, one, number(0xffff)));
                bits.push_back(whole(Op::UShr, one, number(16)));
            }
        }
        return bits;
    }
    /// `type` is what the result was.
    void cast(Id id, Type type, bool from, bool to) {
        std::vector<Id> bits = bits_of_lanes(module_[id].operands[0], from);
        if (to) {
            if (is_half(type.kind))
                for (Id& one : bits) one = widened_half(one);
            return finish(id, module_[id].type, std::move(bits), is_half(type.kind) ? ir::kF32 : ir::kI32);
        }
        std::vector<Id> words;
        for (std::size_t i = 0; i + 1 < bits.size(); i += 2)
            words.push_back(whole(Op::IOr, bits[i], whole(Op::IShl, bits[i + 1], number(16))));
        finish(id, type, std::move(words), ir::kI32);
    }
    /// The id becomes the lanes as one value of the type.
    void finish(Id id, Type type, std::vector<Id> lanes, Type made) {
        Id all = lanes[0];
        if (lanes.size() > 1) {
            all = ir_.make(Op::Compose, made.with_lanes(type.lanes), lanes, 0);
            insts_->push_back(all);
        }
        become(id, made.kind == type.kind ? Op::Copy : Op::Bitcast, {all});
    }

    ir::Module& module_;
    const Target& target_;
    ir::Builder ir_;
    std::optional<ir::FunctionId> bits_of_half_, float_of_half_;
    std::vector<Was> was_;     // by Id
    std::vector<Id> touching_; // instructions that give or take narrow values
    std::vector<Signature> signatures_;
    std::vector<std::array<Id, 2>> links_;
    std::pmr::vector<Id>* insts_{}; // the block being written
};

} // namespace

bool lower_halves(ir::Module& module, const Target& target) {
    if (target.has_float16 && target.has_int16) return false;
    const Kinds kinds(module);
    if (!kinds.has(Kind::F16) && !kinds.has(Kind::I16)) return false;
    Widening(module, target).run();
    return true;
}

} // namespace relit::lang
