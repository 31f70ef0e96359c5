// The record of a harness: rows of four words, one uvec4 each. Software drivers compile a load or store into a loop over
// invocations, so a row costs a quarter of its words.
#include "lang/packing.hpp"
#include "lang/spirv/storage.hpp"

#include <algorithm>

namespace relit::lang::spirv {
namespace {

using ir::Kind;
using ir::Type;
using spv::StorageClass;

Index scaled_index(Code& code, Index index, std::uint32_t by, std::uint32_t plus) {
    Index result{index.known * by + plus, index.computed};
    if (index.computed && by != 1) result.computed = code.mul({*index.computed, code.u32(by)});
    return result;
}

std::uint32_t words_of_register(const ir::RegisterFile& file) { return file.lanes * words_of_lane(file.kind); }

// A register from the words of a record.
Value joined(Code& code, Type type, std::span<const Value> words) {
    std::vector<Value> lanes;
    const std::size_t each = words_of_lane(type.kind);
    for (std::size_t i = 0; i < type.lanes; ++i) {
        lanes.push_back(code.regroup(words.subspan(i * each, each), type.kind)[0]);
    }
    return code.compose(type, lanes);
}

void append(std::vector<Value>& to, std::span<const Value> more) { to.insert(to.end(), more.begin(), more.end()); }

} // namespace

void Storage::declare_harness() {
    layout_ = layout_of(module_);
    for (const Slot& slot : layout_.in) {
        (slot.is_resource ? buffers_[slot.index].word : files_[slot.index].word) = slot.word;
    }
    for (const Slot& slot : layout_.out) {
        (slot.is_resource ? buffers_[slot.index].word : files_[slot.index].word) = slot.word;
    }
    const Word u32 = assembly_.type(ir::kI32), row = assembly_.type(kRow);
    const auto records = [&](Word binding, const char* name) {
        const Word block = assembly_.block(assembly_.laid_out_array(row, 4 * kRowWords, 0));
        const Word variable = assembly_.variable(StorageClass::StorageBuffer, block, name);
        assembly_.decorate(variable, spv::Decoration::DescriptorSet, 0);
        assembly_.decorate(variable, spv::Decoration::Binding, binding);
        if (binding == 0) assembly_.decorate(variable, spv::Decoration::NonWritable);
        return variable;
    };
    in_ = records(0, "given");
    out_ = records(1, "kept");
    count_ = assembly_.variable(StorageClass::PushConstant, assembly_.block(u32), "count");
    invocation_ =
        assembly_.variable(StorageClass::Input, assembly_.type(ir::kI32.with_lanes(3)), "gl_GlobalInvocationID");
    assembly_.decorate(invocation_, spv::Decoration::BuiltIn, static_cast<Word>(spv::BuiltIn::GlobalInvocationId));
    if (shader_info_.has_any([](ir::Op op) { return ir::info(op).exchanges(); })) {
        assembly_.capability(spv::Capability::GroupNonUniform);
        subgroup_invocation_ =
            assembly_.variable(StorageClass::Input, assembly_.type(ir::kI32), "gl_SubgroupInvocationID");
        assembly_.decorate(subgroup_invocation_, spv::Decoration::BuiltIn,
                           static_cast<Word>(spv::BuiltIn::SubgroupLocalInvocationId));
    }
    in_base_ = assembly_.variable(StorageClass::Private, u32, "given_from", true);
    out_base_ = assembly_.variable(StorageClass::Private, u32, "kept_from", true);
}

Value Storage::has_item(Code& code) const {
    const Value ids = code.load(ir::kI32.with_lanes(3), invocation_);
    const Value id = code.lane(ids, 0);
    code.store(in_base_, code.mul({id, code.u32(rows_of(layout_.in_words))}));
    code.store(out_base_, code.mul({id, code.u32(rows_of(layout_.out_words))}));
    return code.below({id, count(code)});
}

Value Storage::count(Code& code) const {
    const Word pointer = assembly_.pointer(StorageClass::PushConstant, assembly_.type(ir::kI32));
    return code.load(ir::kI32, code.access(pointer, count_, {assembly_.u32(0)}));
}

// A sign, so that no single bit of it is known.
Value Storage::hidden_zero(Code& code) const { return code.signed_right({count(code), code.u32(31)}); }

// What the program cannot reach stays in the record as it is. Registers that share rows move together.
std::vector<std::uint32_t> Storage::moved_registers(std::uint32_t file) const {
    std::vector<std::uint32_t> moved;
    const bool together = words_of_register(module_.files[file]) % kRowWords != 0;
    const bool any = shader_info_.file(file).registers != 0;
    for (std::uint32_t i = 0; i < module_.files[file].count; ++i)
        if (together ? any : shader_info_.reaches(file, i)) moved.push_back(i);
    return moved;
}

void Storage::load_record(Code& code) const {
    for (const Slot& slot : layout_.out) {
        if (slot.is_resource) continue;
        const std::uint32_t each = words_of_register(module_.files[slot.index]);
        std::vector<Value> words; // of the rows up to `next`, without those of registers before
        std::uint32_t next = 0;
        for (const std::uint32_t i : moved_registers(slot.index)) {
            if (each % kRowWords == 0) next = i * each / kRowWords;
            for (; words.size() < each; ++next)
                append(words, code.lanes(record_row(code, false, {slot.word / kRowWords + next, {}})));
            const auto own = std::span(words).first(each);
            store_register(code, slot.index, {i, {}}, joined(code, register_type(slot.index), own));
            words.erase(words.begin(), words.begin() + each);
        }
    }
}

void Storage::store_record(Code& code) const {
    for (const Slot& slot : layout_.out) {
        if (slot.is_resource) continue;
        const std::vector<std::uint32_t> moved = moved_registers(slot.index);
        const std::uint32_t each = words_of_register(module_.files[slot.index]);
        std::vector<Value> words;
        std::uint32_t next = 0;
        for (const std::uint32_t i : moved) {
            if (each % kRowWords == 0) next = i * each / kRowWords;
            for (const Value& lane : code.lanes(load_register(code, slot.index, {i, {}})))
                append(words, code.regroup(std::span(&lane, 1), Kind::I32));
            if (i == moved.back())
                words.resize(std::size_t{rows_of(static_cast<std::uint32_t>(words.size()))} * kRowWords, code.u32(0));
            for (; words.size() >= kRowWords; ++next) {
                const auto row = row_pointer(code, false, {slot.word / kRowWords + next, {}});
                code.store(row, code.compose(kRow, std::span(words).first(kRowWords)));
                words.erase(words.begin(), words.begin() + kRowWords);
            }
        }
    }
    const Word to = record_pointer(code, false, {layout_.loop_limit_word, {}});
    const auto limit = ir::file_of(module_, ir::FilePurpose::LoopLimit);
    code.store(to, limit ? load_register(code, *limit, {}) : code.u32(0));
}

// ---- rows and words; counted from the start of the invocation's record

Word Storage::row_pointer(Code& code, bool in, Index row) const {
    const Value base = code.load(ir::kI32, in ? in_base_ : out_base_);
    const Value at = code.add({base, value_of(code, row)});
    const Word pointer = assembly_.pointer(StorageClass::StorageBuffer, assembly_.type(kRow));
    return code.access(pointer, in ? in_ : out_, {assembly_.u32(0), at.id});
}

Value Storage::record_row(Code& code, bool in, Index row) const { return code.load(kRow, row_pointer(code, in, row)); }

Word Storage::record_pointer(Code& code, bool in, Index word) const {
    const WordOfRow at_word = word_of_row(code, word);
    const Value base = code.load(ir::kI32, in ? in_base_ : out_base_);
    const Value at = code.add({base, at_word.row});
    const Word pointer = assembly_.pointer(StorageClass::StorageBuffer, assembly_.type(ir::kI32));
    return code.access(pointer, in ? in_ : out_, {assembly_.u32(0), at.id, at_word.lane.id});
}

// ---- registers that are only read

bool Storage::has_whole_registers(std::uint32_t file) const {
    if (is_shared_output(file)) return false;
    if (files_[file].is_direct) return true;
    return !is_in_record(file) || words_of_register(module_.files[file]) % kRowWords == 0;
}

Value Storage::load_recorded_register(Code& code, std::uint32_t file, Index reg) const {
    const Type type = register_type(file);
    const std::uint32_t rows = words_of_register(module_.files[file]) / kRowWords;
    const Index first = scaled_index(code, reg, rows, files_[file].word / kRowWords);
    if (type == kRow) return record_row(code, true, first);
    std::vector<Value> words;
    for (std::uint32_t i = 0; i < rows; ++i) {
        append(words, code.lanes(record_row(code, true, {first.known + i, first.computed})));
    }
    return joined(code, type, words);
}

Value Storage::load_recorded_lane(Code& code, std::uint32_t file, Index reg, std::uint32_t lane) const {
    const ir::RegisterFile& description = module_.files[file];
    const std::uint32_t each = words_of_lane(description.kind);
    const Index first = scaled_index(code, reg, words_of_register(description), files_[file].word + lane * each);
    std::vector<Value> words;
    for (std::uint32_t i = 0; i < each; ++i) {
        const Index word{first.known + i, first.computed};
        words.push_back(code.load(ir::kI32, record_pointer(code, true, word)));
    }
    return code.regroup(words, register_type(file).kind)[0];
}

} // namespace relit::lang::spirv
