// Register files, buffers and constant tables: what is read and written, and where.
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr std::uint32_t kWord = 4, kRegister = 16;

std::string lanes_from(unsigned first, unsigned count) { return swizzle(((1U << count) - 1) << first); }

} // namespace

// `index` is a number or an expression; files of one register are no arrays.
std::string Writer::register_name(std::uint32_t file, std::string_view index) const {
    return module_.files[file].count == 1 ? file_names_[file] : fmt::format("{}[{}]", file_names_[file], index);
}

// `count` lanes of a file from `lane` on, as a value of the file's kind.
Said Writer::load_lanes(std::uint32_t file, std::uint32_t lane, unsigned count) {
    const ir::RegisterFile& f = module_.files[file];
    Said said{"", Level::Primary, false, {{file, lane, lane + count}}};
    unsigned parts = 0;
    for (unsigned done = 0; done < count; ++parts) {
        const unsigned at = (lane + done) % f.lanes;
        const unsigned here = std::min<unsigned>(f.lanes - at, count - done);
        said.text += (done == 0 ? "" : ", ") + register_name(file, std::to_string((lane + done) / f.lanes));
        if (here != f.lanes) said.text += lanes_from(at, here);
        done += here;
    }
    if (parts > 1) said.text = type_name({f.kind, static_cast<std::uint8_t>(count)}) + "(" + said.text + ")";
    return said;
}

Said Writer::load_file(const Inst& inst) {
    const std::uint32_t file = inst.access()[Access::file], lane = inst.access()[Access::lane];
    const ir::RegisterFile& f = module_.files[file];
    const std::uint32_t count = ir::lanes_taken(f, inst.type);
    if (lane + count > f.lane_count()) return lacks("an access beyond file " + std::string(f.name)), Said{};
    if (count <= ir::kMaxLanes) {
        const Type type{f.kind, static_cast<std::uint8_t>(count)};
        return bitcast(load_lanes(file, lane, count), type, inst.type);
    }
    Said said{"", Level::Primary, false, {{file, lane, lane + count}}};
    std::vector<std::string> parts;
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::string& word : words(load_lanes(file, lane + i, 1).text, {f.kind, 1}))
            parts.push_back(std::move(word));
    }
    if (ir::bits_of(f.kind) != 32) return lacks("wide values in a file of narrow lanes"), Said{};
    said.text = from_words(parts, inst.type);
    return said;
}

Said Writer::load_file_at(const Inst& inst) {
    const std::uint32_t file = inst.access()[Access::file], lane = inst.access()[Access::lane];
    const ir::RegisterFile& f = module_.files[file];
    const std::uint32_t count = ir::lanes_taken(f, inst.type), at = lane % f.lanes;
    if (at + count > f.lanes) return lacks("an indexed access across registers of " + std::string(f.name)), Said{};
    const Type row{f.kind, f.lanes};
    const std::string read = register_name(file, "i");
    const std::string function = memory_function(
        file_names_[file] + "_at",
        fmt::format("{0} {1}_at(uint i) {{\n    return i < {2}u ? {3} : {4};\n}}\n", type_name(row), file_names_[file],
                    f.count, read, constant(row, std::vector<std::uint64_t>(f.lanes))));
    Said index = operand(inst.operands[0]);
    const std::string base = lane / f.lanes == 0 ? "" : fmt::format(" + {}u", lane / f.lanes);
    const std::string text = index.level == Level::Compound && !base.empty() ? "(" + index.text + ")" : index.text;
    Said said{function + "(" + text + base + ")", Level::Primary, index.rounds, index.reads};
    said.reads.push_back({file, 0, f.lane_count()});
    if (count != f.lanes) said.text += lanes_from(at, count);
    return bitcast(said, {f.kind, static_cast<std::uint8_t>(count)}, inst.type);
}

