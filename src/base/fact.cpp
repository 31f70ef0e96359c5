#include "base/fact.hpp"

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
    std::string operator()(const Fact::Counts& counts) const {
        std::string text;
        for (const auto& [name, count] : counts)
            text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
        return text;
    }
    std::string operator()(const std::vector<Fact::Row>& rows) const {
        std::string text;
        for (const Fact::Row& row : rows) text += (text.empty() ? "" : "\n") + row.name + " " + row.text;
        return text;
    }
};

} // namespace

std::string text_of(const Fact& fact) { return fact.text.empty() ? std::visit(AsText{}, fact.value) : fact.text; }

std::vector<std::pair<std::string, std::string>> lines_of(const std::vector<Fact>& facts) {
    std::vector<std::pair<std::string, std::string>> lines;
    for (const Fact& fact : facts) {
        const auto* rows = std::get_if<std::vector<Fact::Row>>(&fact.value);
        if (rows == nullptr) lines.emplace_back(fact.name, text_of(fact));
        if (rows != nullptr)
            for (const Fact::Row& row : *rows) lines.emplace_back(row.name, row.text);
    }
    return lines;
}

} // namespace relit
