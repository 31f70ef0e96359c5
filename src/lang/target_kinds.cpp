#include "lang/target_kinds.hpp"

namespace relit::lang {
namespace {

using ir::Kind;

/// What a target says about a kind, and what else SPIR-V requires: code that moves its bits as integers.
struct KindRow {
    Kind kind;
    bool Target::* has;
    bool Target::* beside;
};
constexpr KindRow kKindRows[] = {
    {Kind::F16, &Target::has_float16, &Target::has_int16}, {Kind::F64, &Target::has_float64, &Target::has_int64},
    {Kind::I64, &Target::has_int64, &Target::has_int64},   {Kind::I16, &Target::has_int16, &Target::has_int16},
    {Kind::I8, &Target::has_int8, &Target::has_int8},
};

bool is_lacked(const KindRow& row, const Target& target) {
    return !(target.*row.has) || (target.dialect == Dialect::SpirV && !(target.*row.beside));
}

bool is_declared(const ir::RegisterFile& file, const ShaderInfo::File& accesses, const Target& target) {
    return accesses.at_all || (target.dialect == Dialect::SpirV && file.role != ir::Role::Register);
}

} // namespace

std::optional<Kind> lacked_kind(const ir::Module& module, const ShaderInfo& shader_info, const Target& target) {
    for (const KindRow& row : kKindRows)
        if (shader_info.has(row.kind) && is_lacked(row, target)) return row.kind;
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        if (!is_declared(module.files[i], shader_info.file(i), target)) continue;
        for (const KindRow& row : kKindRows)
            if (module.files[i].kind == row.kind && is_lacked(row, target)) return row.kind;
    }
    return {};
}

} // namespace relit::lang
