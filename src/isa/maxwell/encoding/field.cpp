// Names of roles and of values.
#include "isa/maxwell/encoding/field.hpp"

namespace relit::isa::maxwell {

std::string_view lift_of(Role role) {
    static constexpr std::string_view kSemantics[] = {
#define ROLE(id, summary) summary,
#include "isa/maxwell/encoding/roles.inc"
#undef ROLE
    };
    return kSemantics[static_cast<std::size_t>(role)];
}

std::string_view name_of(const FieldRow& field, std::uint64_t value) {
    std::string_view names = field.names;
    for (; value != 0; --value) {
        const std::size_t end = names.find('|');
        if (end == std::string_view::npos) return "?";
        names.remove_prefix(end + 1);
    }
    return names.substr(0, names.find('|'));
}

} // namespace relit::isa::maxwell
