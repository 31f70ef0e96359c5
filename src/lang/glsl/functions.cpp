// Writes the functions of functions.inc for the types that a shader uses them with.
#include "lang/glsl/functions.hpp"

#include "base/result.hpp"
#include "lang/glsl/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace relit::lang::glsl {
namespace {

using ir::Kind;
using ir::Type;

struct FunctionRow {
    std::string_view name, result, params, text;
};
constexpr std::array kFunctionRows = {
#define FUNCTION(name, result, params, text) FunctionRow{#name, result, params, text},
#include "lang/glsl/functions.inc"
#undef FUNCTION
    FunctionRow{"f_dot", "T", "TT", ""}, // the only one that reads several lanes: dot_text
};
constexpr std::size_t kDot = kFunctionRows.size() - 1;
constexpr std::uint32_t kHasPrecise = 400;

Kind kind_of(char letter, const std::array<Kind, 3>& kinds) {
    switch (letter) {
        case 'T': return kinds[0];
        case 'E': return kinds[1];
        case 'R': return kinds[2];
        default: return Kind::Bool;
    }
}

// "float(0.5)" is 0.5, "uint(1u)" is 1u.
std::string without_casts(std::string text) {
    for (const std::string_view cast : {"float(", "uint("}) {
        for (std::size_t at = 0; (at = text.find(cast, at)) != std::string::npos;) {
            const std::size_t first = at + cast.size(), end = text.find_first_not_of("0123456789.eE+-u", first);
            const bool word =
                at != 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '_');
            const bool literal =
                end > first && text[end] == ')' && !word && (cast == "uint(") == (text[end - 1] == 'u');
            if (literal) text = text.substr(0, at) + text.substr(first, end - first) + text.substr(end + 1);
            at = literal ? at : first;
        }
    }
    return text;
}

// 2^bits as a decimal
std::string power_of_two(unsigned bits) {
    return fmt::format("{}.0", bits == 64 ? "18446744073709551616" : std::to_string(std::uint64_t{1} << bits));
}

} // namespace

std::string Functions::use(std::string_view name, Type result, std::span<const Type> operands) {
    const auto* row = std::ranges::find(kFunctionRows, name, &FunctionRow::name);
    if (row == kFunctionRows.end()) unreachable("glsl function " + std::string(name));
    const Kind second = row->params.find('E') == std::string_view::npos ? Kind::Void : operands[1].kind;
    // the result's kind tells functions apart only where the row says so
    const bool by_result = row->result == "R";
    const Key key{static_cast<std::size_t>(row - kFunctionRows.begin()),
                  {operands[0].kind, second, by_result ? result.kind : Kind::Void},
                  operands[0].lanes};
    need(key);
    return name_of(key);
}

void Functions::need(const Key& key) {
    if (!used_.insert(key).second || key.row == kDot) return;
    if (key.lanes > 1) need({key.row, key.kinds, 1});
}

// select(bvec3, vec3, vec3) and select(bvec3, uvec3, uvec3) may share a name; f_to_u(float) to two widths may not.
std::string Functions::name_of(const Key& key) const {
    const FunctionRow& row = kFunctionRows[key.row];
    const bool converts = row.result == "R" && row.params == "T";
    return converts && key.kinds[2] != Kind::I32 ? fmt::format("{}{}", row.name, ir::bits_of(key.kinds[2]))
                                                 : std::string(row.name);
}

std::string Functions::fill(std::string_view body, const Key& key) const {
    const Type one{key.kinds[0], 1};
    const Type result{key.kinds[2], 1};
    std::string text;
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (body[i] != '$') {
            text += body[i];
            continue;
        }
        switch (body[++i]) {
            case 'T': text += type_text(one); break;
            case 'R': text += type_text(result); break;
            case 'Q': text += type_text(result, true); break;
            case 'P': text += precise(); break;
            case 'M': text += power_of_two(ir::bits_of(result) - 1); break;
            default: text += power_of_two(ir::bits_of(result)); break; // L
        }
    }
    return without_casts(std::move(text));
}

/// Before variables that round. Mesa's compiler refuses it before a function.
std::string_view Functions::precise() const { return version_ >= kHasPrecise ? "precise " : ""; }

std::string Functions::head(const Key& key) const {
    const FunctionRow& row = kFunctionRows[key.row];
    const auto lanes = [&](Kind kind) { return type_text(Type{kind, 1}.with_lanes(key.lanes)); };
    std::string text = lanes(kind_of(row.result[0], key.kinds)) + " " + name_of(key) + "(";
    for (std::size_t i = 0; i < row.params.size(); ++i) {
        text += fmt::format("{}{} {}", i == 0 ? "" : ", ", lanes(kind_of(row.params[i], key.kinds)), "abcd"[i]);
    }
    return text + ")";
}

std::string Functions::scalar_text(const Key& key) const {
    std::string body = fill(kFunctionRows[key.row].text, key);
    std::string text = head(key) + " {\n";
    // one statement a line; semicolons of a for head are followed by more of the same line
    int depth = 0;
    std::string line;
    for (const char c : body) {
        depth += (c == '(' || c == '{' ? 1 : 0) - (c == ')' || c == '}' ? 1 : 0);
        if (line.empty() && c == ' ') continue;
        line += c;
        if (depth != 0 || (c != ';' && c != '}')) continue;
        text += "    " + line + "\n";
        line.clear();
    }
    return text + "}\n";
}

// ((a0*b0 + a1*b1) + a2*b2) + a3*b3, every step rounded: dot() may do it in any order
std::string Functions::dot_text(const Key& key) const {
    const std::string type = type_text({key.kinds[0], static_cast<std::uint8_t>(key.lanes)});
    const std::string one = type_text({key.kinds[0], 1});
    std::string sum = "a.x * b.x";
    for (unsigned i = 1; i < key.lanes; ++i) sum += fmt::format(" + a.{0} * b.{0}", "xyzw"[i]);
    return fmt::format(
        "{1} f_dot({2} a, {2} b) {{ // dot() may add in any order\n    {0}{1} sum = {3};\n    return sum;\n}}\n",
        precise(), one, type, sum);
}

std::string Functions::text_of(const Key& key) const {
    if (key.row == kDot) return dot_text(key);
    if (key.lanes <= 1) return scalar_text(key);
    const FunctionRow& row = kFunctionRows[key.row];
    const Type result{kind_of(row.result[0], key.kinds), static_cast<std::uint8_t>(key.lanes)};
    std::string text = head(key) + " {\n    return " + type_text(result) + "(";
    for (unsigned lane = 0; lane < key.lanes; ++lane) {
        text += fmt::format("{}{}(", lane == 0 ? "" : ", ", name_of(key));
        for (std::size_t i = 0; i < row.params.size(); ++i) {
            text += fmt::format("{}{}.{}", i == 0 ? "" : ", ", "abcd"[i], "xyzw"[lane]);
        }
        text += ")";
    }
    return text + ");\n}\n";
}

std::string Functions::print() const {
    std::string text;
    for (const Key& key : used_) text += text_of(key);
    return text;
}

} // namespace relit::lang::glsl