void Writer::store_file(const Inst& inst) {
    const std::uint32_t file = inst.access()[Access::file], lane = inst.access()[Access::lane];
    const Type type = module_[inst.operands[0]].type;
    const ir::RegisterFile& f = module_.files[file];
    const Said said = operand(inst.operands[0]);
    const std::uint32_t count = ir::lanes_taken(f, type);
    settle({{file, lane, lane + count}});
    comment(inst.origin);
    const std::uint32_t mask = inst.access()[Access::mask] & ((1U << type.lanes) - 1);
    if (ir::bits_of(f.kind) == ir::bits_of(type.kind)) {
        const Type as{f.kind, type.lanes};
        return store_lanes(file, lane, bitcast(said, type, as), as, mask, "");
    }
    if (ir::bits_of(f.kind) > ir::bits_of(type.kind)) return lacks("narrow values in a file of wide lanes");
    const std::uint32_t each = ir::bits_of(type.kind) / ir::bits_of(f.kind); // lanes of the file for one of the value
    const std::string text = primary_of(said, type);
    for (unsigned i = 0; i < type.lanes; ++i) {
        if ((mask >> i & 1) == 0) continue;
        const Said one{type.lanes == 1 ? text : fmt::format("{}.{}", text, "xyzw"[i]), Level::Primary, false, {}};
        const Type as{f.kind, static_cast<std::uint8_t>(each)};
        store_lanes(file, lane + i * each, bitcast(one, type.scalar(), as), as, (1U << each) - 1, "");
    }
}

void Writer::store_file_at(const Inst& inst) {
    const std::uint32_t file = inst.access()[Access::file], lane = inst.access()[Access::lane];
    const Type type = module_[inst.operands[1]].type;
    const ir::RegisterFile& f = module_.files[file];
    if (ir::bits_of(f.kind) != ir::bits_of(type.kind) || lane % f.lanes + type.lanes > f.lanes) {
        return lacks("an indexed store across registers of " + std::string(f.name));
    }
    const std::string index = variable(ir::kI32, fmt::format("({}) + {}u", argument(inst.operands[0]), lane / f.lanes));
    const Said said = operand(inst.operands[1]);
    settle({{file, 0, f.lane_count()}});
    comment(inst.origin);
    line(fmt::format("if ({} < {}u) {{", index, f.count));
    ++depth_;
    const Type as{f.kind, type.lanes};
    store_lanes(file, lane % f.lanes, bitcast(said, type, as), as, inst.access()[Access::mask], index);
    --depth_;
    line("}");
}

// The lanes of `mask`, register by register; `index` replaces the register's number where it is not empty.
void Writer::store_lanes(std::uint32_t file, std::uint32_t lane, const Said& value, Type type, std::uint32_t mask,
                         const std::string& index) {
    const ir::RegisterFile& f = module_.files[file];
    if (lane + type.lanes > f.lane_count()) return lacks("an access beyond file " + std::string(f.name));
    mask &= (1U << type.lanes) - 1;
    Said from = value;
    const bool crosses = lane % f.lanes + type.lanes > f.lanes;
    if (crosses) from = {primary_of(value, type), Level::Primary, false, {}};
    for (unsigned first = 0; first < type.lanes;) {
        const unsigned at = (lane + first) % f.lanes, here = std::min<unsigned>(f.lanes - at, type.lanes - first);
        const std::uint32_t part = mask >> first & ((1U << here) - 1);
        const std::uint32_t taken = part << first;
        const std::string number = index.empty() ? std::to_string((lane + first) / f.lanes) : index;
        first += here;
        if (part == 0) continue;
        const std::string to =
            register_name(file, number) + ((part << at) == (1U << f.lanes) - 1 ? "" : swizzle(part << at));
        const bool all = taken == (1U << type.lanes) - 1;
        const std::string text = all ? from.text
                                     : fmt::format(fmt::runtime(from.level == Level::Primary ? "{}{}" : "({}){}"),
                                                   from.text, swizzle(taken));
        line(fmt::format("{} = {};", to, text));
    }
}

// ---- buffers

