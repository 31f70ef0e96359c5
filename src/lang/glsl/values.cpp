// Values as expressions: rows of spellings.inc filled in, lanes taken and put together, bits seen as another type.
#include "ir/builder.hpp"
#include "ir/rewrite/table.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace relit::lang::glsl {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

/// A comparison, and the one that is true where it is false.
struct Opposite {
    Op op{}, other{};
    bool swaps = false; // the operands
};

/// As the rewrites of `not` say it.
const std::vector<Opposite>& opposites() {
    static const std::vector<Opposite> kOpposites = [] {
        std::vector<Opposite> found;
        for (const ir::Rewrite& row : ir::all_rewrites()) {
            const auto is_comparison = [](const ir::Term& term) {
                return term.form == ir::Term::Form::Operation && ir::info(term.op).result == 'B' &&
                       term.operands.size() == 2;
            };
            if (row.from.op != Op::BNot || !is_comparison(row.from.operands[0]) || !is_comparison(row.to)) continue;
            const ir::Term& from = row.from.operands[0];
            found.push_back({from.op, row.to.op, from.operands[0].letter != row.to.operands[0].letter});
        }
        return found;
    }();
    return kOpposites;
}

const Opposite* opposite_of(Op op) {
    const auto row = std::ranges::find(opposites(), op, &Opposite::op);
    return row == opposites().end() ? nullptr : &*row;
}

bool moves(Op op) { return op == Op::FNeg || op == Op::FAbs || op == Op::Copy || op == Op::FSat; }

// What a compiler may do at once with, or in another order than, an operation before it.
bool can_chain(Op op) {
    return op == Op::FAdd || op == Op::FSub || op == Op::FMul || op == Op::FDiv || op == Op::FFract;
}

// a - b is a + -b to the bit, but for which NaN it is.
void fold_sign(std::string& spelling, Expression& last) {
    if (last.level != Level::Unary || !last.text.starts_with('-') || last.text.starts_with("--")) return;
    const std::size_t at =
        spelling.rfind(" + {") != std::string::npos ? spelling.rfind(" + {") : spelling.rfind(" - {");
    if (at == std::string::npos) return;
    spelling[at + 1] = spelling[at + 1] == '+' ? '-' : '+';
    last.text.erase(0, 1);
    last.level = Level::Primary;
    if (!last.one.empty()) last.one.erase(0, 1);
}

// Operators that take a scalar beside a vector.
bool takes_scalars(Op op) {
    return op == Op::FAdd || op == Op::FSub || op == Op::FMul || op == Op::FDiv || op == Op::FMad || op == Op::IAdd ||
           op == Op::ISub || op == Op::IMul || op == Op::IAnd || op == Op::IOr || op == Op::IXor;
}

} // namespace

void gather(Expression& to, const Expression& from) {
    to.rounds = to.rounds || from.rounds;
    to.chains = to.chains || from.chains;
    to.reads.insert(to.reads.end(), from.reads.begin(), from.reads.end());
}

// May be printed twice: nothing is computed.
bool is_simple(const Expression& expression) {
    const bool one_word = expression.text.find_first_of("( ") == std::string::npos;
    return one_word && (expression.level == Level::Primary ||
                        (expression.level == Level::Unary && expression.text.starts_with('-')));
}

Expression Writer::operand(Id id) { return exactly(taken(id), module_[id].type); }

Expression Writer::taken(Id id) {
    const Inst& inst = module_[id];
    if (inst.op == Op::Const) return constant_expression(inst);
    if (inst.op == Op::Param) return {fmt::format("p{}", inst.imm)};
    if (const auto named = named_.find(id); named != named_.end()) return named->second;
    const auto waiting = waiting_.find(id);
    if (waiting == waiting_.end()) {
        fault(FaultKind::Internal, fmt::format("glsl: value {} is used outside of its scope, run reg2mem", id));
        return {"0"};
    }
    came_from_.insert(came_from_.end(), waiting->second.came_from.begin(), waiting->second.came_from.end());
    if (--uses_[id] != 0) return waiting->second;
    Expression expression = std::move(waiting->second);
    waiting_.erase(waiting);
    return expression;
}

