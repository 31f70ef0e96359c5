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

// Scalars as a vector: lanes of one value that stand side by side as a swizzle.
std::string Writer::vector_of(std::string_view type, const std::vector<std::string>& lanes) {
    std::vector<std::string> parts;
    for (const std::string& lane : lanes) {
        if (parts.empty() || !join(parts.back(), lane)) parts.push_back(lane);
    }
    if (parts.size() == 1 && lanes.size() > 1) return parts[0];
    return fmt::format("{}({})", type, fmt::join(parts, ", "));
}

// `lanes` of a vector; of what is a swizzle already, or a sign before one, the lanes of that.
Said Writer::lanes_of(Said said, const std::string& lanes) {
    const bool negated = said.level == Level::Unary && said.text.starts_with('-') && is_simple(said);
    if (!negated && said.level != Level::Primary) said.text = "(" + said.text + ")";
    const std::size_t dot = swizzle_of(said.text);
    if (dot == std::string::npos) {
        said.text += "." + lanes;
    } else {
        const std::string taken = said.text.substr(dot + 1);
        said.text.resize(dot + 1);
        for (const char lane : lanes) said.text += taken[kLetters.find(lane)];
    }
    said.level = negated ? Level::Unary : Level::Primary;
    said.one.clear();
    return said;
}

Said Writer::swizzled(const Inst& inst) {
    const Type from = module_[inst.operands[0]].type;
    Said said = operand(inst.operands[0]);
    std::string lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) lanes += kLetters[ir::swizzle_lane(inst.imm, i)];
    if (lanes == kLetters.substr(0, from.lanes)) return said;
    if (from.lanes == 1 && is_simple(said) && swizzle_of(said.text) != std::string::npos) { // r[0].w as r[0].www
        said.one = said.text;
        said.one_level = said.level;
        said.text.append(inst.type.lanes - 1U, said.one.back());
        return said;
    }
    if (from.lanes == 1) { // GLSL 330 cannot swizzle a scalar
        said.one = said.text;
        said.one_level = said.level;
        said.text = type_name(inst.type) + "(" + said.text + ")";
        said.level = Level::Primary;
        return said;
    }
    const bool splat = inst.type.lanes > 1 && std::ranges::count(lanes, lanes[0]) == inst.type.lanes;
    Said result = lanes_of(said, lanes);
    if (!splat) return result;
    const Said one = lanes_of(std::move(said), lanes.substr(0, 1));
    result.one = one.text;
    result.one_level = one.level;
    return result;
}

// Lanes of one value that stand side by side are said as one swizzle, or as the value where they are all of it.
Said Writer::composed(const Inst& inst) {
    if (inst.operands.size() == 1) return operand(inst.operands[0]);
    Said said;
    std::vector<std::string> parts;
    ir::Id whole = ir::kNone; // of the last part, where it has its first lanes in order
    unsigned count = 0;
    const auto finish = [&] {
        const auto named = named_.find(whole);
        if (named == named_.end() || count < 2 || count != module_[whole].type.lanes) return;
        if (parts.back().starts_with(named->second.text + ".")) parts.back() = named->second.text;
    };
    for (const ir::Id id : inst.operands) {
        const Inst& lane = module_[id];
        const Said text = operand(id);
        gather(said, text);
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
    for (const std::string& part : parts) said.text += (said.text.empty() ? "" : ", ") + part;
    if (parts.size() > 1) said.text = type_name(inst.type) + "(" + said.text + ")";
    return said;
}

} // namespace relit::lang::glsl
