// Values as expressions: rows of spellings.inc filled in, lanes taken and put together, bits seen as another type.
#include "ir/builder.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace relit::lang::glsl {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

std::string enclosed(const Said& said, Level loosest) {
    return said.level <= loosest ? said.text : "(" + said.text + ")";
}

void gather(Said& to, const Said& from) {
    to.rounds = to.rounds || from.rounds;
    to.reads.insert(to.reads.end(), from.reads.begin(), from.reads.end());
}

// A call is primary, a sign unary, everything else has an operator in it.
Level level_of(std::string_view spelling) {
    if (spelling.find_first_of("-!~") == 0) return Level::Unary;
    const std::size_t open = spelling.find('(');
    if (open == std::string_view::npos || open == 0 || spelling.substr(0, open).find(' ') != std::string_view::npos) {
        return Level::Compound;
    }
    return Level::Primary;
}

// Where an operation of the table is the GLSL operator as long as a constant operand is in range.
struct InRange {
    Op op;
    std::uint64_t lowest, end; // of the second operand
    std::string_view spelling;
};
constexpr std::uint64_t kWordBits = 32, kEnd = std::uint64_t{1} << 32;
constexpr InRange kInRange[] = {
    {Op::IShl, 0, kWordBits, "{0} << {1}"},
    {Op::UShr, 0, kWordBits, "{0} >> {1}"},
    {Op::SShr, 0, kWordBits, "{T}({s0} >> {1})"},
    {Op::UDiv, 1, kEnd, "{0} / {1}"},
    {Op::UMod, 1, kEnd, "{0} % {1}"},
};

bool moves(Op op) { return op == Op::FNeg || op == Op::FAbs || op == Op::Copy || op == Op::FSat; }

struct BuiltinText {
    ir::Builtin builtin;
    std::string_view vulkan, opengl;
};
constexpr BuiltinText kBuiltins[] = {
    {ir::Builtin::VertexIndex, "uint(gl_VertexIndex)", "uint(gl_VertexID)"},
    {ir::Builtin::InstanceIndex, "uint(gl_InstanceIndex)", "uint(gl_InstanceID)"},
    {ir::Builtin::FragCoord, "gl_FragCoord", "gl_FragCoord"},
    {ir::Builtin::FrontFacing, "gl_FrontFacing", "gl_FrontFacing"},
    {ir::Builtin::PointCoord, "gl_PointCoord", "gl_PointCoord"},
    {ir::Builtin::SampleId, "uint(gl_SampleID)", "uint(gl_SampleID)"},
    {ir::Builtin::SampleMask, "uint(gl_SampleMaskIn[0])", "uint(gl_SampleMaskIn[0])"},
    {ir::Builtin::Layer, "uint(gl_Layer)", "uint(gl_Layer)"},
    {ir::Builtin::ViewportIndex, "uint(gl_ViewportIndex)", "uint(gl_ViewportIndex)"},
    {ir::Builtin::PrimitiveId, "uint(gl_PrimitiveID)", "uint(gl_PrimitiveID)"},
    {ir::Builtin::InvocationId, "uint(gl_InvocationID)", "uint(gl_InvocationID)"},
    {ir::Builtin::PatchVertices, "uint(gl_PatchVerticesIn)", "uint(gl_PatchVerticesIn)"},
    {ir::Builtin::TessCoord, "gl_TessCoord", "gl_TessCoord"},
    {ir::Builtin::WorkgroupId, "gl_WorkGroupID", "gl_WorkGroupID"},
    {ir::Builtin::LocalInvocationId, "gl_LocalInvocationID", "gl_LocalInvocationID"},
    {ir::Builtin::WorkgroupCount, "gl_NumWorkGroups", "gl_NumWorkGroups"},
    {ir::Builtin::WorkgroupSize, "gl_WorkGroupSize", "gl_WorkGroupSize"},
    {ir::Builtin::SubgroupInvocation, "gl_SubgroupInvocationID", "gl_SubgroupInvocationID"},
    {ir::Builtin::HelperInvocation, "gl_HelperInvocation", "gl_HelperInvocation"},
};

} // namespace

