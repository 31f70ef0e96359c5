// The rules of single instructions: what the shape letters of ir/opcodes.inc say, and what each `imm` may be.
#include "ir/names.hpp"
#include "ir/verify/verify.hpp"

#include <bit>

#include <fmt/format.h>

namespace relit::ir {
namespace {

bool is_legal(Type type) {
    return type.kind <= Kind::F64 && type.lanes >= 1 && type.lanes <= kMaxLanes && type.kind != Kind::Void;
}

bool fits(char letter, Type type) {
    switch (letter) {
        case 'F':
        case 'f': return is_float(type.kind);
        case 'I':
        case 'i': return is_integer(type.kind);
        case 'B':
        case 'b': return type.kind == Kind::Bool;
        default: return true;
    }
}

bool is_capital(char letter) { return letter >= 'A' && letter <= 'Z'; }
bool is_widening(Op op) { return op == Op::UExtend || op == Op::SExtend; }
bool is_conversion(Op op) { return op == Op::FConvert || op == Op::ITruncate || is_widening(op); }

std::string_view letter_name(char letter) {
    switch (letter) {
        case 'F':
        case 'f': return "a float";
        case 'I':
        case 'i': return "an integer";
        case 'B':
        case 'b': return "a bool";
        default: return "a value";
    }
}

// The letter of operand `at`; the one before a '*' stands for all further ones. 0: there is no such operand.
char letter_at(std::string_view letters, std::size_t at) {
    if (letters.ends_with('*')) return letters[std::min(at, letters.size() - 2)];
    return at < letters.size() ? letters[at] : '\0';
}

class Shape {
public:
    Shape(const Module& module, const Inst& inst) : module_(module), inst_(inst), row_(info(inst.op)) {}

    std::string wrong() const {
        if (std::string text = wrong_result(); !text.empty()) return text;
        const bool more = row_.operands.ends_with('*');
        if (!more && inst_.operands.size() != row_.operands.size()) {
            return fmt::format("{} operands instead of {}", inst_.operands.size(), row_.operands.size());
        }
        for (std::size_t i = 0; i < inst_.operands.size(); ++i) {
            if (std::string text = wrong_operand(i); !text.empty()) return text;
        }
        return {};
    }

private:
    Type type(std::size_t operand) const { return module_[inst_.operands[operand]].type; }

    std::string wrong_result() const {
        if (inst_.op == Op::Call) return {};
        if (row_.result == '-') return inst_.type == kVoid ? "" : "it has a result, but gives none";
        if (!is_legal(inst_.type)) return fmt::format("{} is not the type of a value", type_name(inst_.type));
        if (!fits(row_.result, inst_.type)) return fmt::format("the result is not {}", letter_name(row_.result));
        if (!is_capital(row_.result) && inst_.type.lanes != 1) return "the result is not a scalar";
        return {};
    }

    std::string wrong_operand(std::size_t at) const {
        const char letter = letter_at(row_.operands, at);
        const Type is = type(at);
        if (!is_legal(is)) return fmt::format("operand {} is not a value", at + 1);
        if (!fits(letter, is))
            return fmt::format("operand {} is {}, not {}", at + 1, type_name(is), letter_name(letter));
        if (letter == 'V') return {};
        if (!is_capital(letter)) {
            const bool fine = is.lanes == 1 || inst_.op == Op::Call;
            return fine ? "" : fmt::format("operand {} is {}, not a scalar", at + 1, type_name(is));
        }
        return wrong_beside(at, letter);
    }

    // Capital letters: lanes as the result, and kinds as others of the letter.
    std::string wrong_beside(std::size_t at, char letter) const {
        const Type is = type(at);
        const bool reduces = row_.has(kReduce);
        const Type lanes_of = reduces ? type(0) : inst_.type;
        if (is.lanes != lanes_of.lanes) return differs(at, reduces);
        const bool as_result = row_.result == letter || (reduces && (row_.result | 32) == (letter | 32));
        if (as_result && !is_conversion(inst_.op) && is.kind != inst_.type.kind) return differs(at, false);
        for (std::size_t before = 0; before < at; ++before) {
            if (letter_at(row_.operands, before) == letter && type(before).kind != is.kind) return differs(at, true);
        }
        return {};
    }

    std::string differs(std::size_t at, bool from_first) const {
        return fmt::format("operand {} is {}, {} {}", at + 1, type_name(type(at)),
                           from_first ? "the first operand" : "the result",
                           type_name(from_first ? type(0) : inst_.type));
    }

