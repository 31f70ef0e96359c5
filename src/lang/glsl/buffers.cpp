// Buffers, shared and scratch memory, tables: words, rows of four, and what lies outside them.
#include "base/text.hpp"
#include "ir/analysis/bounds.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace relit::lang::glsl {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::ResourceKind;
using ir::Type;

bool is_buffer_atomic(Op op) { return ir::info(op).is_atomic() && ir::info(op).touches(ir::Memory::Buffer); }

// Returns true if so many words from a byte offset on lie in a buffer.
bool is_inside(std::uint32_t offset, std::uint32_t words, std::uint32_t size) {
    return std::uint64_t{offset / kWordBytes + words} * kWordBytes <= size;
}

std::string_view record_of(const ir::Resource& buffer) {
    return buffer.kind == ResourceKind::ConstantBuffer ? "in" : "out";
}

// As a literal; what is beyond 32 bits is beyond every buffer.
std::string lane_number(std::uint32_t first, unsigned more) {
    return fmt::format("{}u", std::min<std::uint64_t>(std::uint64_t{first} + more, 0xffffffffU));
}

} // namespace

std::optional<std::uint32_t> Writer::known(Id id) const {
    const auto lane = ir::known_lane(module_, id);
    return lane ? std::optional(static_cast<std::uint32_t>(*lane)) : std::nullopt;
}

// Where a harness has the buffer, if it is not an array of its own.
const Slot* Writer::slot_of(std::uint32_t resource) const {
    if (!harness()) return nullptr;
    const bool constant = module_.resources[resource].kind == ResourceKind::ConstantBuffer;
    for (const Slot& slot : constant ? layout_.in : layout_.out) {
        if (slot.is_resource && slot.index == resource) return &slot;
    }
    return nullptr;
}

// Buffers of which whole rows are used are arrays of vec4 or uvec4; what else there is are arrays of words.
void Writer::choose_rows() {
    rows_.assign(module_.resources.size(), Kind::Void);
    std::vector<bool> words(module_.resources.size()), floats(module_.resources.size());
    used_resources_.assign(module_.resources.size(), false);
    for (const ir::Function& function : module_.functions) {
        for (const ir::Block& block : function.blocks) {
            for (const Id id : block.insts) {
                const Inst& inst = module_[id];
                if (ir::info(inst.op).imm == ir::Imm::Use)
                    used_resources_[module_.texture_uses[inst.imm].resource] = true;
                if (is_buffer_atomic(inst.op) || inst.op == Op::BufferSize) used_resources_[inst.imm] = true;
                if (is_buffer_atomic(inst.op)) words[inst.imm] = true;
                if (!ir::info(inst.op).accesses(ir::Memory::Buffer)) continue;
                const Type type = ir::accessed_type(module_, inst);
                used_resources_[inst.imm] = true;
                (type.kind == Kind::F32 ? floats : words)[inst.imm] = true;
            }
        }
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const ir::Resource& r = module_.resources[i];
        const Kind kind = floats[i] && !words[i] ? Kind::F32 : Kind::I32;
        const bool storage = r.kind == ResourceKind::StorageBuffer && r.size != 0 && r.size % kRowBytes == 0;
        if (slot_of(static_cast<std::uint32_t>(i)) != nullptr) {
            rows_[i] = Kind::I32;
        } else if (r.kind == ResourceKind::ConstantBuffer || (storage && kind == Kind::F32)) {
            rows_[i] = kind;
        }
    }
}

// Word `index` as uint; it can be assigned to where the buffer is one of words.
std::string Writer::word_at(std::uint32_t resource, const std::string& index) const {
    const bool number = index.ends_with('u') && index.find_first_not_of("0123456789") == index.size() - 1;
    if (const Slot* slot = slot_of(resource)) {
        const std::string_view record = record_of(module_.resources[resource]);
        if (!number) return word_of_record(record, slot->word, index);
        return word_of_record(record, slot->word + static_cast<std::uint32_t>(std::stoul(index)));
    }
    const std::string& name = resource_names_[resource];
    if (rows_[resource] == Kind::Void)
        return fmt::format("{}[{}]", name, number ? index.substr(0, index.size() - 1) : index);
    const std::string at = index.find(' ') == std::string::npos ? index : "(" + index + ")";
    const std::string lane = fmt::format("{}[{} >> 2][{} & 3u]", name, at, at);
    return rows_[resource] == Kind::F32 ? "floatBitsToUint(" + lane + ")" : lane;
}

