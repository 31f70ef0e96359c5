#include "isa/rsx/cg/encoding/symbols.hpp"

#include <map>

#include <fmt/format.h>

namespace relit::isa::rsx::cg {

std::string printable(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (c == '"' || c == '\\') text += '\\';
        text += c >= ' ' && c <= '~' ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text;
}

std::vector<ConstantName> constant_names(const Container& container) {
    struct Called {
        std::string name;
        bool row = false; // of a matrix: the record of the row takes precedence over that of the matrix
    };
    std::map<std::uint32_t, Called> names;
    for (const Parameter& one : container.parameters) {
        if (one[Parameter::resource] != kConstantRegister || name_of(container, one).empty()) continue;
        const std::uint32_t rows = rows_of_type(one[Parameter::type]);
        for (std::uint32_t i = 0; i < rows; ++i) {
            const std::uint64_t index = std::uint64_t{one[Parameter::index]} + i;
            if (index >= kConstantRegisters) break;
            Called& called = names[static_cast<std::uint32_t>(index)];
            if (called.row || (!called.name.empty() && rows != 1)) continue;
            called = {printable(name_of(container, one)) + (rows == 1 ? "" : fmt::format("[{}]", i)), rows == 1};
        }
    }
    std::vector<ConstantName> constants;
    for (const auto& [index, called] : names) constants.push_back({index * kValueBytes, called.name});
    return constants;
}

bool Bound::is_at(std::string_view register_name) const {
    if (!register_name.starts_with(resource.stem)) return false;
    register_name.remove_prefix(resource.stem.size());
    return register_name == std::to_string(resource.number) || (register_name.empty() && resource.number == 0);
}

std::optional<std::uint32_t> texture_unit(const Bound& one) {
    return one.resource.stem == "TEXUNIT" ? std::optional(one.resource.number) : std::nullopt;
}

std::vector<Bound> bound_parameters(const Container& container) {
    std::vector<Bound> bound;
    for (const Parameter& one : container.parameters) {
        const auto resource = resource_of(one[Parameter::resource]);
        const bool is_bound = resource && resource->stem != "C" && resource->stem != "UNDEFINED";
        if (!is_bound || name_of(container, one).empty()) continue;
        bound.push_back({*resource, one[Parameter::direction] == kOut, printable(name_of(container, one))});
    }
    return bound;
}

void add_key(std::vector<std::uint8_t>& bytes, const StateValues& state, std::span<const ConstantName> constants,
             std::span<const Bound> bound) {
    std::string text;
    for (const auto& [name, value] : state) text += fmt::format("{} = {}\n", name, value);
    for (const ConstantName& one : constants) text += fmt::format("{} {}\n", one.offset, one.name);
    for (const Bound& one : bound)
        text +=
            fmt::format("{}{}{} {}\n", one.is_output ? "out " : "", one.resource.stem, one.resource.number, one.name);
    bytes.insert(bytes.end(), text.begin(), text.end());
}

} // namespace relit::isa::rsx::cg