Said Writer::operand(Id id) {
    const Inst& inst = module_[id];
    if (inst.op == Op::Const) {
        require(inst.type.kind);
        const std::string text = constant(inst.type, module_.literal(inst));
        return {text, text.starts_with('-') ? Level::Unary : Level::Primary, false, {}};
    }
    if (inst.op == Op::Param) return {fmt::format("p{}", inst.imm), Level::Primary, false, {}};
    if (const auto named = named_.find(id); named != named_.end()) return {named->second, Level::Primary, false, {}};
    const auto waiting = waiting_.find(id);
    if (waiting == waiting_.end()) {
        fault(FaultKind::Internal, fmt::format("glsl: value {} is used where it is not known, run demote", id));
        return {"0", Level::Primary, false, {}};
    }
    if (--uses_[id] != 0) return waiting->second;
    Said said = std::move(waiting->second);
    waiting_.erase(waiting);
    return said;
}

std::string Writer::argument(Id id) { return operand(id).text; }

std::string Writer::primary_of(const Said& said, Type type) {
    const bool plain = said.level == Level::Primary && said.text.find('(') == std::string::npos;
    return plain ? said.text : variable(type, said.text);
}

std::string Writer::primary(Id id) { return primary_of(operand(id), module_[id].type); }

std::string Writer::settled(Id id) {
    const Said said = operand(id);
    return said.rounds ? variable(module_[id].type, said.text) : said.text;
}

std::string_view Writer::in_range_spelling(const Inst& inst) const {
    const auto* row = std::ranges::find(kInRange, inst.op, &InRange::op);
    if (row == std::end(kInRange) || inst.type.kind != Kind::I32) return {};
    const Inst& by = module_[inst.operands[1]];
    if (by.op != Op::Const) return {};
    const bool fits = std::ranges::all_of(module_.literal(by),
                                          [&](std::uint64_t lane) { return lane >= row->lowest && lane < row->end; });
    return fits ? row->spelling : std::string_view{};
}

std::string Writer::placeholder(std::string_view name, const Inst& inst, std::vector<Said>& operands, bool unary,
                                bool bare) {
    if (name == "T") return type_name(inst.type);
    if (name == "S") return type_name(inst.type, true);
    if (name == "one") return inst.type.kind == Kind::F32 ? "1.0" : type_name(inst.type.scalar()) + "(1.0)";
    const auto which = static_cast<std::size_t>(name.back() - '0');
    const Said& said = operands[which];
    if (name[0] == 's') return type_name(module_[inst.operands[which]].type, true) + "(" + said.text + ")";
    if (bare) return said.text;
    return enclosed(said, unary ? Level::Primary : Level::Unary);
}

Said Writer::spelled(const Inst& inst, std::string_view spelling) {
    std::vector<Said> operands;
    std::vector<Type> types;
    Said said{"", level_of(spelling), false, {}};
    for (const Id id : inst.operands) {
        operands.push_back(operand(id));
        types.push_back(module_[id].type);
        const bool flushes = inst.mode[ir::FloatMode::flush_inputs] && ir::is_float(types.back().kind);
        if (flushes)
            operands.back() = {
                functions_.use("f_flush", types.back(), std::array{types.back()}) + "(" + operands.back().text + ")",
                Level::Primary, operands.back().rounds, operands.back().reads};
        gather(said, operands.back());
    }
    said.rounds = said.rounds || (ir::info(inst.op).result == 'F' && !moves(inst.op)) || inst.op == Op::FDot;
    if (spelling == "{0}") return operands[0];
    for (std::size_t i = 0; i < spelling.size(); ++i) {
        if (spelling[i] == '@') {
            const std::size_t open = spelling.find('(', i);
            said.text += functions_.use(spelling.substr(i + 1, open - i - 1), inst.type, types);
            i = open - 1;
        } else if (spelling[i] == '{') {
            const std::size_t close = spelling.find('}', i);
            const char before = i == 0 ? ' ' : spelling[i - 1],
                       after = close + 1 < spelling.size() ? spelling[close + 1] : ' ';
            const bool first = before == '(' || (before == ' ' && i > 1 && spelling[i - 2] == ',');
            const bool unary = i == 1 && said.level == Level::Unary;
            said.text += placeholder(spelling.substr(i + 1, close - i - 1), inst, operands, unary,
                                     first && (after == ')' || after == ','));
            i = close;
        } else {
            said.text += spelling[i];
        }
    }
    if (inst.mode[ir::FloatMode::flush_result] && ir::is_float(inst.type.kind)) {
        said.text = functions_.use("f_flush", inst.type, std::array{inst.type}) + "(" + said.text + ")";
        said.level = Level::Primary;
    }
    return said;
}

