#include "ir/names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::ir {

std::string type_name(Type type) {
    const std::string_view kind = name_in(kKindNames, type.kind);
    const bool bare = type.kind == Kind::Void ? type.lanes == 0 : type.lanes == 1;
    return bare ? std::string(kind) : fmt::format("{}x{}", kind, type.lanes);
}

bool has_number(Semantic semantic) {
    switch (semantic) {
        case Semantic::User:
        case Semantic::ClipDistance:
        case Semantic::CullDistance:
        case Semantic::TessLevelOuter:
        case Semantic::TessLevelInner: return true;
        default: return false;
    }
}

Type type_of(Builtin builtin) {
    switch (builtin) {
        case Builtin::FragCoord: return {Kind::F32, 4};
        case Builtin::PointCoord: return {Kind::F32, 2};
        case Builtin::TessCoord: return {Kind::F32, 3};
        case Builtin::WorkgroupId:
        case Builtin::LocalInvocationId:
        case Builtin::WorkgroupCount:
        case Builtin::WorkgroupSize: return {Kind::I32, 3};
        case Builtin::FrontFacing:
        case Builtin::HelperInvocation: return kBool;
        default: return kI32;
    }
}

bool is_plain_name(std::string_view name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && letter(name[0]) &&
           std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (c == '\n') {
            result += "\\n";
        } else if (byte < 0x20 || byte >= 0x7f) {
            result += fmt::format("\\x{:02x}", byte);
        } else {
            result += c;
        }
    }
    return result + '"';
}

} // namespace relit::ir
