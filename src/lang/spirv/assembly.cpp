#include "lang/spirv/assembly.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace relit::lang::spirv {
namespace {

using ir::Kind;

// Relit has no number in the registry of generators; 0 is for generators without one.
constexpr Word kGenerator = 0;
constexpr std::size_t kLongestText = 65000; // bytes of one OpSource; an instruction has at most 65535 words

constexpr std::size_t kUsualStreamWords = 128; // of a stream that is not empty
constexpr std::size_t kUsualVariables = 32;

constexpr Word first_word(spv::Op opcode, std::size_t words) {
    return static_cast<Word>((words + 1) << spv::WordCountShift) | static_cast<Word>(opcode);
}

// The result is after the first word, or after the type.
bool stands_at(const Word* words, Word first, Word type, std::span<const Word> operands) {
    if (words[0] != first || (type != 0 && words[1] != type)) return false;
    return std::ranges::equal(std::span(words + (type != 0 ? 3 : 2), operands.size()), operands);
}

} // namespace

void Stream::grow(std::size_t words) {
    const std::size_t size = this->size();
    const std::size_t capacity =
        std::max({kUsualStreamWords, 2 * static_cast<std::size_t>(limit_ - words_), size + words});
    auto* larger = static_cast<Word*>(memory_->allocate(capacity * sizeof(Word), alignof(Word)));
    end_ = std::copy_n(words_, size, larger);
    words_ = larger;
    limit_ = larger + capacity;
}

void Stream::op_with_text(spv::Op opcode, std::initializer_list<Word> head, std::string_view text,
                          std::span<const Word> tail) {
    const std::size_t words = text.size() / sizeof(Word) + 1;
    Word* to = std::ranges::copy(head, begin(opcode, head.size() + words + tail.size())).out;
    to[words - 1] = 0; // the text's end
    static_assert(std::endian::native == std::endian::little, "a word's first character is its low byte");
    std::memcpy(to, text.data(), text.size());
    std::ranges::copy(tail, to + words);
}

Word OnceWritten::find_or_write(Stream& stream, spv::Op opcode, Word type, std::span<const Word> operands, Word next) {
    const std::size_t before = type != 0 ? 2 : 1;
    const Word first = first_word(opcode, before + operands.size());
    const auto end = static_cast<std::uint32_t>(stream.words().size());
    const std::uint32_t at = others_.find_or_add(
        WordHash().add(first).add(type).add(operands).value(), end,
        [&](std::uint32_t known) { return stands_at(&stream.words()[known], first, type, operands); });
    if (at != end) return stream.words()[at + before];
    Word* to = stream.begin(opcode, before + operands.size());
    if (type != 0) *to++ = type;
    *to++ = next;
    for (const Word operand : operands) *to++ = operand;
    return next;
}

void OnceWritten::write(Stream& stream, const Short& what, std::size_t operands, Word id) {
    Word* to = stream.begin(what.opcode, (what.type != 0 ? 2 : 1) + operands);
    if (what.type != 0) *to++ = what.type;
    *to++ = id;
    for (std::size_t i = 0; i < operands; ++i) *to++ = what.operands[i];
    if (2 * ++written_short_ <= short_.size()) return;
    std::pmr::vector<Short> old(2 * short_.size(), short_.get_allocator());
    old.swap(short_);
    for (const Short& one : old)
        if (one.id != 0) slot_of(one) = one;
}

void Assembly::capability(spv::Capability wanted) {
    const auto word = static_cast<Word>(wanted);
    const auto at = std::ranges::lower_bound(capabilities_, word);
    if (at == capabilities_.end() || *at != word) capabilities_.insert(at, word);
}

bool Assembly::declares(spv::Capability capability) const {
    return std::ranges::binary_search(capabilities_, static_cast<Word>(capability));
}

void Assembly::extension(std::string_view name) { extensions_.op_with_text(spv::Op::OpExtension, {}, name); }

void Assembly::name(Word id, std::string_view text) {
    if (named_) names_.op_with_text(spv::Op::OpName, {id}, text);
}

void Assembly::execution_mode(Word entry, spv::ExecutionMode mode, std::initializer_list<Word> words) {
    modes_.op(spv::Op::OpExecutionMode, {entry, static_cast<Word>(mode)}, std::span(words.begin(), words.size()));
}

void Assembly::entry_point(spv::ExecutionModel model, Word function, std::string_view name) {
    entry_points_.op_with_text(spv::Op::OpEntryPoint, {static_cast<Word>(model), function}, name, interface_);
}

