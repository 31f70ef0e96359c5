// A SPIR-V module under construction: its sections as word streams, every type and constant made once.
#pragma once

#include "ir/type.hpp"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>
#include <vector>

namespace relit::lang::spirv {

using Word = std::uint32_t; // an instruction's word, often an id

/// Instructions one after another.
class Stream {
public:
    void op(spv::Op opcode, std::span<const Word> words);
    void op(spv::Op opcode, std::initializer_list<Word> words) { op(opcode, std::span(words.begin(), words.size())); }
    void append(const Stream& other) { words_.insert(words_.end(), other.words_.begin(), other.words_.end()); }
    [[nodiscard]] std::span<const Word> words() const { return words_; }

private:
    std::vector<Word> words_;
};

/// Text as SPIR-V has it: four characters a word, ended by a zero.
void append_text(std::vector<Word>& words, std::string_view text);

class Assembly {
public:
    explicit Assembly(Word version) : version_(version) {}

    [[nodiscard]] Word version() const { return version_; }
    [[nodiscard]] Word fresh() { return next_++; }
    void capability(spv::Capability wanted) { capabilities_.insert(static_cast<Word>(wanted)); }
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
    using Key = std::vector<Word>;
    Word intern(spv::Op opcode, std::initializer_list<Word> words) {
        return intern(opcode, std::span(words.begin(), words.size()));
    }
    Word intern(spv::Op opcode, std::span<const Word> words);
    Word intern_typed(spv::Op opcode, Word type, std::span<const Word> words);
    Word scalar_constant(ir::Type type, std::uint64_t bits);

    Word version_;
    Word next_ = 1;
    Word glsl_ = 0;
    std::set<Word> capabilities_;
    std::vector<Word> interface_;
    std::map<Key, Word> known_;
    Stream extensions_, imports_, entry_points_, modes_, strings_, names_, decorations_, globals_;
};

} // namespace relit::lang::spirv
