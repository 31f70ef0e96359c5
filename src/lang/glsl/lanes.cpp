// Lanes as text: swizzles and constructors as people write them.
#include "ir/builder.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

using ir::Inst;
using ir::Type;

constexpr std::string_view kLetters = "xyzw";

// ".xz" at the end of a text: where it begins, or npos.
std::size_t swizzle_of(std::string_view text) {
    const std::size_t dot = text.rfind('.');
    const bool ours = dot != std::string_view::npos && dot != 0 && dot + 1 < text.size() &&
                      text.find_first_not_of(kLetters, dot + 1) == std::string_view::npos;
    return ours ? dot : std::string_view::npos;
}

// "r[1].x" and "y": "r[1].xy", where the second text is the same value's.
bool join(std::string& last, const std::string& next) {
    const std::size_t a = swizzle_of(last), b = swizzle_of(next);
    if (a == std::string::npos || b == std::string::npos || last.find_first_of("( ") != std::string::npos) return false;
    if (std::string_view(last).substr(0, a) != std::string_view(next).substr(0, b)) return false;
    last += next.substr(b + 1);
    return true;
}

} // namespace

// Scalars as a vector: lanes of one value that are side by side as a swizzle.
std::string Writer::vector_of(std::string_view type, const std::vector<std::string>& lanes) {
    std::vector<std::string> parts;
    for (const std::string& lane : lanes) {
        if (parts.empty() || !join(parts.back(), lane)) parts.push_back(lane);
    }
    if (parts.size() == 1 && lanes.size() > 1) return parts[0];
    return fmt::format("{}({})", type, fmt::join(parts, ", "));
}

// `lanes` of a vector; of what is a swizzle already, or a sign before one, the lanes of that.
Expression Writer::lanes_of(Expression expression, const std::string& lanes) {
    const bool negated = expression.level == Level::Unary && expression.text.starts_with('-') && is_simple(expression);
    if (!negated && expression.level != Level::Primary) expression.text = "(" + expression.text + ")";
    const std::size_t dot = swizzle_of(expression.text);
    if (dot == std::string::npos) {
        expression.text += "." + lanes;
    } else {
        const std::string taken = expression.text.substr(dot + 1);
        expression.text.resize(dot + 1);
        for (const char lane : lanes) expression.text += taken[kLetters.find(lane)];
    }
    expression.level = negated ? Level::Unary : Level::Primary;
    expression.one.clear();
    return expression;
}

Expression Writer::swizzled(const Inst& inst) {
    const Type from = module_[inst.operands[0]].type;
    Expression expression = operand(inst.operands[0]);
    std::string lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) lanes += kLetters[ir::swizzle_lane(inst.imm, i)];
    if (lanes == kLetters.substr(0, from.lanes)) return expression;
    if (from.lanes == 1 && is_simple(expression) &&
        swizzle_of(expression.text) != std::string::npos) { // r[0].w as r[0].www
        expression.one = expression.text;
        expression.one_level = expression.level;
        expression.text.append(inst.type.lanes - 1U, expression.one.back());
        return expression;
    }
    if (from.lanes == 1) { // GLSL 330 cannot swizzle a scalar
        expression.one = expression.text;
        expression.one_level = expression.level;
        expression.text = type_text(inst.type) + "(" + expression.text + ")";
        expression.level = Level::Primary;
        return expression;
    }
    const bool splat = inst.type.lanes > 1 && std::ranges::count(lanes, lanes[0]) == inst.type.lanes;
    Expression result = lanes_of(expression, lanes);
    if (!splat) return result;
    const Expression one = lanes_of(std::move(expression), lanes.substr(0, 1));
    result.one = one.text;
    result.one_level = one.level;
    return result;
}

// Lanes of one value that are side by side are printed as one swizzle, or as the value where they are all of it.
Expression Writer::composed(const Inst& inst) {
    if (inst.operands.size() == 1) return operand(inst.operands[0]);
    Expression expression;
    std::vector<std::string> parts;
    ir::Id whole = ir::kNone; // of the last part, where it has its first lanes in order
    unsigned count = 0;
    constexpr std::string_view kAll = ".xyzw"; // only a vector of four has a w
    const auto finish = [&] {
        if (parts.empty()) return;
        if (parts.back().ends_with(kAll)) return parts.back().resize(parts.back().size() - kAll.size());
        const auto named = named_.find(whole);
        if (named == named_.end() || count < 2 || count != module_[whole].type.lanes) return;
        if (parts.back().starts_with(named->second.text + ".")) parts.back() = named->second.text;
    };
    for (const ir::Id id : inst.operands) {
        const Inst& lane = module_[id];
        const Expression text = operand(id);
        gather(expression, text);
        const ir::Id from = lane.op == ir::Op::Swizzle ? lane.operands[0] : ir::kNone;
        if (!parts.empty() && join(parts.back(), text.text)) {
            whole = from == whole && ir::swizzle_lane(lane.imm, 0) == count ? whole : ir::kNone;
            ++count;
            continue;
        }
        finish();
        parts.push_back(text.text);
        whole = from != ir::kNone && ir::swizzle_lane(lane.imm, 0) == 0 ? from : ir::kNone;
        count = 1;
    }
    finish();
    for (const std::string& part : parts) expression.text += (expression.text.empty() ? "" : ", ") + part;
    if (parts.size() > 1) expression.text = type_text(inst.type) + "(" + expression.text + ")";
    return expression;
}

// Lane by lane of one value or of the other: "vec4(a.x, b.y, a.zw)".
Expression Writer::blended(const Inst& inst) {
    if (inst.type.lanes == 1) return operand(ir::picked_lane(inst, 0).value);
    Expression expression;
    std::vector<std::string> names, lanes;
    for (const ir::Id id : inst.operands) {
        const Expression value = operand(id);
        names.push_back(primary_of(value, inst.type));
        gather(expression, value);
    }
    for (unsigned i = 0; i < inst.type.lanes; ++i)
        lanes.push_back(lanes_of({names[inst.imm >> i & 1]}, std::string(1, kLetters[i])).text);
    expression.text = vector_of(type_text(inst.type), lanes);
    return expression;
}

} // namespace relit::lang::glsl