Word Assembly::intern_typed(spv::Op opcode, Word type, std::span<const Word> words) {
    const Word id = once_.find_or_write(globals_, opcode, type, words, next_);
    if (id == next_) ++next_;
    return id;
}

// Called once: later calls find it in types_.
Word Assembly::new_type(ir::Type type) {
    const auto write = [&](spv::Op opcode, std::initializer_list<Word> words) {
        const Word id = fresh();
        globals_.op(opcode, {id}, std::span(words.begin(), words.size()));
        return id;
    };
    const auto write_scalar = [&] {
        const Word bits = ir::bits_of(type.kind);
        switch (type.kind) {
            case Kind::Void: return write(spv::Op::OpTypeVoid, {});
            case Kind::Bool: return write(spv::Op::OpTypeBool, {});
            case Kind::I8: capability(spv::Capability::Int8); break;
            case Kind::I16: capability(spv::Capability::Int16); break;
            case Kind::I64: capability(spv::Capability::Int64); break;
            case Kind::F16: capability(spv::Capability::Float16); break;
            case Kind::F64: capability(spv::Capability::Float64); break;
            default: break;
        }
        return ir::is_float(type.kind) ? write(spv::Op::OpTypeFloat, {bits}) : write(spv::Op::OpTypeInt, {bits, 0});
    };
    const Word id =
        type.lanes > 1 ? write(spv::Op::OpTypeVector, {this->type(type.scalar()), type.lanes}) : write_scalar();
    return types_[static_cast<std::size_t>(type.kind)][type.lanes] = id;
}

Word Assembly::function_type(Word result, std::span<const Word> params) {
    if (params.empty()) return again(spv::Op::OpTypeFunction, 0, result);
    if (params.size() == 1) return again(spv::Op::OpTypeFunction, 0, result, params[0]);
    std::pmr::vector<Word> words({result}, &scratch_);
    words.insert(words.end(), params.begin(), params.end());
    return intern(spv::Op::OpTypeFunction, words);
}

Word Assembly::laid_out_array(Word element, Word stride, Word count) {
    const Word size = count == 0 ? 0 : u32(count);
    const Word id = fresh();
    if (count == 0) globals_.op(spv::Op::OpTypeRuntimeArray, {id, element});
    if (count != 0) globals_.op(spv::Op::OpTypeArray, {id, element, size});
    decorate(id, spv::Decoration::ArrayStride, stride);
    return id;
}

Word Assembly::block(std::span<const Word> members, std::span<const Word> offsets) {
    const Word id = fresh();
    globals_.op(spv::Op::OpTypeStruct, {id}, members);
    decorate(id, spv::Decoration::Block);
    for (Word i = 0; i < offsets.size(); ++i)
        decorations_.op(spv::Op::OpMemberDecorate, {id, i, static_cast<Word>(spv::Decoration::Offset), offsets[i]});
    return id;
}

void Assembly::name_member(Word block, Word member, std::string_view text) {
    if (named_) names_.op_with_text(spv::Op::OpMemberName, {block, member}, text);
}

Word Assembly::scalar_constant(ir::Type type, std::uint64_t bits) {
    const Word type_id = this->type(type);
    const unsigned width = ir::bits_of(type.kind);
    const auto low = static_cast<Word>(bits), high = static_cast<Word>(bits >> 32);
    if (type.kind == Kind::Bool) return again(bits != 0 ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, type_id);
    if (width == 64) return again(spv::Op::OpConstant, type_id, low, high);
    return again(spv::Op::OpConstant, type_id, low & ~Word{0} >> (32 - width));
}

Word Assembly::constant(ir::Type type, std::span<const std::uint64_t> lanes) {
    if (type.lanes == 1) return scalar_constant(type, lanes[0]);
    std::array<Word, ir::kMaxLanes> parts{};
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const bool again = i != 0 && lanes[i] == lanes[i - 1];
        parts[i] = again ? parts[i - 1] : scalar_constant(type.scalar(), lanes[i]);
    }
    return intern_typed(spv::Op::OpConstantComposite, this->type(type), std::span(parts).first(lanes.size()));
}

Word Assembly::splat(ir::Type type, std::uint64_t bits) {
    if (type.lanes == 1) return scalar_constant(type, bits);
    const std::array<std::uint64_t, ir::kMaxLanes> lanes{bits, bits, bits, bits};
    return constant(type, std::span(lanes).first(type.lanes));
}

