// Pieces of the pages docs/isa/*.md.
#include "isa/shared/document.hpp"

namespace relit::isa {

void document_row(std::string& text, std::initializer_list<std::string> cells) {
    for (const std::string& cell : cells) {
        text += "| ";
        for (const char c : cell) text += c == '|' ? "\\|" : std::string(1, c);
        text += ' ';
    }
    text += "|\n";
}

std::string bits_of(const FieldInfo& field, char unit) {
    std::string text;
    // High part first, as one reads it.
    for (std::size_t i = field.runs.size(); i != 0; --i) {
        const BitRun& run = field.runs[i - 1];
        if (run.width == 0) continue;
        const unsigned first = run.bit % 32, last = first + run.width - 1;
        if (!text.empty()) text += ", ";
        text += unit + std::to_string(run.bit / 32) + " " + std::to_string(last);
        if (last != first) text += ":" + std::to_string(first);
    }
    return text;
}

std::string values_of(const FieldInfo& field) {
    if (field.value_names.size() > 4) return {};
    std::string text;
    for (std::size_t i = 0; i < field.value_names.size(); ++i) {
        if (!text.empty()) text += ", ";
        text += std::to_string(i) + " " + std::string(field.value_names[i]);
    }
    return text;
}

void document_word(std::string& text, std::span<const FieldInfo> fields, char unit) {
    text += "| field | bits | values |\n|---|---|---|\n";
    for (const FieldInfo& field : fields)
        document_row(text, {std::string(field.name), bits_of(field, unit), values_of(field)});
}

void document_rules(std::string& text, std::span<const codec::LintRule> rules) {
    text += "| rule | `--fix` | why | source |\n|---|---|---|---|\n";
    for (const codec::LintRule& rule : rules)
        document_row(text, {"`" + std::string(rule.name) + "`", rule.fixable ? "yes" : "", std::string(rule.reason),
                            std::string(rule.source)});
}

} // namespace relit::isa