// Row `index`, a number without u or an expression.
std::string Writer::row_at(std::uint32_t resource, const std::string& index) const {
    const Slot* slot = slot_of(resource);
    const auto number = parse_integer(index);
    if (slot == nullptr) {
        const auto& named = members_[resource].rows;
        const auto at = number ? named.find(static_cast<std::uint32_t>(*number)) : named.end();
        return at != named.end() ? at->second : fmt::format("{}[{}]", resource_names_[resource], index);
    }
    const std::string_view record = record_of(module_.resources[resource]);
    const std::uint32_t row = slot->word / kRowWords;
    return number ? row_of_record(record, row + static_cast<std::uint32_t>(*number))
                  : row_of_record(record, row, index);
}

// Returns true if word_at() can be written to.
bool Writer::has_words(std::uint32_t resource) const {
    return rows_[resource] == Kind::Void || slot_of(resource) != nullptr;
}

bool Writer::is_open(std::uint32_t resource) const {
    const ir::Resource& r = module_.resources[resource];
    return r.size == 0 && r.kind == ResourceKind::StorageBuffer && !harness();
}

std::string Writer::size_of(std::uint32_t resource) const {
    if (is_open(resource)) return fmt::format("uint({}.length()) * 4u", resource_names_[resource]);
    return fmt::format("{}u", module_.resources[resource].size);
}

// How many whole lanes of `bytes` there are.
std::string Writer::count_of(std::uint32_t resource, std::uint32_t bytes) const {
    if (!is_open(resource)) return fmt::format("{}u", module_.resources[resource].size / bytes);
    std::string words = fmt::format("uint({}.length())", resource_names_[resource]);
    if (bytes == kWordBytes) return words;
    return bytes < kWordBytes ? fmt::format("{} * {}u", words, kWordBytes / bytes) : words + " / 2u";
}

std::string Writer::memory_function(const std::string& name, const std::string& text) {
    if (memory_texts_.emplace(name, text).second) memory_functions_.push_back(name);
    return name;
}

// What the names of functions for it begin with.
std::string Writer::function_stem(std::uint32_t resource) const {
    std::string name = resource_names_[resource];
    std::ranges::replace(name, '.', '_');
    return name;
}

// A function that reads lane `i` of so many bytes, or gives 0; 8 bytes as a uvec2.
std::string Writer::lane_reader(std::uint32_t resource, std::uint32_t bytes) {
    const auto head = [&](std::string_view type, std::string_view name) {
        return fmt::format("{} {}_{}(uint i) {{\n    return i < {} ? ", type, function_stem(resource), name,
                           count_of(resource, bytes));
    };
    const std::string name = function_stem(resource);
    switch (bytes) {
        case 1:
            return memory_function(name + "_byte", head("uint", "byte") + word_at(resource, "(i >> 2)") +
                                                       " >> (8u * (i & 3u)) & 0xffu : 0u;\n}\n");
        case 2:
            return memory_function(name + "_half", head("uint", "half") + word_at(resource, "(i >> 1)") +
                                                       " >> (16u * (i & 1u)) & 0xffffu : 0u;\n}\n");
        case 8:
            return memory_function(name + "_pair", head("uvec2", "pair") + "uvec2(" + word_at(resource, "2u * i") +
                                                       ", " + word_at(resource, "2u * i + 1u") + ") : uvec2(0u);\n}\n");
        default: return memory_function(name + "_word", head("uint", "word") + word_at(resource, "i") + " : 0u;\n}\n");
    }
}

// "offset >> 2": which lane of so many bytes a byte offset is in.
Expression Writer::lane_index(Id offset, std::uint32_t bytes) {
    if (const auto at = known(offset)) return {fmt::format("{}u", *at / bytes)};
    Expression expression = operand(offset);
    if (bytes == 1) return expression;
    if (expression.level > Level::Unary) expression.text = "(" + expression.text + ")";
    expression.text += fmt::format(" >> {}", std::countr_zero(bytes));
    expression.level = Level::Shift;
    return expression;
}

// One lane from its bits: a uint, or a uvec2 where it is wider.
std::string Writer::from_bits(const std::string& bits, Kind kind) {
    switch (kind) {
        case Kind::I8: return "uint8_t(" + bits + ")";
        case Kind::I16: return "uint16_t(" + bits + ")";
        case Kind::F16: return "uint16BitsToFloat16(uint16_t(" + bits + "))";
        case Kind::F32: return "uintBitsToFloat(" + bits + ")";
        case Kind::I64: return "packUint2x32(" + bits + ")";
        case Kind::F64: return "packDouble2x32(" + bits + ")";
        default: return bits;
    }
}
std::string Writer::to_bits(const std::string& lane, Kind kind) {
    switch (kind) {
        case Kind::I8:
        case Kind::I16: return "uint(" + lane + ")";
        case Kind::F16: return "uint(float16BitsToUint16(" + lane + "))";
        case Kind::F32: return "floatBitsToUint(" + lane + ")";
        case Kind::I64: return "unpackUint2x32(" + lane + ")";
        case Kind::F64: return "unpackDouble2x32(" + lane + ")";
        default: return lane;
    }
}