    const Module& module_;
    const Inst& inst_;
    const OpInfo& row_;
};

std::string wrong_literal(const Module& module, const Inst& inst) {
    if (inst.imm > module.literals.size() || module.literals.size() - inst.imm < inst.type.lanes) {
        return "its lanes are beyond the module's literals";
    }
    const unsigned bits = bits_of(inst.type.kind);
    for (const std::uint64_t lane : module.literal(inst)) {
        if (bits < 64 && lane >> bits != 0) return fmt::format("{:#x} has more than {} bits", lane, bits);
    }
    return {};
}

std::string wrong_lanes(const Module& module, const Inst& inst) {
    const Type from = module[inst.operands[0]].type;
    if (from.kind != inst.type.kind)
        return fmt::format("operand 1 is {}, the result {}", type_name(from), type_name(inst.type));
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const std::uint32_t source = inst.imm >> (8 * lane) & 255;
        const bool used = lane < inst.type.lanes;
        if (used ? source >= from.lanes : source != 0) {
            return fmt::format("lane {} is taken from lane {} of {}", lane, source, type_name(from));
        }
    }
    return {};
}

std::string wrong_access(const Module& module, const Inst& inst) {
    const Access access = inst.access();
    if (access[Access::file] >= module.files.size()) return fmt::format("there is no file {}", access[Access::file]);
    const RegisterFile& file = module.files[access[Access::file]];
    const bool stores = info(inst.op).is_store();
    const bool computed = inst.op == Op::LoadFileAt || inst.op == Op::StoreFileAt;
    const Type type = stores ? module[inst.operands.back()].type : inst.type;
    const std::uint32_t mask = access[Access::mask];
    if (inst.op == Op::LoadFileOf) {
        const bool has_vertices = module.stage == Stage::TessControl && file.role == Role::Output && !file.is_patch;
        if (!has_vertices) return "other invocations have no such register";
        if (type != Type{file.kind, 1}) return fmt::format("the result is {}, not one lane", type_name(type));
    }
    if (inst.op == Op::LoadVertex) {
        const bool has_vertices =
            module.stage == Stage::Geometry || module.stage == Stage::TessControl || module.stage == Stage::TessEval;
        if (!has_vertices || file.role != Role::Input || file.is_patch) return "vertices have no such register";
        if (bits_of(type.kind) != bits_of(file.kind)) return "lanes of vertices are loaded as wide as they are";
        const std::uint32_t lane = access[Access::lane], lanes = registers_of_a_vertex(module, file) * file.lanes;
        if (lane >= lanes || lane % file.lanes + type.lanes > file.lanes)
            return fmt::format("a vertex has {} lanes in registers of {}", lanes, file.lanes);
    }
    if (stores && file.role == Role::Input) return "an input cannot be stored to";
    if ((type.kind == Kind::Bool) != (file.kind == Kind::Bool))
        return "bools lie in files of bools, and nothing else does";
    if (bits_of(type.kind) < bits_of(file.kind)) {
        return fmt::format("a lane of {} is narrower than a lane of the file, {}", type_name(type),
                           name_in(kKindNames, file.kind));
    }
    if (!stores && mask != 0) return "a load has no mask";
    if (stores && (mask == 0 || mask >> type.lanes != 0))
        return fmt::format("mask {:#x} does not fit {}", mask, type_name(type));
    const unsigned lanes = stores ? static_cast<unsigned>(std::bit_width(mask)) : type.lanes;
    const std::uint32_t end = access[Access::lane] + (computed ? 1 : lanes_taken(file, type.with_lanes(lanes)));
    if (end > file.lane_count()) return fmt::format("lane {} is beyond the file's {}", end - 1, file.lane_count());
    return {};
}

std::string wrong_resource(const Module& module, const Inst& inst) {
    if (inst.imm >= module.resources.size()) return fmt::format("there is no resource {}", inst.imm);
    const ResourceKind kind = module.resources[inst.imm].kind;
    if (kind == ResourceKind::Texture || kind == ResourceKind::Image) return "the resource is not a buffer";
    const OpInfo& row = info(inst.op);
    if (row.writes(Memory::Buffer) && kind == ResourceKind::ConstantBuffer)
        return "a constant buffer cannot be written";
    const Type type = row.is_store() ? module[inst.operands.back()].type : inst.type;
    if (type.kind == Kind::Bool) return "a bool cannot lie in a buffer";
    const Type element = module.resources[inst.imm].element;
    const bool is_access = row.is_load() || row.is_store();
    if (element != kVoid && is_access && (type.kind != element.kind || type.lanes > element.lanes))
        return fmt::format("a buffer of {} is accessed as {}", type_name(element), type_name(type));
    for (std::size_t i = 1; row.is_atomic() && i < inst.operands.size(); ++i) {
        const Type is = module[inst.operands[i]].type;
        if (is != inst.type)
            return fmt::format("operand {} is {}, the result {}", i + 1, type_name(is), type_name(inst.type));
    }
    return {};
}

std::string wrong_call(const Module& module, const Inst& inst) {
    if (inst.imm >= module.functions.size()) return fmt::format("there is no function {}", inst.imm);
    const Function& function = module.functions[inst.imm];
    if (inst.type != function.result) {
        return fmt::format("the result is {}, the function's {}", type_name(inst.type), type_name(function.result));
    }
    if (inst.operands.size() != function.params.size()) {
        return fmt::format("{} arguments instead of {}", inst.operands.size(), function.params.size());
    }
    for (std::size_t i = 0; i < inst.operands.size(); ++i) {
        const Type is = module[inst.operands[i]].type;
        if (is == function.params[i]) continue;
        return fmt::format("argument {} is {}, the parameter {}", i + 1, type_name(is), type_name(function.params[i]));
    }
    return {};
}

std::string wrong_param(const Function& function, const Inst& inst) {
    if (inst.imm >= function.params.size()) return fmt::format("the function has no parameter {}", inst.imm);
    const Type is = function.params[inst.imm];
    return inst.type == is ? ""
                           : fmt::format("the result is {}, the parameter {}", type_name(inst.type), type_name(is));
}

std::string within(std::string_view what, std::size_t index, std::size_t count) {
    return index < count ? "" : fmt::format("there is no {} {}", what, index);
}

std::string wrong_builtin(const Inst& inst) {
    if (inst.imm >= kBuiltinNames.size()) return within("builtin", inst.imm, kBuiltinNames.size());
    const Type is = type_of(static_cast<Builtin>(inst.imm));
    if (inst.type.kind == is.kind && inst.type.lanes <= is.lanes) return {};
    return fmt::format("the result is {}, {} is {}", type_name(inst.type), kBuiltinNames[inst.imm], type_name(is));
}

std::string wrong_imm(const Module& module, const Function& function, const Inst& inst) {
    switch (info(inst.op).imm) {
        case Imm::Nothing: return inst.imm == 0 ? "" : fmt::format("its immediate is {:#x}, but it has none", inst.imm);
        case Imm::Literal: return wrong_literal(module, inst);
        case Imm::Param: return wrong_param(function, inst);
        case Imm::BlockParam: return {};
        case Imm::Lanes: return wrong_lanes(module, inst);
        case Imm::Mask: return inst.imm >> inst.type.lanes == 0 ? "" : "it requires more lanes than there are";
        case Imm::Table: return within("table", inst.imm, module.tables.size());
        case Imm::Access: return wrong_access(module, inst);
        case Imm::Resource: return wrong_resource(module, inst);
        case Imm::Scope: return within("scope", inst.imm, kScopeNames.size());
        case Imm::Use: return wrong_use(module, inst);
        case Imm::Builtin: return wrong_builtin(inst);
        case Imm::Function: return wrong_call(module, inst);
        case Imm::Words: return within("literal", std::size_t{inst.imm} + kOpaqueWords - 1, module.literals.size());
    }
    return {};
}

// What neither letters nor `imm` say.
std::string wrong_besides(const Module& module, const Inst& inst) {
    const auto type = [&](std::size_t i) { return module[inst.operands[i]].type; };
    if (inst.op == Op::Compose) {
        if (inst.operands.size() != inst.type.lanes)
            return fmt::format("{} operands instead of {}", inst.operands.size(), inst.type.lanes);
        for (std::size_t i = 0; i < inst.operands.size(); ++i) {
            if (type(i).kind != inst.type.kind)
                return fmt::format("operand {} is {}, the result {}", i + 1, type_name(type(i)), type_name(inst.type));
        }
    }
    if (inst.op == Op::Bitcast && inst.type != type(0)) {
        if (bits_of(type(0)) != bits_of(inst.type))
            return fmt::format("{} and {} have not the same bits", type_name(type(0)), type_name(inst.type));
    }
    if (inst.op == Op::LoadTable && inst.type != kI32) return "tables hold i32";
    if (is_widening(inst.op) && bits_of(type(0).kind) >= bits_of(inst.type.kind)) return "the result is not wider";
    if (inst.op == Op::ITruncate && bits_of(type(0).kind) <= bits_of(inst.type.kind))
        return "the result is not narrower";
    if (inst.origin > module.origins.size()) return fmt::format("there is no origin {}", inst.origin);
    if (inst.mode[FloatMode::unused] != 0) return "its float mode has unknown bits";
    return {};
}

} // namespace

std::string wrong_in(const Module& module, const Function& function, const Inst& inst) {
    if (std::string text = Shape(module, inst).wrong(); !text.empty()) return text;
    if (std::string text = wrong_imm(module, function, inst); !text.empty()) return text;
    return wrong_besides(module, inst);
}

} // namespace relit::ir
