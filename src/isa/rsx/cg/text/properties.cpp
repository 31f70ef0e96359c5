// What `info` tells of a container, and what translations take from it.
#include "isa/properties.hpp"
#include "base/text.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/rsx/cg/text/directives.hpp"

#include <bit>
#include <map>

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
    if (const auto places = constants_of(container, one); !places.empty())
        text += fmt::format(", constants at bytes {}", fmt::join(places, " "));
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
    return name.empty() ? Property::Item::Value() : Property::Item::Value(printable(name));
}

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
             {"index", index == UINT32_MAX ? Property::Item::Value() : std::int64_t{index}},
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

std::string printable(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (c == '"' || c == '\\') text += '\\';
        text += c >= ' ' && c <= '~' ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text;
}

std::string called(const Container& container, const Parameter& parameter) {
    const std::string_view semantic = string_at(container, parameter[Parameter::semantic]);
    return printable(name_of(container, parameter)) + (semantic.empty() ? "" : " : " + printable(semantic));
}

void add_properties(std::vector<Property>& properties, const Container& container) {
    add_words(properties, container.header);
    if (container.profile() == Profile::Vertex) {
        add_words(properties, container.vertex);
    } else {
        add_words(properties, container.fragment);
    }
    std::vector<Property::Item> parameters;
    for (std::size_t i = 0; i < container.parameters.size(); ++i) parameters.push_back(parameter_row(container, i));
    properties.push_back({"parameters", std::move(parameters)});
    for (const std::string& warning : container.warnings) properties.push_back(warning_property(warning));
}

std::vector<ir::Label> register_labels(const Container& container) {
    struct Called {
        std::string name;
        bool row = false; // of a matrix: its own record says more than that of the whole
    };
    std::map<std::uint32_t, Called> names;
    for (const Parameter& one : container.parameters) {
        if (one[Parameter::resource] != kConstantRegister || name_of(container, one).empty()) continue;
        const std::uint32_t rows = rows_of_type(one[Parameter::type]);
        for (std::uint32_t i = 0; i < rows; ++i) {
            const std::uint64_t index = std::uint64_t{one[Parameter::index]} + i;
            if (index >= kRegisters) break;
            Called& called = names[static_cast<std::uint32_t>(index)];
            if (called.row || (!called.name.empty() && rows != 1)) continue;
            called = {printable(name_of(container, one)) + (rows == 1 ? "" : fmt::format("[{}]", i)), rows == 1};
        }
    }
    std::vector<ir::Label> labels;
    for (const auto& [index, called] : names) labels.push_back({index * kValueBytes, called.name});
    return labels;
}

bool Bound::is_at(std::string_view place) const {
    if (!place.starts_with(resource.stem)) return false;
    place.remove_prefix(resource.stem.size());
    return place == std::to_string(resource.number) || (place.empty() && resource.number == 0);
}

std::vector<Bound> bound_parameters(const Container& container) {
    std::vector<Bound> bound;
    for (const Parameter& one : container.parameters) {
        const auto resource = resource_of(one[Parameter::resource]);
        const bool placed = resource && resource->stem != "C" && resource->stem != "UNDEFINED";
        if (!placed || name_of(container, one).empty()) continue;
        bound.push_back({*resource, one[Parameter::direction] == kOut, printable(name_of(container, one))});
    }
    return bound;
}

void add_label(std::vector<ir::Label>& labels, std::uint32_t offset, const Bound& one) {
    if (std::ranges::find(labels, offset, &ir::Label::offset) == labels.end()) labels.push_back({offset, one.name});
}

std::optional<std::uint32_t> texture_unit(const Bound& one) {
    return one.resource.stem == "TEXUNIT" ? std::optional(one.resource.number) : std::nullopt;
}

void add_key(std::vector<std::uint8_t>& bytes, const ir::Context& context, std::span<const ir::Label> labels,
             std::span<const Bound> bound) {
    std::string text = ir::print(context);
    for (const ir::Label& label : labels) text += fmt::format("{} {}\n", label.offset, label.text);
    for (const Bound& one : bound)
        text +=
            fmt::format("{}{}{} {}\n", one.is_output ? "out " : "", one.resource.stem, one.resource.number, one.name);
    bytes.insert(bytes.end(), text.begin(), text.end());
}

} // namespace relit::isa::rsx::cg