// ---- loads

// The row `i` of four words, or zeros.
std::string Writer::row_reader(std::uint32_t resource) {
    const bool floats = rows_[resource] != Kind::I32;
    const std::string name = function_stem(resource);
    std::string row = row_at(resource, "i");
    if (rows_[resource] == Kind::Void) {
        row = fmt::format("uintBitsToFloat(uvec4({}, {}, {}, {}))", word_at(resource, "4u * i"),
                          word_at(resource, "4u * i + 1u"), word_at(resource, "4u * i + 2u"),
                          word_at(resource, "4u * i + 3u"));
    }
    const std::string_view type = floats ? "vec4" : "uvec4";
    return memory_function(name + "_at",
                           fmt::format("{} {}_at(uint i) {{\n    return i < {} ? {} : {};\n}}\n", type, name,
                                       count_of(resource, kRowBytes), row, floats ? "vec4(0.0)" : "uvec4(0u)"));
}

// A load that a row holds as a whole.
std::optional<Expression> Writer::load_row(Id id) {
    const Inst& inst = module_[id];
    const ir::Resource& r = module_.resources[inst.imm];
    const Id offset = inst.operands[0];
    if (ir::bits_of(inst.type.kind) != 32 || is_open(inst.imm)) return std::nullopt;
    const Type row{rows_[inst.imm] == Kind::I32 ? Kind::I32 : Kind::F32, 4};
    Expression expression;
    unsigned first = 0;
    if (const auto at = known(offset); at && !by_row_[id]) {
        first = *at / kWordBytes % 4;
        const bool inside = first + inst.type.lanes <= 4 && is_inside(*at, inst.type.lanes, r.size);
        if (rows_[inst.imm] == Kind::Void || !inside) return std::nullopt;
        expression.text = row_at(inst.imm, std::to_string(*at / kRowBytes));
    } else {
        if (!by_row_[id] && (!ir::is_multiple(module_, offset, kRowBytes) || r.size % kRowBytes != 0))
            return std::nullopt;
        if (!by_row_[id] && rows_[inst.imm] == Kind::Void) return std::nullopt;
        expression = by_row_[id] ? operand(offset) : lane_index(offset, kRowBytes);
        expression.text = row_reader(inst.imm) + "(" + expression.text + ")";
        expression.level = Level::Primary;
        expression.one.clear();
    }
    if (inst.type.lanes != 4)
        expression = lanes_of(expression, swizzle(((1U << inst.type.lanes) - 1) << first).substr(1));
    return bitcast(expression, row.with_lanes(inst.type.lanes), inst.type);
}

Expression Writer::load_buffer(Id id) {
    const Inst& inst = module_[id];
    const bool constant = module_.resources[inst.imm].kind == ResourceKind::ConstantBuffer;
    if (auto row = load_row(id)) {
        if (!constant) row->reads.push_back({kMemory, 0, 1});
        return *row;
    }
    const std::uint32_t bytes = ir::bits_of(inst.type.kind) / 8;
    const auto at = known(inst.operands[0]);
    Expression index = lane_index(inst.operands[0], bytes);
    if (inst.type.lanes > 1 && !at && !is_simple(index)) index = {variable(ir::kI32, index, "at")};
    Expression expression;
    gather(expression, index);
    if (!constant) expression.reads.push_back({kMemory, 0, 1});
    std::vector<std::string> lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) {
        const std::string text =
            at ? lane_number(*at / bytes, i) : index.text + (i == 0 ? "" : fmt::format(" + {}u", i));
        const bool inside = at && bytes == kWordBytes && is_inside(*at, i + 1, module_.resources[inst.imm].size);
        lanes.push_back(inside && has_words(inst.imm) ? word_at(inst.imm, text)
                                                      : lane_reader(inst.imm, bytes) + "(" + text + ")");
    }
    if (inst.type.lanes == 1) {
        expression.text = from_bits(lanes[0], inst.type.kind);
    } else if (bytes == kWordBytes) {
        const std::string all = fmt::format("uvec{}({})", lanes.size(), fmt::join(lanes, ", "));
        expression.text = from_bits(all, inst.type.kind);
    } else {
        for (std::string& lane : lanes) lane = from_bits(lane, inst.type.kind);
        expression.text = fmt::format("{}({})", type_text(inst.type), fmt::join(lanes, ", "));
    }
    return expression;
}