Expression Writer::constant_expression(const Inst& inst) {
    require(inst.type.kind);
    const auto lanes = module_.literal(inst);
    const auto level = [](const std::string& text) { return text.starts_with('-') ? Level::Unary : Level::Primary; };
    Expression expression{constant(inst.type, lanes)};
    expression.level = level(expression.text);
    if (inst.type.lanes > 1 && std::ranges::all_of(lanes, [&](std::uint64_t lane) { return lane == lanes[0]; })) {
        expression.one = constant(inst.type.scalar(), lanes.first(1));
        expression.one_level = level(expression.one);
    }
    return expression;
}

std::string Writer::argument(Id id) { return guarded(operand(id), module_[id].type).text; }

Expression Writer::guarded(Expression expression, Type type) {
    if (!expression.chains || !has_precise()) return expression;
    return {.text = variable(type, expression, "value")};
}

std::string Writer::primary_of(const Expression& expression, Type type) {
    return is_simple(expression) && expression.level == Level::Primary ? expression.text
                                                                       : variable(type, expression, "value");
}

std::string Writer::primary(Id id) { return primary_of(operand(id), module_[id].type); }

std::string Writer::settled(Id id) {
    const Expression expression = operand(id);
    return expression.rounds ? variable(module_[id].type, expression, spelling(module_[id].op).stem) : expression.text;
}

std::string Writer::placeholder(std::string_view name, const Inst& inst, const std::vector<Expression>& operands,
                                std::string_view spelling, std::size_t open, std::size_t close) {
    if (name == "T") return type_text(inst.type);
    if (name == "S") return type_text(inst.type, true);
    if (name == "one") return inst.type.kind == Kind::F32 ? "1.0" : type_text(inst.type.scalar()) + "(1.0)";
    const auto which = static_cast<std::size_t>(name.back() - '0');
    const Expression& expression = operands[which];
    if (name[0] == 'n') {
        const auto number = ir::known_lane(module_, inst.operands[which]);
        if (!number) fault(FaultKind::Internal, "glsl: a field of bits that are not known, run lower_integers");
        return std::to_string(number.value_or(0));
    }
    if (name[0] == 's') return type_text(module_[inst.operands[which]].type, true) + "(" + expression.text + ")";
    return needs_parentheses(spelling, open, close, expression.level) ? "(" + expression.text + ")" : expression.text;
}

// Operands ready to be put in: splats as scalars where they may be.
std::vector<Expression> Writer::operands_of(const Inst& inst) {
    std::vector<Expression> operands;
    for (const Id id : inst.operands) operands.push_back(operand(id));
    if (chooses_whole(inst)) {
        operands[0].text = operands[0].one;
        operands[0].level = operands[0].one_level;
    }
    if (!takes_scalars(inst.op) || inst.type.lanes == 1) return operands;
    bool has_vector = std::ranges::any_of(std::span(operands).first(2),
                                          [](const Expression& expression) { return expression.one.empty(); });
    for (std::size_t i = operands.size(); i-- > 0;) {
        const bool last_vector = i == 0 && !has_vector;
        if (operands[i].one.empty() || last_vector || (i == 2 && !has_vector)) continue;
        operands[i].text = operands[i].one;
        operands[i].level = operands[i].one_level;
    }
    return operands;
}