std::string Writer::word_at(std::uint32_t resource, const std::string& index) const {
    const ir::Resource& r = module_.resources[resource];
    const bool constant = r.kind == ir::ResourceKind::ConstantBuffer;
    if (harness() && (constant || r.kind == ir::ResourceKind::StorageBuffer)) {
        for (const Slot& slot : constant ? layout_.in : layout_.out) {
            if (slot.is_resource && slot.index == resource) {
                return fmt::format("{0}_words[{0}_base + {1}u + {2}]", constant ? "in" : "out", slot.word, index);
            }
        }
    }
    const std::string& name = resource_names_[resource];
    return constant ? fmt::format("floatBitsToUint({0}[({1}) >> 2][({1}) & 3u])", name, index)
                    : fmt::format("{}[{}]", name, index);
}

std::string Writer::size_of(std::uint32_t resource) const {
    const ir::Resource& r = module_.resources[resource];
    const bool open = r.size == 0 && r.kind == ir::ResourceKind::StorageBuffer && !harness();
    return open ? fmt::format("uint({}.length()) * 4u", resource_names_[resource]) : fmt::format("{}u", r.size);
}

std::optional<std::uint32_t> Writer::known(Id id) const {
    const Inst& inst = module_[id];
    if (inst.op != Op::Const) return std::nullopt;
    return static_cast<std::uint32_t>(module_.literal(inst)[0]);
}

// Whether the value is always a multiple of `to`, a power of two.
bool Writer::is_aligned(Id id, std::uint32_t to) const {
    const Inst& inst = module_[id];
    if (const auto value = known(id)) return *value % to == 0;
    const auto side = [&](unsigned i) { return is_aligned(inst.operands[i], to); };
    if (inst.op == Op::IMul || inst.op == Op::IAnd) return side(0) || side(1);
    if (inst.op == Op::IAdd || inst.op == Op::ISub) return side(0) && side(1);
    if (inst.op == Op::IShl)
        return known(inst.operands[1]) &&
               (*known(inst.operands[1]) >= 32 || (1U << *known(inst.operands[1])) % to == 0);
    return false;
}

std::string Writer::memory_function(const std::string& name, const std::string& text) {
    if (memory_texts_.emplace(name, text).second) memory_functions_.push_back(name);
    return name;
}

Said Writer::load_buffer(const Inst& inst) {
    const std::uint32_t resource = inst.imm;
    const ir::Resource& r = module_.resources[resource];
    const std::string& name = resource_names_[resource];
    const bool constant_buffer = r.kind == ir::ResourceKind::ConstantBuffer;
    const auto offset = known(inst.operands[0]);
    const unsigned bytes = ir::bits_of(inst.type) / 8;
    Said said{"", Level::Primary, false, {}};
    if (!constant_buffer) said.reads.push_back({kMemory, 0, 1});
    if (ir::bits_of(inst.type.kind) < 32) return lacks("loads of less than 32 bits"), Said{};
    const bool rows = constant_buffer && !harness() && ir::bits_of(inst.type.kind) == 32;
    if (rows && offset && *offset % kRegister / kWord + inst.type.lanes <= 4 && *offset % kWord == 0 &&
        *offset + bytes <= r.size) {
        said.text = fmt::format("{}[{}]", name, *offset / kRegister);
        if (inst.type.lanes != 4) said.text += lanes_from(*offset % kRegister / kWord, inst.type.lanes);
        return bitcast(said, inst.type.with_kind(Kind::F32), inst.type);
    }
    if (constant_buffer && inst.type == ir::kF32.with_lanes(4) && is_aligned(inst.operands[0], kRegister)) {
        const std::string row =
            rows ? name + "[offset >> 4]"
                 : fmt::format(
                       "vec4(uintBitsToFloat({0}), uintBitsToFloat({1}), uintBitsToFloat({2}), uintBitsToFloat({3}))",
                       word_at(resource, "(offset >> 2)"), word_at(resource, "(offset >> 2) + 1u"),
                       word_at(resource, "(offset >> 2) + 2u"), word_at(resource, "(offset >> 2) + 3u"));
        const std::string function = memory_function(
            name + "_at", fmt::format("vec4 {}_at(uint offset) {{\n    return offset < {} ? {} : vec4(0.0);\n}}\n",
                                      name, size_of(resource), row));
        const Said at = operand(inst.operands[0]);
        said.text = function + "(" + at.text + ")";
        said.rounds = at.rounds;
        said.reads.insert(said.reads.end(), at.reads.begin(), at.reads.end());
        return said;
    }
    const std::string function = memory_function(
        name + "_word", fmt::format("uint {}_word(uint offset) {{\n    return offset < {} ? {} : 0u;\n}}\n", name,
                                    size_of(resource), word_at(resource, "(offset >> 2)")));
    const unsigned count = ir::bits_of(inst.type) / 32;
    Said at = operand(inst.operands[0]);
    if (count > 1) at = {primary_of(at, ir::kI32), Level::Primary, false, {}};
    std::vector<std::string> parts;
    for (unsigned i = 0; i < count; ++i) {
        const std::string plus = i == 0 ? "" : fmt::format(" + {}u", kWord * i);
        parts.push_back(offset ? fmt::format("{}({}u)", function, *offset + kWord * i)
                               : fmt::format("{}({}{})", function, at.text, plus));
    }
    said.text = from_words(parts, inst.type);
    said.reads.insert(said.reads.end(), at.reads.begin(), at.reads.end());
    return said;
}

