#include "lang/glsl/levels.hpp"

#include <algorithm>
#include <optional>

namespace relit::lang::glsl {
namespace {

struct Operator {
    std::string_view text;
    Level level;
};
constexpr Operator kOperators[] = {
    {"*", Level::Product},   {"/", Level::Product},    {"%", Level::Product}, {"+", Level::Sum},
    {"-", Level::Sum},       {"<<", Level::Shift},     {">>", Level::Shift},  {"<", Level::Order},
    {"<=", Level::Order},    {">", Level::Order},      {">=", Level::Order},  {"==", Level::Equality},
    {"!=", Level::Equality}, {"&", Level::And},        {"^", Level::Xor},     {"|", Level::Or},
    {"&&", Level::Both},     {"^^", Level::Exclusive}, {"||", Level::Either}, {"?", Level::Choice},
    {":", Level::Choice},
};

std::optional<Level> operator_level(std::string_view word) {
    const auto* found = std::ranges::find(kOperators, word, &Operator::text);
    return found == std::end(kOperators) ? std::nullopt : std::optional(found->level);
}

// Operators are between blanks.
std::optional<Level> before(std::string_view spelling, std::size_t at) {
    if (at < 2 || spelling[at - 1] != ' ') return std::nullopt;
    const std::string_view left = spelling.substr(0, at - 1);
    return operator_level(left.substr(left.rfind(' ') + 1));
}
std::optional<Level> after(std::string_view spelling, std::size_t at) {
    if (at + 1 >= spelling.size() || spelling[at] != ' ') return std::nullopt;
    const std::string_view right = spelling.substr(at + 1);
    return operator_level(right.substr(0, right.find(' ')));
}

bool is_of_bits(Level level) { return level == Level::Shift || (level >= Level::And && level <= Level::Or); }

// What few readers know by heart gets parentheses that GLSL does not need.
bool is_unclear(Level operand, Level around) {
    if (operand <= Level::Unary || operand == around) return false;
    return is_of_bits(operand) || is_of_bits(around) ||
           (around >= Level::Both && around <= Level::Either && operand >= Level::Both);
}

} // namespace

Level level_of(std::string_view spelling) {
    Level loosest = spelling.find_first_of("-!~") == 0 ? Level::Unary : Level::Primary;
    int depth = 0;
    for (std::size_t at = 0; at < spelling.size(); ++at) {
        depth += (spelling[at] == '(' ? 1 : 0) - (spelling[at] == ')' ? 1 : 0);
        if (depth != 0 || spelling[at] != ' ') continue;
        if (const auto level = after(spelling, at)) loosest = std::max(loosest, *level);
    }
    return loosest;
}

bool needs_parentheses(std::string_view spelling, std::size_t open, std::size_t close, Level operand) {
    if (open == 1 && spelling.find_first_of("-!~") == 0) return operand >= Level::Unary;
    if (close < spelling.size() && spelling[close] == '.') return operand > Level::Primary;
    const auto left = before(spelling, open), right = after(spelling, close);
    if (!left && !right) return false;
    // equals group from the left, so only the first may stay bare; `-x` after an operator is clear enough
    if (left && (operand >= *left || is_unclear(operand, *left)) && operand > Level::Unary) return true;
    if (!right) return false;
    return operand > *right || operand == Level::Choice || is_unclear(operand, *right);
}

} // namespace relit::lang::glsl