Expression Writer::spelled(const Inst& inst, std::string_view row) {
    std::string spelling(row);
    std::vector<Expression> operands = operands_of(inst);
    const bool signs = inst.op == Op::FAdd || inst.op == Op::FSub || inst.op == Op::FMad;
    if (signs) fold_sign(spelling, operands.back());
    if (spelling == "{0}") return operands[0];
    Expression expression{"", level_of(spelling)};
    std::vector<Type> types;
    for (const Id id : inst.operands) types.push_back(module_[id].type);
    for (const Expression& operand : operands) gather(expression, operand);
    const bool is_arithmetic = (ir::info(inst.op).result == 'F' && !moves(inst.op)) || inst.op == Op::FDot;
    expression.chains =
        expression.chains || inst.op == Op::FMad || inst.op == Op::FDot || (expression.rounds && can_chain(inst.op));
    expression.rounds = expression.rounds || is_arithmetic;
    for (std::size_t i = 0; i < spelling.size(); ++i) {
        if (spelling[i] == '@') {
            const std::size_t open = spelling.find('(', i);
            expression.text += functions_.use(std::string_view(spelling).substr(i + 1, open - i - 1), inst.type, types);
            i = open - 1;
        } else if (spelling[i] == '{') {
            const std::size_t close = spelling.find('}', i);
            expression.text += placeholder(std::string_view(spelling).substr(i + 1, close - i - 1), inst, operands,
                                           spelling, i, close + 1);
            i = close;
        } else {
            expression.text += spelling[i];
        }
    }
    return expression;
}

// Of vectors, by one truth value.
bool Writer::chooses_whole(const Inst& inst) const {
    if (inst.op != Op::Select || inst.type.lanes == 1) return false;
    const Inst& condition = module_[inst.operands[0]];
    return condition.op == Op::Swizzle && module_[condition.operands[0]].type == ir::kBool;
}

// bvec to numbers, and mix() that only chooses, read better than a function of ours.
std::string_view Writer::select_spelling(const Inst& inst) const {
    if (chooses_whole(inst)) return spelling(Op::Select).scalar;
    const Kind kind = inst.type.kind;
    if (kind != Kind::F32 && kind != Kind::I32) return {};
    const std::uint64_t one = kind == Kind::F32 ? 0x3f800000 : 1;
    if (ir::is_constant(module_, inst.operands[1], one) && ir::is_constant(module_, inst.operands[2], 0))
        return "{T}({0})";
    const bool mixes = inst.type.lanes > 1 && (kind == Kind::F32 || version_ >= 450);
    return mixes ? "mix({2}, {1}, {0})" : std::string_view{};
}

Expression Writer::value(Id id) {
    const Inst& inst = module_[id];
    require(inst.type.kind);
    for (const Id used : inst.operands) require(module_[used].type.kind);
    if (inst.mode[ir::FloatMode::rounding] != 0 && ir::info(inst.op).has(ir::kRounds))
        lacks("rounding other than to nearest in " + std::string(ir::info(inst.op).mnemonic));
    const bool two_lanes = !inst.operands.empty() && module_[inst.operands[0]].type.lanes > 1;
    if (at_register_width()) {
        if (std::optional<Expression> expression = register_value(id)) return *expression;
    }
    if (inst.op == Op::BNot && is_opposite_[inst.operands[0]]) return operand(inst.operands[0]);
    const Spelling& row = spelling(inst.op);
    const std::string_view text = two_lanes ? row.vector : row.scalar;
    if (text.empty() || ir::info(inst.op).writes(ir::Memory::Buffer)) return own(id);
    if (ir::info(inst.op).exchanges()) return across(inst);
    if (inst.op == Op::FFma && version_ < 400) lacks("ffma needs GLSL 400");
    const auto is_other = [](Type type) { return ir::is_float(type.kind) && type.kind != Kind::F32; };
    const bool others = std::ranges::any_of(inst.operands, [&](Id used) { return is_other(module_[used].type); });
    if ((inst.op == Op::FLdexp || inst.op == Op::FHalf) && others)
        lacks(std::string(row.name) + " of other than 32 bits");
    if (inst.op == Op::FFma && std::ranges::find(artifact_.approximate, kMayRoundTwice) == artifact_.approximate.end())
        artifact_.approximate.emplace_back(kMayRoundTwice);
    const std::string_view better = inst.op == Op::Select ? select_spelling(inst) : std::string_view{};
    return spelled(inst, better.empty() ? text : better);
}

