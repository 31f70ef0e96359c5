// Bits seen as another type: bitcasts, and values as words of 32 bits.
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

namespace relit::lang::glsl {

using ir::Inst;
using ir::Kind;
using ir::Type;

Expression Writer::bitcast(const Inst& inst) {
    return bitcast(operand(inst.operands[0]), module_[inst.operands[0]].type, inst.type);
}

Expression Writer::bitcast(const Expression& from, Type from_type, Type to) {
    if (from_type == to) return from;
    const auto cast = [&](std::string_view function) {
        Expression expression{fmt::format("{}({})", function, from.text)};
        gather(expression, from);
        return expression;
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
            default:
                text += type.lanes == 1 && word(i).find(" | ") != std::string::npos ? "(" + word(i) + ")" : word(i);
                break;
        }
    }
    return type.lanes == 1 ? text : type_text(type) + "(" + text + ")";
}

} // namespace relit::lang::glsl
