// What `info` tells of a container, and what translations take from it.
#include "base/text.hpp"
#include "isa/rsx/cg/directives.hpp"
#include "isa/rsx/cg/names.hpp"
#include "isa/rsx/cg/text.hpp"

#include <bit>
#include <map>

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

std::string parameter_fact(const Container& container, const Parameter& one) {
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

template <class W>
void add_words(std::vector<Fact>& facts, const W& word) {
    for (const FieldInfo& field : W::fields) {
        if (field.name == FragmentHeader::absent.name) continue;
        facts.push_back({"header " + std::string(field.name), value_text(field, word.extract(field))});
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

void add_facts(std::vector<Fact>& facts, const Container& container) {
    add_words(facts, container.header);
    if (container.profile() == Profile::Vertex) {
        add_words(facts, container.vertex);
    } else {
        add_words(facts, container.fragment);
    }
    for (std::size_t i = 0; i < container.parameters.size(); ++i)
        facts.push_back({"parameter " + std::to_string(i), parameter_fact(container, container.parameters[i])});
    for (const std::string& warning : container.warnings) facts.push_back({"warning", warning});
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

void add_key(std::vector<std::uint8_t>& bytes, const ir::Context& facts, std::span<const ir::Label> labels) {
    std::string text = ir::print(facts);
    for (const ir::Label& label : labels) text += fmt::format("{} {}\n", label.offset, label.text);
    bytes.insert(bytes.end(), text.begin(), text.end());
}

} // namespace relit::isa::rsx::cg
