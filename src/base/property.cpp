#include "base/property.hpp"

namespace relit {
namespace {

struct AsText {
    static std::string none_or(const std::string& text) { return text.empty() ? "none" : text; }

    std::string operator()(std::monostate /*none*/) const { return "none"; }
    std::string operator()(bool value) const { return value ? "yes" : "no"; }
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(const std::string& value) const { return value; }
    std::string operator()(const std::vector<std::uint64_t>& values) const {
        std::string text;
        for (const std::uint64_t value : values) text += (text.empty() ? "" : " ") + std::to_string(value);
        return none_or(text);
    }
    std::string operator()(const std::vector<std::string>& values) const {
        std::string text;
        for (const std::string& value : values) text += (text.empty() ? "" : " ") + value;
        return none_or(text);
    }
    std::string operator()(const Property::Counts& counts) const {
        std::string text;
        for (const auto& [name, count] : counts)
            text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
        return text;
    }
    std::string operator()(const std::vector<Property::Item>& rows) const {
        std::string text;
        for (const Property::Item& row : rows) text += (text.empty() ? "" : "\n") + row.name + " " + row.text;
        return text;
    }
};

} // namespace

std::string text_of(const Property& property) {
    return property.text.empty() ? std::visit(AsText{}, property.value) : property.text;
}

std::vector<std::pair<std::string, std::string>> lines_of(const std::vector<Property>& properties) {
    std::vector<std::pair<std::string, std::string>> lines;
    for (const Property& property : properties) {
        const auto* rows = std::get_if<std::vector<Property::Item>>(&property.value);
        if (rows == nullptr) lines.emplace_back(property.name, text_of(property));
        if (rows != nullptr)
            for (const Property::Item& row : *rows) lines.emplace_back(row.name, row.text);
    }
    return lines;
}

} // namespace relit
