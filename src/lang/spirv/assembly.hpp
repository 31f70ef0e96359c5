// A SPIR-V module under construction: its sections as word streams, every type and constant made once.
#pragma once

#include "base/hash_index.hpp"
#include "ir/type.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>
#include <vector>

namespace relit::lang::spirv {

using Word = std::uint32_t; // an instruction's word, often an id

/// Instructions one after another.
class Stream {
public:
    void op(spv::Op opcode, std::initializer_list<Word> head, std::span<const Word> tail = {});
    /// The same with a text between: four characters a word, ended by a zero.
    void op_with_text(spv::Op opcode, std::initializer_list<Word> head, std::string_view text,
                      std::span<const Word> tail = {});
    /// The first word of an instruction; so many others follow, which the caller writes where this points.
    [[nodiscard]] Word* begin(spv::Op opcode, std::size_t words) {
        Word* to = room_for(words + 1);
        *to = static_cast<Word>((words + 1) << spv::WordCountShift) | static_cast<Word>(opcode);
        return to + 1;
    }
    void append(const Stream& other) { std::ranges::copy(other.words(), room_for(other.size_)); }
    [[nodiscard]] std::span<const Word> words() const { return {words_.get(), size_}; }

private:
    Word* room_for(std::size_t words) {
        if (capacity_ - size_ < words) grow(words);
        size_ += words;
        return words_.get() + size_ - words;
    }
    void grow(std::size_t words);

    std::unique_ptr<Word[]> words_; // std::vector would fill with zeros what is written at once
    std::size_t size_ = 0, capacity_ = 0;
};

/// The instructions of a stream that stand in it once, found by opcode, type (0: none) and operands.
class OnceWritten {
public:
    /// The result of the instruction, which is `next` where it had to be written. Always of the same stream.
    [[nodiscard]] Word find_or_write(Stream& stream, spv::Op opcode, Word type, std::span<const Word> operands,
                                     Word next);

private:
    HashIndex places_; // in the stream's words
};

class Assembly {
public:
    /// Named: for people who look at the words.
    explicit Assembly(Word version, bool named = true) : version_(version), named_(named) {}

    [[nodiscard]] Word version() const { return version_; }
    [[nodiscard]] Word fresh() { return next_++; }
    void capability(spv::Capability wanted);
    void extension(std::string_view name);
    void name(Word id, std::string_view text);
    void decorate(Word id, spv::Decoration decoration, std::initializer_list<Word> words = {});
    void decorate_member(Word id, Word member, spv::Decoration decoration, std::initializer_list<Word> words = {});
    void execution_mode(Word entry, spv::ExecutionMode mode, std::initializer_list<Word> words = {});
    /// The entry point; `interface` as its version wants it.
    void entry_point(spv::ExecutionModel model, Word function, std::string_view name);

    // ---- types
    Word type(ir::Type type);
    Word type_void() { return intern(spv::Op::OpTypeVoid, {}); }
    Word pointer(spv::StorageClass storage, Word to) {
        return intern(spv::Op::OpTypePointer, {static_cast<Word>(storage), to});
    }
    /// An integer of 32 bits with a sign, or several; only textures, images and offsets in them need it.
    Word signed_type(unsigned lanes);
    Word image_type(std::span<const Word> words) { return intern(spv::Op::OpTypeImage, words); }
    Word sampled_image_type(Word image) { return intern(spv::Op::OpTypeSampledImage, {image}); }
    Word array(Word element, Word count) { return intern(spv::Op::OpTypeArray, {element, u32(count)}); }
    Word function_type(Word result, std::span<const Word> params);
    Word pair(Word type) { return intern(spv::Op::OpTypeStruct, {type, type}); }
    /// A struct of one member, decorated as a block; never shared.
    Word block(Word member);
    /// A runtime array, or one of `count` elements, that has a stride; never shared.
    Word laid_out_array(Word element, Word stride, Word count);

    // ---- constants
    Word constant(ir::Type type, std::span<const std::uint64_t> lanes);
    Word splat(ir::Type type, std::uint64_t bits);
    Word u32(Word value) { return splat(ir::kI32, value); }
    Word signed_constant(std::span<const std::uint32_t> lanes);
    Word null(ir::Type of);
    Word null_of(Word type) { return intern_typed(spv::Op::OpConstantNull, type, {}); }

    // ---- variables and strings
    Word variable(spv::StorageClass storage, Word type, std::string_view name, bool zero = false);
    Word text(std::string_view text);
    void source(Word file, std::string_view listing);
    Word glsl(); // the set of extended instructions

    Stream functions;
    [[nodiscard]] std::vector<Word> finish() const;

private:
    static constexpr std::size_t kKinds = static_cast<std::size_t>(ir::Kind::F64) + 1;

    Word intern(spv::Op opcode, std::initializer_list<Word> words) {
        return intern(opcode, std::span(words.begin(), words.size()));
    }
    Word intern(spv::Op opcode, std::span<const Word> words) { return intern_typed(opcode, 0, words); }
    Word intern_typed(spv::Op opcode, Word type, std::span<const Word> words);
    Word new_type(ir::Type type);
    Word scalar_constant(ir::Type type, std::uint64_t bits);
    Word new_constant(ir::Type type, std::uint64_t bits);

    struct Number {
        std::uint64_t bits = 0;
        ir::Kind kind{};
        Word id = 0;
    };

    Word version_;
    bool named_;
    Word next_ = 1;
    Word glsl_ = 0;
    std::vector<Word> capabilities_; // sorted
    std::vector<Word> interface_;
    std::array<std::array<Word, ir::kMaxLanes + 1>, kKinds> types_{}; // by kind and lanes; 0: not yet made
    std::array<Number, 64> numbers_{}; // constants by their bits, the last ones asked for
    OnceWritten once_;                 // in globals_
    Stream extensions_, imports_, entry_points_, modes_, strings_, names_, decorations_, globals_;
};

} // namespace relit::lang::spirv
