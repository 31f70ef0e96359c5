// The properties that `info` prints for a container.
#include "isa/shared/properties.hpp"
#include "base/text.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/rsx/cg/text/directives.hpp"

#include <bit>

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

std::string parameter_text(const Container& container, const Parameter& one) {
    const auto named = [&](const FieldInfo& field) { return value_text(field, one.extract(field)); };
    std::string text = fmt::format("{} {}, {}, {}", named(Parameter::type), called(container, one),
                                   named(Parameter::variability), named(Parameter::direction));
    text += ", " + named(Parameter::resource);
    if (one[Parameter::index] != UINT32_MAX) text += fmt::format(" {}", one[Parameter::index]);
    text += fmt::format(", number {}", static_cast<std::int32_t>(one[Parameter::number]));
    if (one[Parameter::referenced] != 0) text += ", referenced";
    if (one[Parameter::shared] != 0) text += ", shared";
    if (const auto value = value_of(container, one)) text += ", default " + floats(*value);
    if (const auto offsets = constants_of(container, one); !offsets.empty())
        text += fmt::format(", constants at bytes {}", fmt::join(offsets, " "));
    return text;
}

/// The name of a value, or the value where it has none.
Property::Item::Value told(const Parameter& one, const FieldInfo& field) {
    const std::uint64_t value = one.extract(field);
    std::string name = value_name(field, value);
    return name.empty() ? Property::Item::Value(static_cast<std::int64_t>(value))
                        : Property::Item::Value(std::move(name));
}
Property::Item::Value told(std::string_view name) {
    if (name.empty()) return {};
    return printable(name);
}

Property::Item::Value told(std::int64_t number) { return number; }

Property::Item parameter_row(const Container& container, std::size_t number) {
    const Parameter& one = container.parameters[number];
    const std::uint32_t index = one[Parameter::index];
    const auto value = value_of(container, one);
    const std::span<const std::uint32_t> lanes =
        value ? std::span<const std::uint32_t>(*value) : std::span<const std::uint32_t>();
    return {"parameter " + std::to_string(number),
            parameter_text(container, one),
            {{"name", told(name_of(container, one))},
             {"semantic", told(string_at(container, one[Parameter::semantic]))},
             {"type", told(one, Parameter::type)},
             {"variability", told(one, Parameter::variability)},
             {"direction", told(one, Parameter::direction)},
             {"resource", told(one, Parameter::resource)},
             {"index", index == UINT32_MAX ? told("") : told(std::int64_t{index})},
             {"number", std::int64_t{static_cast<std::int32_t>(one[Parameter::number])}},
             {"referenced", one[Parameter::referenced] != 0},
             {"shared", one[Parameter::shared] != 0},
             {"default",
              value ? Property::Item::Value(Property::Floats{{lanes.begin(), lanes.end()}}) : Property::Item::Value()},
             {"default words", value ? Property::Item::Value(hex_words(lanes)) : Property::Item::Value()},
             {"constant offsets", constants_of(container, one)}}};
}

template <class W>
void add_words(std::vector<Property>& properties, const W& word) {
    for (const FieldInfo& field : W::fields) {
        if (field.name == FragmentHeader::absent.name) continue;
        const std::uint64_t value = word.extract(field);
        std::string text = value_text(field, value);
        Property::Value told = value_name(field, value).empty() ? Property::Value(value) : Property::Value(text);
        properties.push_back({"header " + std::string(field.name), std::move(told), std::move(text)});
    }
}

} // namespace

std::string floats(std::span<const std::uint32_t> lanes) {
    std::string text;
    for (const std::uint32_t lane : lanes)
        text += (text.empty() ? "" : ", ") + shortest_decimal(std::bit_cast<float>(lane));
    return text;
}

std::string value_text(const FieldInfo& field, std::uint64_t value) {
    constexpr std::uint64_t kPlainest = 1024;
    if (std::string name = value_name(field, value); !name.empty()) return name;
    return value > kPlainest ? fmt::format("{:#x}", value) : std::to_string(value);
}

std::string called(const Container& container, const Parameter& parameter) {
    const std::string_view semantic = string_at(container, parameter[Parameter::semantic]);
    return printable(name_of(container, parameter)) + (semantic.empty() ? "" : " : " + printable(semantic));
}

namespace {

void add_cg(std::vector<Property>& properties, const Container& container) {
    add_words(properties, container.header);
    if (container.profile() == Profile::Vertex) {
        add_words(properties, container.vertex);
    } else {
        add_words(properties, container.fragment);
    }
    std::vector<Property::Item> parameters;
    for (std::size_t i = 0; i < container.parameters.size(); ++i) parameters.push_back(parameter_row(container, i));
    properties.push_back({"parameters", std::move(parameters)});
}

} // namespace

void add_properties(std::vector<Property>& properties, const AnyContainer& container) {
    if (container.cg) {
        add_cg(properties, *container.cg);
    } else {
        properties.push_back({"container", std::string(container.format)});
        add_records(properties, container);
    }
    for (const std::string& warning : container.warnings) properties.push_back(warning_property(warning));
}

} // namespace relit::isa::rsx::cg
