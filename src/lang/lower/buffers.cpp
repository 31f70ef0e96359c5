// Buffers, shared and scratch memory: accesses at offsets in bytes, which may lie outside, become accesses to elements of what the
// host's buffer is an array of (ir::Resource::element), and all of those lie inside. What is computed where is a function.
#include "ir/analysis/bounds.hpp"
#include "ir/builder.hpp"
#include "lang/lower/atomics.hpp"
#include "lang/lower/element_index.hpp"
#include "lang/lower/elements.hpp"
#include "lang/lower/float_loads.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"
#include "lang/lower/recent_rows.hpp"

#include <array>
#include <optional>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Op;
using ir::Type;

bool touches_buffer(const Inst& inst) { return ir::info(inst.op).touches(ir::Memory::Buffer); }

class MemoryAccesses {
public:
    MemoryAccesses(ir::Module& module, const Target& target)
        : module_(module), target_(target), ir_(module), outlines_(ir_), elements_(ir_, target),
          atomics_(ir_, target, elements_, outlines_) {}

    bool run() {
        if (!any_instruction(module_, touches_buffer)) return false;
        load_as_floats(module_);
        elements_.choose();
        note_uses();
        const bool any = rewrite_instructions(
            ir_, [&](Id id) { return is_ours(module_[id]); }, [&](Id id) { return rewritten(id); });
        if (any) (void)remove_unused(module_, offsets_);
        return any;
    }

private:
    [[nodiscard]] bool is_ours(const Inst& inst) const { return touches_buffer(inst) && elements_.has_chosen(inst); }
    Id rewritten(Id id) {
        const Inst inst = module_[id];
        if (inst.op == Op::BufferSize) return size_in_bytes(inst);
        offsets_.push_back(inst.operands[0]);
        if (ir::info(inst.op).is_load()) return loaded(id, inst);
        if (ir::info(inst.op).is_atomic()) return atomics_.write(id, inst);
        become_last(id, stored(inst));
        return id;
    }
    Id size_in_bytes(const Inst& inst) {
        if (elements_.words(inst)) return ir_.i32(module_.resources[inst.imm].size);
        const Id count = ir_.add(Op::BufferSize, ir::kI32, {}, inst.imm);
        return ir_.IShl(count, ir_.i32(kWordShift));
    }
    /// A store has no value to copy: the instruction becomes the last part of what it is replaced by.
    void become_last(Id id, Id last) {
        module_[id] = Inst(module_[last]);
        std::erase(module_.functions[ir_.function_here()].blocks[ir_.here()].insts, last);
    }

