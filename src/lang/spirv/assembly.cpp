#include "lang/spirv/assembly.hpp"

#include <array>
#include <string>

namespace relit::lang::spirv {
namespace {

using ir::Kind;

// Relit has no number in the registry of generators; 0 is for everybody.
constexpr Word kGenerator = 0;
constexpr std::size_t kLongestText = 65000; // bytes of one OpSource; an instruction has at most 65535 words

std::vector<Word> with_text(std::initializer_list<Word> before, std::string_view text,
                            std::span<const Word> after = {}) {
    std::vector<Word> words(before);
    append_text(words, text);
    words.insert(words.end(), after.begin(), after.end());
    return words;
}

} // namespace

void Stream::op(spv::Op opcode, std::span<const Word> words) {
    words_.push_back(static_cast<Word>((words.size() + 1) << spv::WordCountShift) | static_cast<Word>(opcode));
    words_.insert(words_.end(), words.begin(), words.end());
}

void append_text(std::vector<Word>& words, std::string_view text) {
    const std::size_t first = words.size();
    words.resize(first + text.size() / 4 + 1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        words[first + i / 4] |= static_cast<Word>(static_cast<unsigned char>(text[i])) << (8 * (i % 4));
    }
}

void Assembly::extension(std::string_view name) { extensions_.op(spv::Op::OpExtension, with_text({}, name)); }
void Assembly::name(Word id, std::string_view text) { names_.op(spv::Op::OpName, with_text({id}, text)); }

void Assembly::decorate(Word id, spv::Decoration decoration, std::initializer_list<Word> words) {
    std::vector<Word> all{id, static_cast<Word>(decoration)};
    all.insert(all.end(), words);
    decorations_.op(spv::Op::OpDecorate, all);
}

void Assembly::decorate_member(Word id, Word member, spv::Decoration decoration, std::initializer_list<Word> words) {
    std::vector<Word> all{id, member, static_cast<Word>(decoration)};
    all.insert(all.end(), words);
    decorations_.op(spv::Op::OpMemberDecorate, all);
}

void Assembly::execution_mode(Word entry, spv::ExecutionMode mode, std::initializer_list<Word> words) {
    std::vector<Word> all{entry, static_cast<Word>(mode)};
    all.insert(all.end(), words);
    modes_.op(spv::Op::OpExecutionMode, all);
}

void Assembly::entry_point(spv::ExecutionModel model, Word function, std::string_view name) {
    entry_points_.op(spv::Op::OpEntryPoint, with_text({static_cast<Word>(model), function}, name, interface_));
}

Word Assembly::intern(spv::Op opcode, std::span<const Word> words) {
    Key key{static_cast<Word>(opcode)};
    key.insert(key.end(), words.begin(), words.end());
    const auto [at, added] = known_.try_emplace(key, next_);
    if (added) {
        key[0] = next_++;
        globals_.op(opcode, key);
    }
    return at->second;
}

Word Assembly::intern_typed(spv::Op opcode, Word type, std::span<const Word> words) {
    Key key{static_cast<Word>(opcode), type};
    key.insert(key.end(), words.begin(), words.end());
    const auto [at, added] = known_.try_emplace(key, next_);
    if (added) {
        key[0] = type;
        key[1] = next_++;
        globals_.op(opcode, key);
    }
    return at->second;
}

Word Assembly::type(ir::Type type) {
    if (type.lanes > 1) return intern(spv::Op::OpTypeVector, {this->type(type.scalar()), type.lanes});
    switch (type.kind) {
        case Kind::Void: return type_void();
        case Kind::Bool: return intern(spv::Op::OpTypeBool, {});
        case Kind::I8: capability(spv::Capability::Int8); break;
        case Kind::I16: capability(spv::Capability::Int16); break;
        case Kind::I64: capability(spv::Capability::Int64); break;
        case Kind::F16: capability(spv::Capability::Float16); break;
        case Kind::F64: capability(spv::Capability::Float64); break;
        default: break;
    }
    const Word bits = ir::bits_of(type.kind);
    return ir::is_float(type.kind) ? intern(spv::Op::OpTypeFloat, {bits}) : intern(spv::Op::OpTypeInt, {bits, 0});
}

Word Assembly::function_type(Word result, std::span<const Word> params) {
    std::vector<Word> words{result};
    words.insert(words.end(), params.begin(), params.end());
    return intern(spv::Op::OpTypeFunction, words);
}

Word Assembly::laid_out_array(Word element, Word stride, Word count) {
    const Word size = count == 0 ? 0 : u32(count);
    const Word id = fresh();
    if (count == 0) globals_.op(spv::Op::OpTypeRuntimeArray, {id, element});
    if (count != 0) globals_.op(spv::Op::OpTypeArray, {id, element, size});
    decorate(id, spv::Decoration::ArrayStride, {stride});
    return id;
}

Word Assembly::block(Word member) {
    const Word id = fresh();
    globals_.op(spv::Op::OpTypeStruct, {id, member});
    decorate(id, spv::Decoration::Block);
    decorate_member(id, 0, spv::Decoration::Offset, {0});
    return id;
}

Word Assembly::scalar_constant(ir::Type type, std::uint64_t bits) {
    const Word type_id = this->type(type);
    if (type.kind == Kind::Bool) {
        return intern_typed(bits != 0 ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, type_id, {});
    }
    const unsigned width = ir::bits_of(type.kind);
    if (width < 64) bits &= (std::uint64_t{1} << width) - 1;
    const std::array<Word, 2> words{static_cast<Word>(bits), static_cast<Word>(bits >> 32)};
    return intern_typed(spv::Op::OpConstant, type_id, std::span(words).first(width == 64 ? 2 : 1));
}

Word Assembly::constant(ir::Type type, std::span<const std::uint64_t> lanes) {
    if (type.lanes == 1) return scalar_constant(type, lanes[0]);
    std::vector<Word> parts;
    for (const std::uint64_t lane : lanes) parts.push_back(scalar_constant(type.scalar(), lane));
    return intern_typed(spv::Op::OpConstantComposite, this->type(type), parts);
}

Word Assembly::splat(ir::Type type, std::uint64_t bits) {
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

Word Assembly::null(ir::Type of) { return null_of(type(of)); }

Word Assembly::variable(spv::StorageClass storage, Word type, std::string_view name, bool zero) {
    const Word pointer_type = pointer(storage, type);
    const Word start = zero ? null_of(type) : 0;
    const Word id = fresh();
    std::vector<Word> words{pointer_type, id, static_cast<Word>(storage)};
    if (zero) words.push_back(start);
    globals_.op(spv::Op::OpVariable, words);
    this->name(id, name);
    // Up to SPIR-V 1.3 an entry point names its inputs and outputs only, since then all it touches.
    const bool crosses = storage == spv::StorageClass::Input || storage == spv::StorageClass::Output;
    if (crosses || version_ >= 0x10400) interface_.push_back(id);
    return id;
}

Word Assembly::text(std::string_view text) {
    const Word id = fresh();
    strings_.op(spv::Op::OpString, with_text({id}, text));
    return id;
}

void Assembly::source(Word file, std::string_view listing) {
    const auto unknown = static_cast<Word>(spv::SourceLanguage::Unknown);
    strings_.op(spv::Op::OpSource, with_text({unknown, 0, file}, listing.substr(0, kLongestText)));
    for (std::size_t at = kLongestText; at < listing.size(); at += kLongestText) {
        strings_.op(spv::Op::OpSourceContinued, with_text({}, listing.substr(at, kLongestText)));
    }
}

Word Assembly::glsl() {
    if (glsl_ == 0) {
        glsl_ = fresh();
        imports_.op(spv::Op::OpExtInstImport, with_text({glsl_}, "GLSL.std.450"));
    }
    return glsl_;
}

std::vector<Word> Assembly::finish() const {
    Stream all;
    for (const Word capability : capabilities_) all.op(spv::Op::OpCapability, {capability});
    all.append(extensions_);
    all.append(imports_);
    all.op(spv::Op::OpMemoryModel,
           {static_cast<Word>(spv::AddressingModel::Logical), static_cast<Word>(spv::MemoryModel::GLSL450)});
    for (const Stream* section : {&entry_points_, &modes_, &strings_, &names_, &decorations_, &globals_, &functions}) {
        all.append(*section);
    }
    std::vector<Word> words{spv::MagicNumber, version_, kGenerator, next_, 0};
    words.insert(words.end(), all.words().begin(), all.words().end());
    return words;
}

} // namespace relit::lang::spirv
