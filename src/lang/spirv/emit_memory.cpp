// Writes loads and stores of buffers and of shared and scratch memory, atomics, barriers.
#include "ir/bounds.hpp"
#include "ir/evaluate.hpp"
#include "lang/spirv/emit.hpp"
#include "lang/spirv/spelling.hpp"

#include <array>

namespace relit::lang::spirv {

using ir::Inst;
using ir::Kind;
using ir::Type;

namespace {

constexpr std::uint32_t kRowBytes = 4 * kRowWords;

struct Spot {
    std::optional<Value> inside; // nothing: always
    bool never = false;
    Index word;
    Value shift; // of a lane narrower than a word, in bits
};

// Where lane `lane` of a value lies whose first byte is at `offset`.
Spot spot_of(Code& code, const Storage& storage, const ir::Module& module, std::uint32_t resource,
             std::optional<std::uint32_t> known, Value offset, unsigned lane, unsigned bytes) {
    const std::uint32_t end = bytes * (lane + 1), size = module.resources[resource].size;
    const std::uint32_t in_bytes = lane * bytes;
    Spot spot;
    if (known) known = *known & ~(bytes - 1); // what is not aligned is rounded down
    const bool bound = size == 0 && module.resources[resource].kind == ir::ResourceKind::StorageBuffer &&
                       code.target.interface == Interface::Native;
    if (known && !bound) {
        spot.never = *known > size || size - *known < end;
        spot.word = {(*known + in_bytes) / 4, {}};
        spot.shift = code.u32((*known + in_bytes) % 4 * 8);
        return spot;
    }
    offset = code.both({offset, code.u32(~(bytes - 1))});
    if (!bound) {
        spot.never = size < end;
        if (!spot.never) spot.inside = code.below({offset, code.u32(size - end + 1)});
    } else {
        const Value room_in_all = storage.size_in_bytes(code, resource);
        const Value room = code.compare(spv::Op::OpUGreaterThanEqual, {room_in_all, code.u32(end)});
        const Value last = code.sub({room_in_all, code.u32(end)});
        spot.inside = code.both({room, code.compare(spv::Op::OpULessThanEqual, {offset, last})});
    }
    if (spot.never) return spot;
    const Value safe = code.add({code.select({*spot.inside, offset, code.u32(0)}), code.u32(in_bytes)});
    spot.word = {0, code.right({safe, code.u32(2)})};
    spot.shift = code.left({code.both({safe, code.u32(3)}), code.u32(3)});
    return spot;
}

} // namespace

// A load of whole words that are all in one row.
std::optional<Value> Emitter::load_row(const Inst& inst) {
    const Type bits = inst.type.with_kind(ir::integer_of(inst.type.kind));
    const std::uint32_t lane = ir::bits_of(bits.kind) / 32, words = lane * bits.lanes;
    const std::uint32_t size = shader_.module.resources[inst.imm].size;
    if (words < 2 || words > kRowWords || !shader_.storage.has_rows(inst.imm)) return {};
    const auto at = known(inst.operands[0]);
    const std::uint32_t first = at ? *at / 4 / lane * lane : 0;
    if (at && (first % kRowWords + words > kRowWords || std::uint64_t{first + words} * 4 > size)) return {};
    if (!at && (size == 0 || size % kRowBytes != 0 || !ir::is_multiple(shader_.module, inst.operands[0], kRowBytes))) {
        return {};
    }
    const Value offset = operand(inst, 0);
    Index row{first / kRowWords, {}};
    std::optional<Value> inside;
    if (!at) {
        inside = code_.below({offset, code_.u32(size)});
        row.computed = code_.right({code_.select({*inside, offset, code_.u32(0)}), code_.u32(4)});
    }
    Value value = shader_.storage.load_row(code_, inst.imm, row);
    if (bits != kRow) {
        const std::vector<Value> all = code_.lanes(value);
        value = code_.compose(bits, code_.regroup(std::span(all).subspan(first % kRowWords, words), bits.kind));
    }
    if (inside) {
        const Value everywhere = bits.lanes == 1 ? *inside : code_.repeat(*inside, bits.lanes);
        value = code_.select({everywhere, value, code_.literal(bits, 0)});
    }
    return code_.as(inst.type, value);
}

Value Emitter::emit_LoadBuffer(const Inst& inst) {
    if (const auto row = load_row(inst)) return *row;
    const Kind kind = ir::integer_of(inst.type.kind);
    const unsigned bytes = ir::bits_of(kind) / 8;
    const Value offset = operand(inst, 0);
    std::vector<Value> scalars;
    for (unsigned lane = 0; lane < inst.type.lanes; ++lane) {
        const Spot spot =
            spot_of(code_, shader_.storage, shader_.module, inst.imm, known(inst.operands[0]), offset, lane, bytes);
        const Value none = code_.literal({kind, 1}, 0);
        if (spot.never) {
            scalars.push_back(none);
            continue;
        }
        std::vector<Value> words;
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
    const Value value = operand(inst, 1);
    const unsigned bytes = ir::bits_of(value.type.kind) / 8;
    const std::vector<Value> lanes = code_.lanes(code_.bits(value));
    for (unsigned lane = 0; lane < value.type.lanes; ++lane) {
        const Spot spot = spot_of(code_, shader_.storage, shader_.module, inst.imm, known(inst.operands[0]),
                                  operand(inst, 0), lane, bytes);
        if (spot.never) continue;
        where(and_alive(spot.inside), [&] {
            std::vector<Value> words = code_.regroup(std::span(&lanes[lane], 1), Kind::I32);
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
    return {};
}

// ---- atomics

// Memory that nobody else sees needs no atomic instruction, and Vulkan has none for it.
Value Emitter::private_atomic(const Inst& inst, Index word) {
    const Value old = shader_.storage.load_word(code_, inst.imm, word), with = operand(inst, 1);
    Value changed = with;
    if (inst.op == ir::Op::AtomicCompareExchange) {
        changed = code_.select({code_.equal({old, operand(inst, 2)}), with, old});
    } else if (inst.op != ir::Op::AtomicExchange) {
        changed = write(code_, ir::plain_operation(inst.op), inst.type, std::array{old, with});
    }
    shader_.storage.store_word(code_, inst.imm, word, changed);
    return old;
}

Value Emitter::emit_atomic(const Inst& inst) {
    if (inst.type.kind != Kind::I32) return refused(inst, " of other widths than 32 bits");
    const Spot spot =
        spot_of(code_, shader_.storage, shader_.module, inst.imm, known(inst.operands[0]), operand(inst, 0), 0, 4);
    if (spot.never) return code_.u32(0);
    const Word kept = code_.local(code_.assembly.type(inst.type));
    code_.store(kept, code_.u32(0));
    where(and_alive(spot.inside), [&] {
        if (shader_.storage.is_private(inst.imm)) return code_.store(kept, private_atomic(inst, spot.word));
        const bool shared = shader_.module.resources[inst.imm].kind == ir::ResourceKind::Shared;
        const Value scope = code_.u32(static_cast<Word>(shared ? spv::Scope::Workgroup : spv::Scope::Device));
        const Value relaxed = code_.u32(0);
        std::vector<Word> words{shader_.storage.word_pointer(code_, inst.imm, spot.word), scope.id, relaxed.id};
        if (inst.op == ir::Op::AtomicCompareExchange) words.push_back(relaxed.id);
        for (std::size_t i = 1; i < inst.operands.size(); ++i) words.push_back(operand(inst, i).id);
        code_.store(kept, code_.op(spelling(inst.op).opcode, inst.type, words));
    });
    return code_.load(inst.type, kept);
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