// ---- stores

// The condition under which lane `i` of so many bytes is written.
std::string Writer::may_write(std::uint32_t resource, std::uint32_t bytes) const {
    return "i < " + count_of(resource, bytes);
}

// A function that writes lane `i` of so many bytes where there is one.
std::string Writer::lane_writer(std::uint32_t resource, std::uint32_t bytes) {
    const std::string name = function_stem(resource);
    const std::string head =
        fmt::format("(uint i, {} bits) {{\n    if ({}) ", bytes == 8 ? "uvec2" : "uint", may_write(resource, bytes));
    if (bytes == 8) {
        return memory_function(
            name + "_put_pair",
            fmt::format("void {}_put_pair{}{{\n        {} = bits.x;\n        {} = bits.y;\n    }}\n}}\n", name, head,
                        word_at(resource, "2u * i"), word_at(resource, "2u * i + 1u")));
    }
    if (bytes == kWordBytes) {
        const bool floats = rows_[resource] == Kind::F32;
        const std::string to = floats ? fmt::format("{}[i >> 2][i & 3u]", name) : word_at(resource, "i");
        return memory_function(name + "_put", fmt::format("void {}_put{}{} = {};\n}}\n", name, head, to,
                                                          floats ? "uintBitsToFloat(bits)" : "bits"));
    }
    const bool byte = bytes == 1;
    const std::string shift = byte ? "8u * (i & 3u)" : "16u * (i & 1u)", ones = byte ? "0xffu" : "0xffffu";
    const std::string word = word_at(resource, byte ? "(i >> 2)" : "(i >> 1)");
    const std::string function = name + (byte ? "_put_byte" : "_put_half");
    // others may write the rest of the word at the same time
    const bool alone = harness() || module_.resources[resource].kind == ResourceKind::Scratch;
    std::string text = fmt::format("void {}{}{{\n", function, head);
    text += alone ? fmt::format("        {0} = ({0} & ~({1} << ({2}))) | (bits << ({2}));\n", word, ones, shift)
                  : fmt::format("        atomicAnd({0}, ~({1} << ({2})));\n        atomicOr({0}, bits << ({2}));\n",
                                word, ones, shift);
    return memory_function(function, text + "    }\n}\n");
}

void Writer::store_buffer(const Inst& inst) {
    const std::uint32_t resource = inst.imm, size = module_.resources[resource].size;
    const Type type = module_[inst.operands[1]].type;
    const std::uint32_t bytes = ir::bits_of(type.kind) / 8;
    const auto at = known(inst.operands[0]);
    if (bytes < kWordBytes && version_ < 430 && module_.resources[resource].kind != ResourceKind::Scratch)
        lacks("stores of less than 32 bits before GLSL 430");
    Expression index = lane_index(inst.operands[0], bytes);
    if (type.lanes > 1 && !at && !is_simple(index)) index = {variable(ir::kI32, index, "at")};
    index = guarded(std::move(index), ir::kI32);
    const Expression value = guarded(operand(inst.operands[1]), type);
    const std::uint32_t first = at.value_or(0) / kWordBytes % 4;
    const bool row = at && rows_[resource] == Kind::F32 && first + type.lanes <= 4 && is_inside(*at, type.lanes, size);
    const std::string text = type.lanes == 1 || row ? value.text : primary_of(value, type);
    settle({{kMemory, 0, 1}});
    comment(inst.origin);
    if (row) {
        const std::string lanes = type.lanes == 4 ? "" : swizzle(((1U << type.lanes) - 1) << first);
        return line(fmt::format("{}[{}]{} = {};", resource_names_[resource], *at / kRowBytes, lanes, text));
    }
    for (unsigned i = 0; i < type.lanes; ++i) {
        const std::string lane = type.lanes == 1 ? text : fmt::format("{}.{}", text, "xyzw"[i]);
        const std::string number =
            at ? lane_number(*at / bytes, i) : index.text + (i == 0 ? "" : fmt::format(" + {}u", i));
        const std::string bits = to_bits(lane, type.kind);
        const bool inside = at && bytes == kWordBytes && is_inside(*at, i + 1, size);
        line(inside && has_words(resource) ? fmt::format("{} = {};", word_at(resource, number), bits)
                                           : fmt::format("{}({}, {});", lane_writer(resource, bytes), number, bits));
    }
}

// ---- atomics