Word Assembly::signed_type(unsigned lanes) {
    const Word one = intern(spv::Op::OpTypeInt, {32, 1});
    return lanes == 1 ? one : intern(spv::Op::OpTypeVector, {one, lanes});
}

Word Assembly::signed_constant(std::span<const std::uint32_t> lanes) {
    std::vector<Word> parts;
    for (const std::uint32_t lane : lanes) {
        parts.push_back(intern_typed(spv::Op::OpConstant, signed_type(1), std::span(&lane, 1)));
    }
    if (parts.size() == 1) return parts[0];
    return intern_typed(spv::Op::OpConstantComposite, signed_type(static_cast<unsigned>(parts.size())), parts);
}

Word Assembly::open_workgroup(std::span<const Word, 3> usual) {
    constexpr std::array<std::string_view, 3> kNames = {"local_size_x", "local_size_y", "local_size_z"};
    if (open_workgroup_ != 0) return open_workgroup_;
    const Word scalar = type(ir::kI32), vector = type(ir::kI32.with_lanes(3));
    std::array<Word, 3> sides{};
    for (Word i = 0; i < sides.size(); ++i) {
        sides[i] = fresh();
        globals_.op(spv::Op::OpSpecConstant, {scalar, sides[i], usual[i]});
        decorate(sides[i], spv::Decoration::SpecId, i);
        name(sides[i], kNames[i]);
    }
    open_workgroup_ = fresh();
    globals_.op(spv::Op::OpSpecConstantComposite, {vector, open_workgroup_}, sides);
    decorate(open_workgroup_, spv::Decoration::BuiltIn, static_cast<Word>(spv::BuiltIn::WorkgroupSize));
    return open_workgroup_;
}

Word Assembly::null(ir::Type of) { return null_of(type(of)); }

Word Assembly::variable(spv::StorageClass storage, Word type, std::string_view name, bool zero) {
    const Word pointer_type = pointer(storage, type);
    const Word start = zero ? null_of(type) : 0;
    const Word id = fresh();
    globals_.op(spv::Op::OpVariable, {pointer_type, id, static_cast<Word>(storage)}, std::span(&start, zero ? 1U : 0U));
    this->name(id, name);
    // Up to SPIR-V 1.3 an entry point names its inputs and outputs only, since then all it touches.
    const bool crosses = storage == spv::StorageClass::Input || storage == spv::StorageClass::Output;
    if (interface_.empty()) interface_.reserve(kUsualVariables);
    if (crosses || version_ >= 0x10400) interface_.push_back(id);
    return id;
}

Word Assembly::text(std::string_view text) {
    const Word id = fresh();
    strings_.op_with_text(spv::Op::OpString, {id}, text);
    return id;
}

void Assembly::source(Word file, std::string_view listing) {
    const auto unknown = static_cast<Word>(spv::SourceLanguage::Unknown);
    strings_.op_with_text(spv::Op::OpSource, {unknown, 0, file}, listing.substr(0, kLongestText));
    for (std::size_t at = kLongestText; at < listing.size(); at += kLongestText) {
        strings_.op_with_text(spv::Op::OpSourceContinued, {}, listing.substr(at, kLongestText));
    }
}

Word Assembly::glsl() {
    if (glsl_ == 0) {
        glsl_ = fresh();
        imports_.op_with_text(spv::Op::OpExtInstImport, {glsl_}, "GLSL.std.450");
    }
    return glsl_;
}

std::vector<Word> Assembly::finish() const {
    Stream memory_model(scratch_), capabilities(scratch_);
    memory_model.op(spv::Op::OpMemoryModel,
                    {static_cast<Word>(spv::AddressingModel::Logical), static_cast<Word>(spv::MemoryModel::GLSL450)});
    for (const Word capability : capabilities_) capabilities.op(spv::Op::OpCapability, {capability});
    const std::array<Word, 5> header{spv::MagicNumber, version_, kGenerator, next_, 0};
    std::pmr::vector<std::span<const Word>> sections(
        {header, capabilities.words(), extensions_.words(), imports_.words(), memory_model.words(),
         entry_points_.words(), modes_.words(), strings_.words(), names_.words(), decorations_.words(),
         globals_.words()},
        &scratch_);
    sections.insert(sections.end(), functions_.begin(), functions_.end());
    std::size_t size = 0;
    for (const auto& section : sections) size += section.size();
    std::vector<Word> words;
    words.reserve(size);
    for (const auto& section : sections)
        if (!section.empty()) words.insert(words.end(), section.data(), section.data() + section.size());
    return words;
}

} // namespace relit::lang::spirv
