// A SPIR-V module under construction: its sections as word streams, every type and constant made once.
#pragma once

#include "base/hash/hash_index.hpp"
#include "ir/type.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::lang::spirv {

using Word = std::uint32_t; // an instruction's word, often an id

/// Instructions one after another. The words lie in memory that is given back as a whole.
class Stream {
public:
    explicit Stream(std::pmr::memory_resource& memory) : memory_(&memory) {}

    void op(spv::Op opcode, std::span<const Word> words) {
        std::copy_n(words.data(), words.size(), begin(opcode, words.size()));
    }
    template <std::size_t kCount>
    void op(spv::Op opcode, const Word (&words)[kCount]) {
        std::copy_n(words, kCount, begin(opcode, kCount));
    }
    template <std::size_t kCount>
    void op(spv::Op opcode, const Word (&head)[kCount], std::span<const Word> tail) {
        Word* to = std::copy_n(head, kCount, begin(opcode, kCount + tail.size()));
        for (const Word word : tail) *to++ = word; // few: not worth a call
    }
    /// The same with a text between: four characters a word, ended by a zero.
    void op_with_text(spv::Op opcode, std::initializer_list<Word> head, std::string_view text,
                      std::span<const Word> tail = {});
    /// The first word of an instruction; so many others follow, which the caller writes where this points.
    [[nodiscard]] Word* begin(spv::Op opcode, std::size_t words) {
        Word* to = room_for(words + 1);
        *to = static_cast<Word>((words + 1) << spv::WordCountShift) | static_cast<Word>(opcode);
        return to + 1;
    }
    void append(const Stream& other) { std::copy_n(other.words_, other.size(), room_for(other.size())); }
    void reserve(std::size_t words) {
        if (words > size()) grow(words - size());
    }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - words_); }
    [[nodiscard]] std::span<const Word> words() const { return {words_, end_}; }
    /// A word that is there already.
    void set(std::size_t index, Word word) { words_[index] = word; }
    /// Takes away what was written from word `size` on.
    void shorten(std::size_t size) { end_ = words_ + size; }

private:
    Word* room_for(std::size_t words) {
        if (static_cast<std::size_t>(limit_ - end_) < words) grow(words);
        return std::exchange(end_, end_ + words);
    }
    void grow(std::size_t words);

    std::pmr::memory_resource* memory_;
    Word *words_ = nullptr, *end_ = nullptr, *limit_ = nullptr;
};

/// The instructions of a stream that are in it once, found by opcode, type (0: none) and operands.
class OnceWritten {
public:
    explicit OnceWritten(std::pmr::memory_resource& memory) : short_(kFirstShort, &memory) {}

    /// An instruction of few operands, as most are that are used again and again.
    struct Short {
        spv::Op opcode{};
        Word type = 0;
        std::array<Word, 2> operands{};
        Word id = 0; // of its result; 0: it is not written
    };
    /// The result of the instruction, which is `next` where it had to be written. Always of the same stream, and an
    /// opcode always in the same way.
    [[nodiscard]] Word find_or_write(Stream& stream, const Short& what, std::size_t operands, Word next) {
        Short& slot = slot_of(what);
        if (slot.id != 0) return slot.id;
        slot = what;
        slot.id = next;
        write(stream, what, operands, next);
        return next;
    }
    [[nodiscard]] Word find_or_write(Stream& stream, spv::Op opcode, Word type, std::span<const Word> operands,
                                     Word next);

private:
    static constexpr std::size_t kFirstShort = 64;

    // Where it is, or can be put.
    [[nodiscard]] Short& slot_of(const Short& what) {
        const std::uint64_t all = what.operands[0] * 3 + what.operands[1] * 5 + what.type * 7;
        std::size_t at = all * 0x9e3779b97f4a7c15U >> 32;
        for (;; ++at) {
            Short& slot = short_[at & (short_.size() - 1)];
            const bool same = slot.opcode == what.opcode && slot.type == what.type &&
                              slot.operands[0] == what.operands[0] && slot.operands[1] == what.operands[1];
            if (same || slot.id == 0) return slot;
        }
    }
    void write(Stream& stream, const Short& what, std::size_t operands, Word id);

    std::pmr::vector<Short> short_; // by hash: a power of two of slots, at least half of them free
    std::size_t written_short_ = 0;
    HashIndex others_; // of the others, in the stream's words
};

class Assembly {
public:
    /// Named: for people who read the words. `scratch` outlives it and is never given anything back.
    Assembly(std::pmr::memory_resource& scratch, Word version, bool named)
        : scratch_(scratch), version_(version), named_(named) {}

