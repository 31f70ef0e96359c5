#include "isa/rsx/cg/encoding/names.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace relit::isa::rsx::cg {
namespace {

struct Named {
    std::uint32_t number = 0;
    std::string_view name;
};
constexpr Named kTypes[] = {
#define TYPE(number, name) {number, name},
#include "isa/rsx/cg/encoding/types.inc"
#undef TYPE
};
// The numbers of direction and variability are of one list. (NVIDIA's Cg 2 and later; Cg 1.1 counted from 4101 on)
constexpr Named kEnums[] = {{4096, "unknown"}, {4097, "in"},      {kOut, "out"},     {4099, "inout"},
                            {4100, "mixed"},   {4101, "varying"}, {4102, "uniform"}, {4103, "constant"}};
constexpr Named kProfiles[] = {{static_cast<std::uint32_t>(Profile::Vertex), "vertex"},
                               {static_cast<std::uint32_t>(Profile::Fragment), "fragment"}};

struct Resources {
    std::uint32_t number = 0, count = 0, first = 0;
    std::string_view name;
};
constexpr Resources kResources[] = {
#define RESOURCE(number, count, first, name) {number, count, first, name},
#include "isa/rsx/cg/encoding/resources.inc"
#undef RESOURCE
};

/// The list that names the values of a field, if one does.
std::span<const Named> list_of(const FieldInfo& field) {
    if (field.name == Parameter::type.name) return kTypes;
    if (field.name == Parameter::variability.name || field.name == Parameter::direction.name) return kEnums;
    if (field.name == Header::profile.name) return kProfiles;
    return {};
}

const Resources* row_of(std::uint64_t value) {
    const auto* row = std::ranges::find_if(kResources, [&](const Resources& one) {
        return value >= one.number && value < one.number + std::max(one.count, 1U);
    });
    return row == std::end(kResources) ? nullptr : row;
}

std::string resource_name(std::uint64_t value) {
    const Resources* row = row_of(value);
    if (row == nullptr) return {};
    return row->count == 0 ? std::string(row->name)
                           : std::string(row->name) + std::to_string(row->first + value - row->number);
}

std::optional<std::uint32_t> resource_named(std::string_view name) {
    for (const Resources& row : kResources) {
        if (row.count == 0 && equal_ignoring_case(row.name, name)) return row.number;
        for (std::uint32_t i = 0; i < row.count; ++i)
            if (equal_ignoring_case(std::string(row.name) + std::to_string(row.first + i), name)) return row.number + i;
    }
    return {};
}

} // namespace

std::string value_name(const FieldInfo& field, std::uint64_t value) {
    if (field.name == Parameter::resource.name) return resource_name(value);
    for (const Named& row : list_of(field))
        if (row.number == value) return std::string(row.name);
    return std::string(field.name_of(value));
}

std::optional<std::uint32_t> value_named(const FieldInfo& field, std::string_view name) {
    if (field.name == Parameter::resource.name) return resource_named(name);
    for (const Named& row : list_of(field))
        if (equal_ignoring_case(row.name, name)) return row.number;
    for (std::uint32_t i = 0; i < field.value_names.size(); ++i)
        if (equal_ignoring_case(field.value_names[i], name)) return i;
    return {};
}

std::optional<ResourceName> resource_of(std::uint32_t value) {
    const Resources* row = row_of(value);
    if (row == nullptr) return {};
    return ResourceName{row->name, row->count == 0 ? 0 : row->first + value - row->number};
}

std::uint32_t rows_of_type(std::uint32_t type) {
    const std::string name = value_name(Parameter::type, type);
    const bool matrix = name.size() > 3 && name[name.size() - 2] == 'x';
    return matrix ? static_cast<std::uint32_t>(name[name.size() - 3] - '0') : 1;
}

} // namespace relit::isa::rsx::cg