Said Writer::value(Id id) {
    const Inst& inst = module_[id];
    require(inst.type.kind);
    for (const Id used : inst.operands) require(module_[used].type.kind);
    if (inst.mode[ir::FloatMode::rounding] != 0)
        lacks("rounding other than to nearest in " + std::string(ir::info(inst.op).mnemonic));
    const bool two_lanes = !inst.operands.empty() && module_[inst.operands[0]].type.lanes > 1;
    const Spelling& row = spelling(inst.op);
    const std::string_view text = two_lanes ? row.vector : row.scalar;
    if (text.empty() || (inst.op >= Op::AtomicAdd && inst.op <= Op::AtomicCompareExchange)) return own(id);
    if (inst.op == Op::FFma && version_ < 400) lacks("ffma needs GLSL 400");
    if ((inst.op == Op::FLdexp || inst.mode[ir::FloatMode::flush_inputs]) &&
        module_[inst.operands[0]].type.kind != Kind::F32)
        lacks(std::string(row.name) + " of other than 32 bits");
    if (ir::info(inst.op).has(ir::kAcross) && inst.op >= Op::FDdx && inst.op <= Op::VoteAny) {
        if (inst.op <= Op::FDdy && (harness() || module_.stage != ir::Stage::Fragment))
            lacks("derivatives outside a fragment shader");
        if (inst.op <= Op::FDdy && version_ < 450) lacks("derivatives along one row need GLSL 450");
        if (inst.op > Op::FDdy && target_.dialect != Dialect::GlslVulkan)
            lacks("subgroup operations outside the Vulkan dialect");
        if (inst.op == Op::Shuffle) extensions_.insert("GL_KHR_shader_subgroup_shuffle");
        if (inst.op == Op::Ballot) extensions_.insert("GL_KHR_shader_subgroup_ballot");
        if (inst.op == Op::VoteAll || inst.op == Op::VoteAny) extensions_.insert("GL_KHR_shader_subgroup_vote");
    }
    if (inst.op == Op::FFma && inst.type.kind == Kind::F32 && target_.dialect == Dialect::GlslVulkan) {
        if (target_.has_float64) return spelled(inst, "@f_fma({0}, {1}, {2})");
        constexpr std::string_view kTwice = "fma() rounds twice on devices that do not fuse it";
        if (std::ranges::find(artifact_.unfaithful, kTwice) == artifact_.unfaithful.end())
            artifact_.unfaithful.emplace_back(kTwice);
    }
    const std::string_view in_range = in_range_spelling(inst);
    return spelled(inst, in_range.empty() ? text : in_range);
}