    [[nodiscard]] std::pmr::memory_resource& scratch() const { return scratch_; }
    [[nodiscard]] Word version() const { return version_; }
    [[nodiscard]] bool is_named() const { return named_; }
    [[nodiscard]] Word fresh() { return next_++; }
    void capability(spv::Capability wanted);
    [[nodiscard]] bool declares(spv::Capability capability) const;
    void extension(std::string_view name);
    void name(Word id, std::string_view text);
    void decorate(Word id, spv::Decoration decoration) {
        decorations_.op(spv::Op::OpDecorate, {id, static_cast<Word>(decoration)});
    }
    void decorate(Word id, spv::Decoration decoration, Word number) {
        decorations_.op(spv::Op::OpDecorate, {id, static_cast<Word>(decoration), number});
    }
    void execution_mode(Word entry, spv::ExecutionMode mode, std::initializer_list<Word> words = {});
    /// The entry point; `interface` as its version requires it.
    void entry_point(spv::ExecutionModel model, Word function, std::string_view name);

    // ---- types
    Word type(ir::Type type) {
        const Word known = types_[static_cast<std::size_t>(type.kind)][type.lanes];
        return known != 0 ? known : new_type(type);
    }
    Word pointer(spv::StorageClass storage, Word to) {
        return again(spv::Op::OpTypePointer, 0, static_cast<Word>(storage), to);
    }
    /// An integer of 32 bits with a sign, or several; only textures, images and offsets in them need it.
    Word signed_type(unsigned lanes);
    Word image_type(std::span<const Word> words) { return intern(spv::Op::OpTypeImage, words); }
    Word sampled_image_type(Word image) { return intern(spv::Op::OpTypeSampledImage, {image}); }
    Word array(Word element, Word count) { return again(spv::Op::OpTypeArray, 0, element, u32(count)); }
    Word function_type(Word result, std::span<const Word> params);
    Word pair(Word type) { return intern(spv::Op::OpTypeStruct, {type, type}); }
    /// A struct of one member, decorated as a block; never shared.
    Word block(Word member) { return block({&member, 1}, std::array<Word, 1>{}); }
    /// The same of several, each at so many bytes from the beginning.
    Word block(std::span<const Word> members, std::span<const Word> offsets);
    void name_member(Word block, Word member, std::string_view text);
    /// A runtime array, or one of `count` elements, that has a stride; never shared.
    Word laid_out_array(Word element, Word stride, Word count);

    // ---- constants
    Word constant(ir::Type type, std::span<const std::uint64_t> lanes);
    Word splat(ir::Type type, std::uint64_t bits);
    Word u32(Word value) { return splat(ir::kI32, value); }
    Word signed_constant(std::span<const std::uint32_t> lanes);
    Word null(ir::Type of);
    /// The size of a workgroup as specialisation constants 0 to 2 along x, y, z. Where it is in the module it counts,
    /// whatever the execution mode says.
    Word open_workgroup(std::span<const Word, 3> usual);
    Word null_of(Word type) { return again(spv::Op::OpConstantNull, type); }

    // ---- variables and strings
    Word variable(spv::StorageClass storage, Word type, std::string_view name, bool zero = false);
    Word text(std::string_view text);
    void source(Word file, std::string_view listing);
    Word glsl(); // the set of extended instructions

    /// A function, whose words stay where they are.
    void add_function(const Stream& head, const Stream& body) {
        functions_.insert(functions_.end(), {head.words(), body.words()});
    }
    [[nodiscard]] std::vector<Word> finish() const;

private:
    static constexpr std::size_t kKinds = static_cast<std::size_t>(ir::Kind::F64) + 1;

    /// What is used again and again: types and constants of up to two words.
    Word again(spv::Op opcode, Word type) { return again({opcode, type}, 0); }
    Word again(spv::Op opcode, Word type, Word first) { return again({opcode, type, {first}}, 1); }
    Word again(spv::Op opcode, Word type, Word first, Word second) { return again({opcode, type, {first, second}}, 2); }
    Word again(const OnceWritten::Short& what, std::size_t operands) {
        const Word id = once_.find_or_write(globals_, what, operands, next_);
        if (id == next_) ++next_;
        return id;
    }
    Word intern(spv::Op opcode, std::initializer_list<Word> words) {
        return intern(opcode, std::span(words.begin(), words.size()));
    }
    Word intern(spv::Op opcode, std::span<const Word> words) { return intern_typed(opcode, 0, words); }
    Word intern_typed(spv::Op opcode, Word type, std::span<const Word> words);
    Word new_type(ir::Type type);
    Word scalar_constant(ir::Type type, std::uint64_t bits);

    std::pmr::memory_resource& scratch_;
    Word version_;
    bool named_;
    Word next_ = 1;
    Word glsl_ = 0, open_workgroup_ = 0;
    std::pmr::vector<Word> capabilities_{&scratch_};                  // sorted
    std::pmr::vector<Word> interface_{&scratch_};                     // variables
    std::array<std::array<Word, ir::kMaxLanes + 1>, kKinds> types_{}; // by kind and lanes; 0: not yet made
    OnceWritten once_{scratch_};                                      // in globals_
    Stream extensions_{scratch_}, imports_{scratch_}, entry_points_{scratch_}, modes_{scratch_}, strings_{scratch_},
        names_{scratch_}, decorations_{scratch_}, globals_{scratch_};
    std::pmr::vector<std::span<const Word>> functions_{&scratch_};
};

} // namespace relit::lang::spirv
