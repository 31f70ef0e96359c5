// Writes loads and stores of buffers and of shared and scratch memory, atomics, barriers.
#include "ir/analysis/bounds.hpp"
#include "ir/evaluate.hpp"
#include "lang/spirv/emit.hpp"
#include "lang/spirv/spelling.hpp"

#include <array>

namespace relit::lang::spirv {

using ir::Inst;
using ir::Kind;
using ir::Type;

namespace {

struct Spot {
    std::optional<Value> inside; // nothing: always
    bool never = false;
    Index word;
    Value shift; // of a lane narrower than a word, in bits
};

/// Where the lanes of a value lie whose first byte is at `offset`.
class Spots {
public:
    /// Guarded: the words are touched where they are inside only; else what is outside has a word that is not.
    Spots(Code& code, const Storage& storage, const ir::Resource& resource, std::uint32_t index, bool guarded)
        : code_(code), storage_(storage), index_(index), size_(resource.size), guarded_(guarded),
          bound_(size_ == 0 && resource.kind == ir::ResourceKind::StorageBuffer &&
                 code.target.interface == Interface::Native) {}

    void begin(std::optional<std::uint32_t> known, Value offset, unsigned bytes) {
        bytes_ = bytes;
        offset_ = offset;
        known_ = known ? std::optional(*known & ~(bytes - 1)) : known; // what is not aligned is rounded down
        if (known || bytes < 4) return;
        const Value aligned = bytes == 4 ? offset : code_.both({offset, code_.u32(~(bytes - 1))});
        first_word_ = code_.right({aligned, code_.u32(2)});
    }

    [[nodiscard]] Spot lane(unsigned lane) {
        const std::uint32_t end = bytes_ * (lane + 1);
        Spot spot;
        if (!bound_) spot.never = size_ < end || (known_ && (*known_ > size_ || size_ - *known_ < end));
        if (spot.never) return spot;
        if (known_) return known_lane(end - bytes_);
        return bytes_ >= 4 && size_ % 4 == 0 ? lane_of_words(end / 4) : lane_of_bytes(end);
    }

private:
    [[nodiscard]] Spot known_lane(std::uint32_t in_bytes) {
        const std::uint32_t at = *known_ + in_bytes, last = (at + bytes_ - 1) / 4;
        Spot spot{{}, false, {at / 4, {}}, {}};
        if (bytes_ < 4) spot.shift = code_.u32(at % 4 * 8);
        if (bound_) make_safe(spot, code_.below({code_.u32(last), length()}));
        return spot;
    }
    // A word's number times 4 fits in 32 bits: sums with those of lanes do not wrap.
    [[nodiscard]] Spot lane_of_words(std::uint32_t end) {
        const std::uint32_t words = bytes_ / 4;
        Spot spot{{}, false, {end - words, first_word_}, {}};
        const Value last = bound_ ? value_of(code_, {end - 1, first_word_}) : first_word_;
        make_safe(spot, code_.below({last, bound_ ? length() : code_.u32(size_ / 4 - end + 1)}));
        return spot;
    }
    [[nodiscard]] Spot lane_of_bytes(std::uint32_t end) {
        const Value offset = code_.both({offset_, code_.u32(~(bytes_ - 1))});
        Value at = value_of(code_, {end - bytes_, offset});
        Spot spot;
        spot.inside = bound_ ? is_bound(offset, at) : code_.below({offset, code_.u32(size_ - end + 1)});
        if (!guarded_) at = code_.select({*spot.inside, at, code_.u32(0)});
        spot.word = {0, code_.right({at, code_.u32(2)})};
        spot.shift = code_.left({code_.both({at, code_.u32(3)}), code_.u32(3)});
        return spot;
    }
    // Of a lane whose bytes are in one word. A sum that wraps comes out below what it began with.
    [[nodiscard]] Value is_bound(Value offset, Value at) {
        const Value inside = code_.below({code_.right({at, code_.u32(2)}), length()});
        return at.id == offset.id ? inside : code_.both({inside, code_.negate(code_.below({at, offset}))});
    }
    void make_safe(Spot& spot, Value inside) {
        spot.inside = inside;
        if (guarded_) return;
        const Value word = spot.word.computed ? *spot.word.computed : code_.u32(spot.word.known);
        const Value safe = code_.select({inside, word, code_.u32(0)});
        spot.word = {spot.word.computed ? spot.word.known : 0, safe};
    }
    [[nodiscard]] Value length() { return storage_.size_in_words(code_, index_); }