Said Writer::own(Id id) {
    const Inst& inst = module_[id];
    switch (inst.op) {
        case Op::Swizzle: return swizzled(inst);
        case Op::Compose: return composed(inst);
        case Op::Blend: return blended(inst);
        case Op::Bitcast: return bitcast(inst);
        case Op::LoadTable: tables_.insert(inst.imm); return spelled(inst, fmt::format("table{}_at({{0}})", inst.imm));
        case Op::LoadFile: return load_file(inst);
        case Op::LoadFileAt: return load_file_at(inst);
        case Op::StoreFile: return store_file(inst), Said{};
        case Op::StoreFileAt: return store_file_at(inst), Said{};
        case Op::LoadBuffer: return load_buffer(inst);
        case Op::StoreBuffer: return store_buffer(inst), Said{};
        case Op::BufferSize: return {size_of(inst.imm), Level::Compound, false, {}};
        case Op::MemoryBarrier:
            return {inst.imm == 0 ? "groupMemoryBarrier()" : "memoryBarrier()", Level::Primary, false, {}};
        case Op::ReadBuiltin: return builtin(inst);
        case Op::Call: return call(inst);
        case Op::Discard:
            return line("if (" + settled(inst.operands[0]) + (harness() ? ") return;" : ") discard;")), Said{};
        default: break;
    }
    if (inst.op >= Op::AtomicAdd && inst.op <= Op::AtomicCompareExchange) return atomic(inst);
    lacks("operation " + std::string(ir::info(inst.op).mnemonic));
    return {};
}

Said Writer::call(const Inst& inst) {
    std::string arguments;
    for (const Id id : inst.operands) arguments += (arguments.empty() ? "" : ", ") + settled(id);
    settle_all(ir::kNone); // the function may write any register
    return {function_names_[inst.imm] + "(" + arguments + ")", Level::Primary, false, {}};
}

Said Writer::builtin(const Inst& inst) {
    if (harness()) { // the interpreter's host gives zeros too
        return {constant(inst.type, std::vector<std::uint64_t>(inst.type.lanes)), Level::Primary, false, {}};
    }
    const auto* row = std::ranges::find(kBuiltins, static_cast<ir::Builtin>(inst.imm), &BuiltinText::builtin);
    if (row == std::end(kBuiltins)) return lacks("an unknown builtin"), Said{};
    return {std::string(target_.dialect == Dialect::GlslVulkan ? row->vulkan : row->opengl), Level::Primary, false, {}};
}

Said Writer::swizzled(const Inst& inst) {
    const Type from = module_[inst.operands[0]].type;
    Said said = operand(inst.operands[0]);
    bool in_order = from.lanes == inst.type.lanes;
    std::string lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) {
        lanes += "xyzw"[ir::swizzle_lane(inst.imm, i)];
        in_order = in_order && ir::swizzle_lane(inst.imm, i) == i;
    }
    if (in_order) return said;
    if (from.lanes == 1) { // GLSL 330 cannot swizzle a scalar
        said.text = type_name(inst.type) + "(" + said.text + ")";
    } else {
        said.text = enclosed(said, Level::Primary) + "." + lanes;
    }
    said.level = Level::Primary;
    return said;
}

Said Writer::composed(const Inst& inst) {
    if (inst.operands.size() == 1) return operand(inst.operands[0]);
    Said said{type_name(inst.type) + "(", Level::Primary, false, {}};
    for (std::size_t i = 0; i < inst.operands.size(); ++i) {
        const Said lane = operand(inst.operands[i]);
        said.text += (i == 0 ? "" : ", ") + lane.text;
        gather(said, lane);
    }
    said.text += ")";
    return said;
}

Said Writer::blended(const Inst& inst) {
    const Said first = operand(inst.operands[0]), second = operand(inst.operands[1]);
    if (inst.type.lanes == 1) return (inst.imm & 1) != 0 ? second : first;
    const std::string texts[2] = {primary_of(first, inst.type), primary_of(second, inst.type)};
    Said said{type_name(inst.type) + "(", Level::Primary, false, {}};
    if (texts[0] == first.text) gather(said, first);
    if (texts[1] == second.text) gather(said, second);
    for (unsigned i = 0; i < inst.type.lanes; ++i) {
        said.text += fmt::format("{}{}.{}", i == 0 ? "" : ", ", texts[inst.imm >> i & 1], "xyzw"[i]);
    }
    said.text += ")";
    return said;
}

Said Writer::bitcast(const Inst& inst) {
    return bitcast(operand(inst.operands[0]), module_[inst.operands[0]].type, inst.type);
}