void Writer::store_buffer(const Inst& inst) {
    const std::uint32_t resource = inst.imm;
    const std::string& name = resource_names_[resource];
    const Type type = module_[inst.operands[1]].type;
    if (ir::bits_of(type.kind) < 32) return lacks("stores of less than 32 bits");
    const std::string offset = primary(inst.operands[0]);
    const std::string value = primary(inst.operands[1]);
    settle({{kMemory, 0, 1}});
    comment(inst.origin);
    const std::string function = memory_function(
        name + "_put", fmt::format("void {}_put(uint offset, uint word) {{\n    if (offset < {}) {} = word;\n}}\n",
                                   name, size_of(resource), word_at(resource, "(offset >> 2)")));
    unsigned at = 0;
    for (const std::string& word : words(value, type)) {
        line(fmt::format("{}({}{}, {});", function, offset, at == 0 ? "" : fmt::format(" + {}u", at), word));
        at += kWord;
    }
}

Said Writer::atomic(const Inst& inst) {
    if (version_ < 430) return lacks("atomics before GLSL 430"), Said{};
    const bool is_min = inst.op == Op::AtomicSMin, exchange = inst.op == Op::AtomicCompareExchange;
    const std::string name = fmt::format("{}_{}", resource_names_[inst.imm], ir::info(inst.op).mnemonic);
    const std::string word = word_at(inst.imm, "(offset >> 2)");
    std::string text = fmt::format("uint {}(uint offset, uint value{}) {{\n    if (offset >= {}) return 0u;\n", name,
                                   exchange ? ", uint compared" : "", size_of(inst.imm));
    if (is_min || inst.op == Op::AtomicSMax) { // words are unsigned
        text += fmt::format(
            "    uint old = {0};\n    while (true) {{\n        uint seen = atomicCompSwap({0}, old, uint({1}(int(old), int(value))));\n        if (seen == old) return old;\n        old = seen;\n    }}\n}}\n",
            word, is_min ? "min" : "max");
    } else {
        std::string said(spelling(inst.op).scalar);
        for (const auto& [from, to] :
             {std::pair<std::string_view, std::string_view>{"{0}", word}, {"{1}", "value"}, {"{2}", "compared"}}) {
            if (const std::size_t at = said.find(from); at != std::string::npos) said.replace(at, from.size(), to);
        }
        text += "    return " + said + ";\n}\n";
    }
    Said said{memory_function(name, text) + "(", Level::Primary, false, {}};
    for (std::size_t i = 0; i < inst.operands.size(); ++i)
        said.text += (i == 0 ? "" : ", ") + settled(inst.operands[i]);
    said.text += ")";
    return said;
}

} // namespace relit::lang::glsl