    // ---- what there is
    void note_uses() {
        shares_row_.resize(module_.insts.size());
        RecentRows recent, computed;
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function)
            for (ir::BlockId block = 0; block < module_.functions[function].blocks.size(); ++block)
                for (const Id id : module_.functions[function].blocks[block].insts) {
                    const Inst& inst = module_[id];
                    if (!ir::info(inst.op).loads(ir::Memory::Buffer) || !is_ours(inst)) continue;
                    const auto at = elements_.known_word(inst);
                    const auto part = at ? std::nullopt : elements_.part_of_row(inst);
                    if (!at && !(part && is_known(computed, key_of_row(inst, *part, function, block)))) note_load(inst);
                    if (at && elements_.is_constant(inst))
                        note_row(recent, {inst.imm, *at / kRowWords, function, block, id});
                }
    }
    void note_load(const Inst& load) {
        const OutlineKey key = load_key(load), word = word_key(load);
        outlines_.count(key);
        if (calls_words(key)) // that of the lanes, which calls the one of a word
            for (unsigned i = 0; i < load.type.lanes; ++i) outlines_.count(word);
    }
    [[nodiscard]] static RecentRows::LoadOfRow key_of_row(const Inst& load, const Elements::PartOfRow& part,
                                                          ir::FunctionId function, ir::BlockId block) {
        return {load.imm, part.offset / kRowBytes, function, block, ir::kNone, part.base};
    }
    /// Returns true if the block has had to do with the row; if not, it has from now on.
    [[nodiscard]] static bool is_known(RecentRows& recent, const RecentRows::LoadOfRow& now) {
        RecentRows::LoadOfRow& before = recent.slot(now);
        const bool known = RecentRows::is_same(before, now);
        before = now;
        return known;
    }
    void note_row(RecentRows& recent, const RecentRows::LoadOfRow& now) {
        RecentRows::LoadOfRow& before = recent.slot(now);
        if (RecentRows::is_same(before, now)) shares_row_[before.id] = shares_row_[now.id] = true;
        before = now;
    }
    [[nodiscard]] OutlineKey load_key(const Inst& load) const {
        OutlineKey key{load.op, elements_.word(load).with_lanes(load.type.lanes), ir::kI32, ir::kI32};
        if (elements_.bytes_of_lane(load) != kWordBytes) key = {load.op, kPairOfWords, ir::kI32, ir::kI64};
        if (elements_.part_of_row(load)) key = {load.op, elements_.row(load), ir::kI32, elements_.row(load)};
        key.resource = load.imm + 1;
        return key;
    }
    [[nodiscard]] OutlineKey word_key(const Inst& load) const {
        return {load.op, elements_.word(load), ir::kI32, ir::kI32, {}, false, load.imm + 1};
    }
    [[nodiscard]] static bool calls_words(const OutlineKey& key) {
        return key.last == ir::kI32 && key.result.lanes > 1;
    }
    [[nodiscard]] OutlineKey store_key(const Inst& store) const {
        const std::uint8_t lanes = module_[store.operands[1]].type.lanes;
        OutlineKey key{store.op, ir::kVoid, ir::kI32, elements_.word(store).with_lanes(lanes)};
        if (elements_.bytes_of_lane(store) != kWordBytes) key = {store.op, ir::kVoid, ir::kI64, kPairOfWords};
        key.resource = store.imm + 1;
        return key;
    }
    /// A minimum that holds an index at the first element outside, or farther out, is of no use where the access itself looks.
    Id without_limit(Id index, std::optional<std::uint32_t> count) {
        const Inst& inst = module_[index];
        const bool limited = inst.op == Op::UMin && count;
        return limited && ir::known_lane(module_, inst.operands[1]).value_or(0) >= *count ? inst.operands[0] : index;
    }

    [[nodiscard]] bool is_always_inside(Id index, std::optional<std::uint32_t> count) const {
        return count && ir::upper_bound(module_, index) < *count;
    }

    // ---- loads
    /// The element at the index, or zeros.
    Id load_where(Id inside, const Inst& access, Id index, Type type) {
        const Id loaded = elements_.load(access, ir_.Select({inside, index, ir_.i32(0)}), type);
        const Id everywhere = type.lanes == 1 ? inside : ir_.splat(inside, type.lanes);
        return ir_.Select({everywhere, loaded, elements_.zeros(type)});
    }
    Id load_row(const Inst& access, Id row) {
        const Id inside = ir_.ULt(row, ir_.i32(*elements_.words(access) / kRowWords));
        return load_where(inside, access, row, elements_.row(access));
    }
    Id load_word(const Inst& access, Id index) {
        const std::optional<Id> inside = elements_.is_inside(access, index, 0);
        const Type word = elements_.word(access);
        return inside ? load_where(*inside, access, index, word) : elements_.zeros(word);
    }
    Id load_words(const Inst& access, Id first, unsigned count) {
        std::vector<Id> lanes;
        for (unsigned i = 0; i < count; ++i)
            lanes.push_back(called(word_key(access), elements_.after(first, i),
                                   [&](Id index) { return load_word(access, index); }));
        return ir_.compose(lanes);
    }
    Id load_pair(const Inst& access, Id pair) {
        const Id first = elements_.first_word(pair);
        const std::optional<Id> inside = elements_.is_inside(access, first, 1);
        if (!inside) return elements_.zeros(kPairOfWords);
        const Id low = load_where(*inside, access, first, ir::kI32);
        return ir_.compose({low, load_where(*inside, access, elements_.after(first, 1), ir::kI32)});
    }
    /// Calls write(index), or a function that does the same: text is short with functions, SPIR-V with those that are called twice.
    template <class Write>
    Id called(const OutlineKey& key, Id index, Write&& write) {
        if (target_.dialect == Dialect::SpirV && outlines_.uses(key) < 2) return write(index);
        const auto body = [&](std::span<const Id> params) { return std::optional(write(params[0])); };
        return *outlines_.call(key, key.result, std::array{index}, body);
    }

    Id loaded(Id id, const Inst& inst) {
        if (const auto at = elements_.known_word(inst)) return loaded_from(*at, id, inst);
        const OutlineKey key = load_key(inst);
        const unsigned lanes = inst.type.lanes;
        if (const auto of = elements_.part_of_row(inst))
            return part(computed_row(key, id, inst, *of), of->lane, inst.type);
        if (calls_words(key)) {
            const Id first = element_index(ir_, inst.operands[0], kWordShift); // it and some more do not wrap
            return elements_.as(inst.type,
                                called(key, first, [&](Id index) { return load_words(inst, index, lanes); }));
        }
        if (elements_.bytes_of_lane(inst) == kWordBytes) {
            const Id index = element_index(ir_, inst.operands[0], kWordShift);
            if (is_always_inside(index, elements_.words(inst)))
                return elements_.as(inst.type, elements_.load(inst, index, elements_.word(inst)));
            const Id near = without_limit(index, elements_.words(inst));
            return elements_.as(inst.type, called(key, near, [&](Id at) { return load_word(inst, at); }));
        }
        const Id first = element_index(ir_, inst.operands[0], kPairShift);
        std::vector<Id> wide;
        for (unsigned i = 0; i < lanes; ++i) {
            const Id pair = called(key, elements_.after(first, i), [&](Id index) { return load_pair(inst, index); });
            wide.push_back(ir_.bitcast(inst.type.scalar(), pair));
        }
        return ir_.compose(wide);
    }
    /// Of a constant buffer it is loaded once for a block, as row_in_block() does it.
    Id computed_row(const OutlineKey& key, Id id, const Inst& inst, const Elements::PartOfRow& part) {
        const RecentRows::LoadOfRow wanted = key_of_row(inst, part, ir_.function_here(), ir_.here());
        RecentRows::LoadOfRow& known = computed_rows_.slot(wanted);
        const bool constant = elements_.is_constant(inst);
        if (constant && RecentRows::is_same(known, wanted)) return known.id;
        const Id offset = part.offset == 0 ? part.base : ir_.IAdd({part.base, ir_.i32(part.offset)});
        const Id row = element_index(ir_, offset, kRowShift);
        const std::uint32_t rows = *elements_.words(inst) / kRowWords;
        const Id loaded = is_always_inside(row, rows)
                              ? elements_.load(inst, row, elements_.row(inst))
                              : called(key, without_limit(row, rows), [&](Id index) { return load_row(inst, index); });
        if (constant) (known = wanted).id = inst.type == elements_.row(inst) ? id : loaded;
        return loaded;
    }
    /// Lanes of a row from `first` on, as the type.
    Id part(Id row, std::uint32_t first, Type type) {
        std::array<std::uint8_t, kRowWords> lanes{};
        for (unsigned i = 0; i < type.lanes; ++i) lanes[i] = static_cast<std::uint8_t>(first + i);
        const bool whole = type.lanes == kRowWords && first == 0;
        return elements_.as(type, whole ? row : ir_.swizzle(row, std::span(lanes).first(type.lanes)));
    }
    Id loaded_from(std::uint32_t at, Id id, const Inst& inst) {
        const std::uint32_t each = elements_.words_of_lane(inst), size = *elements_.words(inst);
        const unsigned lanes = inst.type.lanes;
        const bool fits = at <= size && lanes * each <= size - at;
        const bool in_row = elements_.has_rows(inst) && each == 1 && at % kRowWords + lanes <= kRowWords;
        if (fits && in_row && (lanes > 1 || shares_row_[id]))
            return part(row_in_block(inst, at / kRowWords, id), at % kRowWords, inst.type);
        std::vector<Id> values;
        for (unsigned i = 0; i < lanes; ++i) values.push_back(lane_at(std::uint64_t{at} + each * i, inst));
        return elements_.as(inst.type, ir_.compose(values));
    }
    /// Of one word, as it lies there, or of two.
    Id lane_at(std::uint64_t at, const Inst& inst) {
        const std::uint32_t each = elements_.words_of_lane(inst);
        const Type word = elements_.word(inst), type = each == 1 ? word : inst.type.scalar();
        if (at + each > *elements_.words(inst)) return elements_.zeros(type);
        const auto first = static_cast<std::uint32_t>(at);
        const Id low = elements_.load(inst, ir_.i32(first), word);
        if (each == 1) return low;
        return ir_.bitcast(type, ir_.compose({low, elements_.load(inst, ir_.i32(first + 1), word)}));
    }
    /// Of a constant buffer it is loaded once for a block. `id`: of the instruction that becomes the load if it takes it as it is.
    Id row_in_block(const Inst& inst, std::uint32_t row, Id id) {
        const RecentRows::LoadOfRow wanted{inst.imm, row, ir_.function_here(), ir_.here()};
        RecentRows::LoadOfRow& known = loaded_rows_.slot(wanted);
        const bool constant = elements_.is_constant(inst);
        if (constant && RecentRows::is_same(known, wanted)) return known.id;
        const Id loaded = elements_.load(inst, ir_.i32(row), elements_.row(inst));
        if (constant) (known = wanted).id = inst.type == elements_.row(inst) ? id : loaded;
        return loaded;
    }

    // ---- stores
    void store_words(const Inst& access, Id first, Id value) {
        for (unsigned i = 0; i < module_[value].type.lanes; ++i)
            if (const std::optional<Id> inside = elements_.is_inside(access, first, i))
                ir_.where(*inside, [&] {
                    const Id index = elements_.after(first, i);
                    elements_.store(access, index, elements_.lane(value, i));
                });
    }
    void store_pair(const Inst& access, Id pair, Id value) {
        const Id first = elements_.first_word(pair);
        if (const std::optional<Id> inside = elements_.is_inside(access, first, 1))
            ir_.where(*inside, [&] {
                elements_.store(access, first, ir_.lane(value, 0));
                const Id second = elements_.after(first, 1);
                elements_.store(access, second, ir_.lane(value, 1));
            });
    }
    template <class Write>
    Id call_store(const OutlineKey& key, Id index, Id value, Write&& write) {
        return *outlines_.call(key, ir::kVoid, std::array{index, value}, [&](std::span<const Id> params) {
            write(params[0], params[1]);
            return std::optional(ir::kNone);
        });
    }

    /// The last of what the store becomes.
    Id stored(const Inst& inst) {
        if (const auto at = elements_.known_word(inst)) return stored_at(*at, inst);
        const Id value = inst.operands[1];
        const unsigned lanes = module_[value].type.lanes;
        const OutlineKey key = store_key(inst);
        if (elements_.bytes_of_lane(inst) == kWordBytes) {
            const Id first = without_limit(element_index(ir_, inst.operands[0], kWordShift), elements_.words(inst));
            return call_store(key, first, elements_.as(key.last, value),
                              [&](Id index, Id words) { store_words(inst, index, words); });
        }
        const Id first = element_index(ir_, inst.operands[0], kPairShift);
        Id last = ir::kNone;
        for (unsigned i = 0; i < lanes; ++i) {
            const Id words = ir_.bitcast(kPairOfWords, elements_.lane(value, i));
            last = call_store(key, elements_.after(first, i), words,
                              [&](Id pair, Id halves) { store_pair(inst, pair, halves); });
        }
        return last;
    }
    Id stored_at(std::uint32_t at, const Inst& inst) {
        const std::uint32_t each = elements_.words_of_lane(inst), size = *elements_.words(inst);
        const Id value = inst.operands[1];
        const unsigned lanes = module_[value].type.lanes;
        const bool in_row = elements_.has_rows(inst) && at % kRowWords + lanes <= kRowWords && each == 1;
        Id last = ir::kNone;
        const auto put = [&](std::uint32_t index, Id bits) {
            last = ir_.add(Op::StoreBuffer, ir::kVoid, {ir_.i32(index), bits}, inst.imm);
        };
        if (in_row && at <= size && lanes <= size - at) {
            put(lanes == kRowWords ? at / kRowWords : at, elements_.as(elements_.word(inst).with_lanes(lanes), value));
            return last;
        }
        for (unsigned i = 0; i < lanes && std::uint64_t{at} + std::uint64_t{each} * (i + 1) <= size; ++i) {
            const Id bits = elements_.as(each == 1 ? elements_.word(inst) : kPairOfWords, elements_.lane(value, i));
            for (std::uint32_t half = 0; half < each; ++half) put(at + each * i + half, elements_.lane(bits, half));
        }
        return last != ir::kNone ? last : ir_.i32(0); // all of it is outside
    }

    ir::Module& module_;
    const Target& target_;
    ir::Builder ir_;
    Outlines outlines_;
    Elements elements_;
    Atomics atomics_;
    std::vector<bool> shares_row_; // by Id: another load of its block takes words of the same row
    RecentRows loaded_rows_, computed_rows_;
    std::vector<Id> offsets_; // that were operands of accesses
};

} // namespace

bool lower_buffers(ir::Module& module, const Target& target) { return MemoryAccesses(module, target).run(); }

} // namespace relit::lang