Said Writer::bitcast(const Said& from, Type from_type, Type to) {
    if (from_type == to) return from;
    const auto cast = [&](std::string_view function) {
        return Said{fmt::format("{}({})", function, from.text), Level::Primary, from.rounds, from.reads};
    };
    if (from_type.lanes == to.lanes) {
        if (to.kind == Kind::I32) return cast("floatBitsToUint");
        if (to.kind == Kind::F32) return cast("uintBitsToFloat");
        if (to.kind == Kind::I16) return cast("float16BitsToUint16");
        if (to.kind == Kind::F16) return cast("uint16BitsToFloat16");
        if (to.kind == Kind::I64) return cast("doubleBitsToUint64");
        if (to.kind == Kind::F64) return cast("uint64BitsToDouble");
    }
    const bool plain = from.level == Level::Primary && from.text.find('(') == std::string::npos;
    const std::string text = primary_of(from, from_type);
    return {from_words(words(text, from_type), to), Level::Primary, false, plain ? from.reads : std::vector<Touched>{}};
}

// The value as words of 32 bits, low end first.
std::vector<std::string> Writer::words(const std::string& text, Type type) {
    const auto lane = [&](unsigned i) { return type.lanes == 1 ? text : fmt::format("{}.{}", text, "xyzw"[i]); };
    std::vector<std::string> result;
    for (unsigned i = 0; i < type.lanes; ++i) {
        switch (type.kind) {
            case Kind::F32: result.push_back("floatBitsToUint(" + lane(i) + ")"); break;
            case Kind::I32: result.push_back(lane(i)); break;
            case Kind::I64:
            case Kind::F64:
                for (const char c : {'x', 'y'})
                    result.push_back(fmt::format(
                        "{}({}).{}", type.kind == Kind::I64 ? "unpackUint2x32" : "unpackDouble2x32", lane(i), c));
                break;
            case Kind::I16:
            case Kind::F16: {
                const std::string bits =
                    type.kind == Kind::I16 ? "uint(" + lane(i) + ")" : "uint(float16BitsToUint16(" + lane(i) + "))";
                if (i % 2 == 0)
                    result.push_back(bits);
                else
                    result.back() += fmt::format(" | ({} << 16u)", bits);
                break;
            }
            case Kind::I8:
                if (i == 0)
                    result.push_back("uint(" + lane(i) + ")");
                else
                    result.back() += fmt::format(" | (uint({}) << {}u)", lane(i), 8 * i);
                break;
            default: result.emplace_back("0u"); break;
        }
    }
    return result;
}

std::string Writer::from_words(const std::vector<std::string>& words, Type type) {
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string("0u"); };
    std::string text;
    for (unsigned i = 0; i < type.lanes; ++i) {
        if (i != 0) text += ", ";
        switch (type.kind) {
            case Kind::F32: text += "uintBitsToFloat(" + word(i) + ")"; break;
            case Kind::I64: text += fmt::format("packUint2x32(uvec2({}, {}))", word(2 * i), word(2 * i + 1)); break;
            case Kind::F64: text += fmt::format("packDouble2x32(uvec2({}, {}))", word(2 * i), word(2 * i + 1)); break;
            case Kind::I16: text += fmt::format("uint16_t((({}) >> {}u) & 0xffffu)", word(i / 2), 16 * (i % 2)); break;
            case Kind::F16:
                text +=
                    fmt::format("uint16BitsToFloat16(uint16_t((({}) >> {}u) & 0xffffu))", word(i / 2), 16 * (i % 2));
                break;
            case Kind::I8: text += fmt::format("uint8_t((({}) >> {}u) & 0xffu)", word(i / 4), 8 * (i % 4)); break;
            default: text += type.lanes == 1 ? "uint(" + word(i) + ")" : word(i); break;
        }
    }
    return type.lanes == 1 ? text : type_name(type) + "(" + text + ")";
}

} // namespace relit::lang::glsl