// What an atomic operation puts in place of `old`, of a type that is called so.
std::string Writer::replaced(Op op, std::string_view type) {
    const std::string_view with_sign = type.substr(1); // uint, uint64_t
    switch (op) {
        case Op::AtomicAdd: return "old + value";
        case Op::AtomicSMin: return fmt::format("{0}(min({1}(old), {1}(value)))", type, with_sign);
        case Op::AtomicUMin: return "min(old, value)";
        case Op::AtomicSMax: return fmt::format("{0}(max({1}(old), {1}(value)))", type, with_sign);
        case Op::AtomicUMax: return "max(old, value)";
        case Op::AtomicAnd: return "old & value";
        case Op::AtomicOr: return "old | value";
        case Op::AtomicXor: return "old ^ value";
        case Op::AtomicCompareExchange: return "old == compared ? value : old";
        default: return "value";
    }
}

std::string Writer::atomic_body(Op op, const std::string& word, bool alone, std::string_view type) {
    if (alone)
        return fmt::format("    uint old = {0};\n    {0} = {1};\n    return old;\n}}\n", word, replaced(op, type));
    if (op == Op::AtomicSMin || op == Op::AtomicSMax) { // words are unsigned
        return fmt::format(
            "    {2} old = {0};\n    {2} seen = ~old;\n    while (seen != old) {{\n        seen = old;\n"
            "        old = atomicCompSwap({0}, seen, {1});\n    }}\n    return old;\n}}\n",
            word, replaced(op, type), type);
    }
    std::string statement(spelling(op).scalar);
    for (const auto& [from, to] :
         {std::pair<std::string_view, std::string_view>{"{0}", word}, {"{1}", "value"}, {"{2}", "compared"}}) {
        if (const std::size_t at = statement.find(from); at != std::string::npos)
            statement.replace(at, from.size(), to);
    }
    return "    return " + statement + ";\n}\n";
}

// The buffer has a second name, under which its bytes are an array of 64-bit integers.
std::string Writer::pairs_name(std::uint32_t resource) const { return function_stem(resource) + "_pairs"; }

// If no other invocation sees the words.
std::string Writer::lonely_pair_body(const Inst& inst) const {
    const std::string low = word_at(inst.imm, "2u * i"), high = word_at(inst.imm, "2u * i + 1u");
    return fmt::format(
        "    uint64_t old = packUint2x32(uvec2({0}, {1}));\n    uvec2 fresh = unpackUint2x32({2});\n"
        "    {0} = fresh.x;\n    {1} = fresh.y;\n    return old;\n}}\n",
        low, high, replaced(inst.op, "uint64_t"));
}

void Writer::require_wide_atomics(std::uint32_t resource) {
    if (module_.resources[resource].kind == ResourceKind::Shared) return lacks("atomics of 64 bits in shared memory");
    if (!target_.has_atomic_int64) return lacks("atomics of 64 bits, which the target lacks");
    extensions_.insert("GL_EXT_shader_atomic_int64");
    pairs_.insert(resource);
}

Expression Writer::atomic(const Inst& inst) {
    const ResourceKind kind = module_.resources[inst.imm].kind;
    const bool alone = kind == ResourceKind::Scratch || (kind == ResourceKind::Shared && is_alone()) ||
                       (inst.type == ir::kI64 && harness());
    if (version_ < 430 && !alone) return lacks("atomics before GLSL 430"), Expression{};
    const bool is_wide = inst.type == ir::kI64;
    if (is_wide && !alone) require_wide_atomics(inst.imm);
    if (!is_wide && inst.type != ir::kI32) return lacks("atomics of less than 32 bits"), Expression{};
    const std::uint32_t bytes = is_wide ? 2 * kWordBytes : kWordBytes;
    const std::string name =
        fmt::format("{}_{}{}", resource_names_[inst.imm], ir::info(inst.op).mnemonic, is_wide ? "64" : "");
    const std::string type = type_text(inst.type);
    const std::string number = is_wide ? pairs_name(inst.imm) + "[i]" : word_at(inst.imm, "i");
    const std::string text =
        fmt::format("{0} {1}(uint i, {0} value{2}) {{\n    if (!({3})) return {0}(0u);\n", type, name,
                    inst.op == Op::AtomicCompareExchange ? fmt::format(", {} compared", type) : "",
                    may_write(inst.imm, bytes)) +
        (is_wide && alone ? lonely_pair_body(inst) : atomic_body(inst.op, number, alone, type));
    Expression expression{memory_function(name, text) + "("};
    expression.text += guarded(lane_index(inst.operands[0], bytes), ir::kI32).text;
    for (const Id id : inst.operands.subspan(1)) expression.text += ", " + settled(id);
    expression.text += ")";
    return expression;
}

} // namespace relit::lang::glsl