    Code& code_;
    const Storage& storage_;
    std::uint32_t index_, size_;
    bool guarded_, bound_;
    unsigned bytes_ = 0;
    std::optional<std::uint32_t> known_;
    Value offset_, first_word_;
};

} // namespace

// Of a known one the value is not read.
Value Emitter::offset_of(const Inst& inst) const { return known(inst.operands[0]) ? Value{} : operand(inst, 0); }

// A load of whole words that are all in one row.
std::optional<Value> Emitter::load_row(const Inst& inst, Value offset) {
    const Type bits = inst.type.with_kind(ir::integer_of(inst.type.kind));
    const std::uint32_t lane = ir::bits_of(bits.kind) / 32, words = lane * bits.lanes;
    const std::uint32_t size = shader_.module.resources[inst.imm].size;
    const bool is_alone = words < 2 && !shader_.rows.is_shared(id_);
    if (is_alone || words == 0 || words > kRowWords || !shader_.storage.has_rows(inst.imm)) return {};
    const auto at = known(inst.operands[0]);
    const std::uint32_t first = at ? *at / 4 / lane * lane : 0;
    if (at && (first % kRowWords + words > kRowWords || std::uint64_t{first + words} * 4 > size)) return {};
    if (!at && (size == 0 || size % kRowBytes != 0 || !ir::is_multiple(shader_.module, inst.operands[0], kRowBytes))) {
        return {};
    }
    Index row{first / kRowWords, {}};
    std::optional<Value> inside;
    if (!at) {
        inside = code_.below({offset, code_.u32(size)});
        row.computed = code_.right({code_.select({*inside, offset, code_.u32(0)}), code_.u32(4)});
    }
    const bool is_constant = shader_.module.resources[inst.imm].kind == ir::ResourceKind::ConstantBuffer;
    const bool has_neighbours = at && is_constant && words < kRowWords;
    const bool as_floats = inst.type.kind == Kind::F32;
    const Value whole = has_neighbours ? loaded_.load(code_, shader_.storage, inst.imm, row.known, as_floats)
                                       : shader_.storage.load_row(code_, inst.imm, row);
    Value value = code_.part(whole, first % kRowWords, words);
    if (lane > 1) value = code_.compose(bits, code_.regroup(code_.lanes(value), bits.kind));
    if (inside) {
        const Value everywhere = bits.lanes == 1 ? *inside : code_.repeat(*inside, bits.lanes);
        value = code_.select({everywhere, value, code_.literal(value.type, 0)});
    }
    return code_.as(inst.type, value);
}

Value Emitter::emit_LoadBuffer(const Inst& inst) { return load(inst, offset_of(inst)); }

Value Emitter::load(const Inst& inst, Value offset) {
    if (const auto row = load_row(inst, offset)) return *row;
    const Kind kind = ir::integer_of(inst.type.kind);
    const unsigned bytes = ir::bits_of(kind) / 8;
    Spots spots(code_, shader_.storage, shader_.module.resources[inst.imm], inst.imm, false);
    spots.begin(known(inst.operands[0]), offset, bytes);
    Values scalars(&code_.assembly.scratch());
    scalars.reserve(inst.type.lanes);
    for (unsigned lane = 0; lane < inst.type.lanes; ++lane) {
        const Spot spot = spots.lane(lane);
        const Value none = code_.literal({kind, 1}, 0);
        if (spot.never) {
            scalars.push_back(none);
            continue;
        }
        Values words(&code_.assembly.scratch());
        for (unsigned i = 0; i < (bytes + 3) / 4; ++i) {
            words.push_back(shader_.storage.load_word(code_, inst.imm, {spot.word.known + i, spot.word.computed}));
        }
        if (bytes < 4) words[0] = code_.right({words[0], spot.shift});
        const Value value = code_.regroup(words, kind)[0];
        scalars.push_back(spot.inside ? code_.select({*spot.inside, value, none}) : value);
    }
    return code_.as(inst.type, code_.compose(inst.type.with_kind(kind), scalars));
}

Value Emitter::emit_StoreBuffer(const Inst& inst) {
    store(inst, offset_of(inst), operand(inst, 1), {});
    return {};
}

void Emitter::store(const Inst& inst, Value offset, Value value, std::optional<Value> condition) {
    const unsigned bytes = ir::bits_of(value.type.kind) / 8;
    const Values lanes = code_.lanes(code_.bits(value));
    Spots spots(code_, shader_.storage, shader_.module.resources[inst.imm], inst.imm, true);
    spots.begin(known(inst.operands[0]), offset, bytes);
    for (unsigned lane = 0; lane < value.type.lanes; ++lane) {
        const Spot spot = spots.lane(lane);
        if (spot.never) continue;
        emit_guarded(both(condition, spot.inside), [&] {
            Values words = code_.regroup(std::span(&lanes[lane], 1), Kind::I32);
            if (bytes < 4) {
                const Value mask = code_.left({code_.u32((1U << (8 * bytes)) - 1), spot.shift});
                const Value old = shader_.storage.load_word(code_, inst.imm, spot.word);
                const Value rest = code_.both({old, code_.invert(mask)});
                words = {code_.either({rest, code_.left({words[0], spot.shift})})};
            }
            for (unsigned i = 0; i < words.size(); ++i) {
                const Index word{spot.word.known + i, spot.word.computed};
                shader_.storage.store_word(code_, inst.imm, word, words[i]);
            }
        });
    }
}

// ---- atomics

// Private memory requires no atomic instruction, and Vulkan has none for it.
Value Emitter::private_atomic(const Inst& inst, Index word) {
    const unsigned count = ir::bits_of(inst.type) / 32;
    Values words(&code_.assembly.scratch());
    for (unsigned i = 0; i < count; ++i)
        words.push_back(shader_.storage.load_word(code_, inst.imm, {word.known + i, word.computed}));
    const Value old = code_.regroup(words, inst.type.kind)[0], with = operand(inst, 1);
    Value changed = with;
    if (inst.op == ir::Op::AtomicCompareExchange) {
        changed = code_.select({code_.equal({old, operand(inst, 2)}), with, old});
    } else if (inst.op != ir::Op::AtomicExchange) {
        changed = write(code_, spelling(ir::plain_operation(inst.op)), inst.type, std::array{old, with});
    }
    words = code_.regroup(std::span(&changed, 1), Kind::I32);
    for (unsigned i = 0; i < count; ++i)
        shader_.storage.store_word(code_, inst.imm, {word.known + i, word.computed}, words[i]);
    return old;
}

// Where the number is that changes in one step.
Word Emitter::atomic_pointer(const Inst& inst, Index word) {
    if (inst.type.kind == Kind::I32) return shader_.storage.word_pointer(code_, inst.imm, word);
    Index pair{word.known / 2, {}};
    if (word.computed) pair = {0, code_.right({value_of(code_, word), code_.u32(1)})};
    return shader_.storage.pair_pointer(code_, inst.imm, pair);
}

/// Why it cannot be expressed, or nothing.
std::string_view Emitter::atomic_refusal(const Inst& inst, bool alone) const {
    if (inst.type.kind == Kind::I32) return "";
    if (inst.type.kind != Kind::I64) return " of less than 32 bits";
    if (alone) return "";
    if (!code_.target.has_atomic_int64) return " of 64 bits, which the target lacks";
    const bool shared = shader_.module.resources[inst.imm].kind == ir::ResourceKind::Shared;
    return shared ? " of 64 bits in shared memory, which is one of words" : "";
}

Value Emitter::emit_atomic(const Inst& inst) {
    const bool alone = shader_.storage.is_private(inst.imm) ||
                       (inst.type.kind == Kind::I64 && code_.target.interface == Interface::Harness);
    if (const auto why = atomic_refusal(inst, alone); !why.empty()) return refused(inst, why);
    Spots spots(code_, shader_.storage, shader_.module.resources[inst.imm], inst.imm, true);
    spots.begin(known(inst.operands[0]), offset_of(inst), ir::bits_of(inst.type) / 8);
    const Spot spot = spots.lane(0);
    const Value zero = code_.literal(inst.type, 0);
    if (spot.never) return zero;
    return emit_guarded(spot.inside, zero, [&] {
        if (alone) return private_atomic(inst, spot.word);
        const bool shared = shader_.module.resources[inst.imm].kind == ir::ResourceKind::Shared;
        const Value scope = code_.u32(static_cast<Word>(shared ? spv::Scope::Workgroup : spv::Scope::Device));
        const Value relaxed = code_.u32(0);
        std::vector<Word> words{atomic_pointer(inst, spot.word), scope.id, relaxed.id};
        if (inst.op == ir::Op::AtomicCompareExchange) words.push_back(relaxed.id);
        for (std::size_t i = 1; i < inst.operands.size(); ++i) words.push_back(operand(inst, i).id);
        return code_.op(spelling(inst.op).opcode, inst.type, words);
    });
}

// ---- barriers

namespace {

constexpr Word kOrdered = static_cast<Word>(spv::MemorySemanticsMask::AcquireRelease);
constexpr Word kShared = static_cast<Word>(spv::MemorySemanticsMask::WorkgroupMemory);
constexpr Word kOutside = static_cast<Word>(spv::MemorySemanticsMask::UniformMemory) |
                          static_cast<Word>(spv::MemorySemanticsMask::ImageMemory);

} // namespace

Value Emitter::emit_Barrier(const Inst& inst) {
    if (shader_.storage.is_alone()) return {};
    if (code_.target.interface == Interface::Harness) return refused(inst, " in a harness, of several invocations");
    const bool compute = shader_.module.stage == ir::Stage::Compute;
    if (!compute && shader_.module.stage != ir::Stage::TessControl) return refused(inst, " outside of workgroups");
    const Word scope = code_.assembly.u32(static_cast<Word>(spv::Scope::Workgroup));
    const Word semantics = code_.assembly.u32(compute ? kOrdered | kShared : 0);
    const Word memory = compute ? scope : code_.assembly.u32(static_cast<Word>(spv::Scope::Invocation));
    code_.body.op(spv::Op::OpControlBarrier, {scope, memory, semantics});
    return {};
}

Value Emitter::emit_MemoryBarrier(const Inst& inst) {
    const bool compute = shader_.module.stage == ir::Stage::Compute || code_.target.interface == Interface::Harness;
    const bool workgroup = inst.imm == 0 && compute; // other stages have no workgroups: the whole device, then
    const Word scope = code_.assembly.u32(static_cast<Word>(workgroup ? spv::Scope::Workgroup : spv::Scope::Device));
    const Word semantics = code_.assembly.u32(kOrdered | kOutside | (compute ? kShared : 0));
    code_.body.op(spv::Op::OpMemoryBarrier, {scope, semantics});
    return {};
}

Value Emitter::emit_BufferSize(const Inst& inst) { return shader_.storage.size_in_bytes(code_, inst.imm); }

} // namespace relit::lang::spirv