/// Returns true if the value is needed as its opposite alone, and has one that is as short.
bool Writer::wants_opposite(Id id) const {
    if (ends_head(id)) return true;
    const bool is_condition = head_.choice != nullptr && code_.size() == head_.end &&
                              module_[head_.choice->value].op == Op::BNot &&
                              module_[head_.choice->value].operands[0] == id;
    return uses_[id] == 1 && only_negated_[id] && !is_condition && !target_.literal && module_[id].type == ir::kBool &&
           opposite_of(module_[id].op) != nullptr;
}

/// The truth value that is false where this one is true, without a `!` where another comparison says it.
Expression Writer::opposite(Id id) {
    const Inst& inst = module_[id];
    if (inst.op == Op::BNot && !is_opposite_[inst.operands[0]]) return operand(inst.operands[0]);
    if (const Opposite* row = opposite_of(inst.op); row != nullptr) {
        std::array operands{inst.operands[row->swaps ? 1 : 0], inst.operands[row->swaps ? 0 : 1]};
        Inst other = inst;
        other.op = row->other;
        other.operands = operands;
        return spelled(other, spelling(other.op).scalar);
    }
    return negated(value(id));
}

Expression Writer::negated(Expression expression) {
    expression.text = expression.level <= Level::Unary ? "!" + expression.text : "!(" + expression.text + ")";
    expression.level = Level::Unary;
    return expression;
}

Expression Writer::own(Id id) {
    const Inst& inst = module_[id];
    switch (inst.op) {
        case Op::Swizzle: return swizzled(inst);
        case Op::Compose: return composed(inst);
        case Op::Blend: return blended(inst);
        case Op::Copy: return operand(inst.operands[0]);
        case Op::Bitcast: return bitcast(inst);
        case Op::LoadTable: tables_.insert(inst.imm); return spelled(inst, fmt::format("table{}[{{0}}]", inst.imm));
        case Op::LoadFile: return load_file(inst);
        case Op::LoadFileAt: return load_file_at(inst);
        case Op::LoadFileOf: return load_file_of(inst);
        case Op::LoadVertex: return load_vertex(inst);
        case Op::StoreFile: return store_file(inst), Expression{};
        case Op::StoreFileAt: return store_file_at(inst), Expression{};
        case Op::LoadBuffer: return load_buffer(inst);
        case Op::StoreBuffer: return store_buffer(inst), Expression{};
        case Op::BufferSize: return {fmt::format("uint({}.length())", resource_names_[inst.imm])};
        case Op::Barrier:
        case Op::MemoryBarrier: return barrier(inst), Expression{};
        case Op::EmitVertex:
        case Op::EndPrimitive: return vertex(inst);
        case Op::ReadBuiltin: return builtin(inst);
        case Op::Call: return call(inst);
        case Op::Discard: return discard(inst), Expression{};
        default: break;
    }
    if (ir::info(inst.op).imm == ir::Imm::Use) return texture(inst);
    if (ir::info(inst.op).is_atomic()) return atomic(inst);
    lacks("operation " + std::string(ir::info(inst.op).mnemonic));
    return {};
}

bool Writer::has_effect(const Inst& inst) const {
    if (ir::info(inst.op).is_call()) return !is_helper(inst) && !ir::is_removable(effects_[inst.imm]);
    return ir::info(inst.op).has(ir::kEffect);
}

Expression Writer::call(const Inst& inst) {
    Expression expression{function_names_[inst.imm] + "("};
    for (const Id id : inst.operands) {
        const Type type = module_[id].type;
        Expression argument = operand(id);
        const bool rounds = argument.rounds && ir::is_float(type.kind); // parameters are not precise
        argument = rounds ? Expression{variable(type, argument, spelling(module_[id].op).stem)}
                          : guarded(std::move(argument), type);
        gather(expression, argument);
        expression.text += (expression.text.ends_with('(') ? "" : ", ") + argument.text;
    }
    expression.text += ")";
    if (is_helper(inst)) return expression;
    if (effects_[inst.imm] == ir::CallEffect::Any) settle_all(ir::kNone); // the function may write any register
    if (effects_[inst.imm] == ir::CallEffect::ReadsMemory) expression.reads.push_back({kMemory, 0, 1});
    return expression;
}

} // namespace relit::lang::glsl
