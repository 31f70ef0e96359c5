// The fields of any word in text and in explanations.
#include "isa/shared/fields.hpp"

#include "base/text.hpp"
#include "isa/reader.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa {
namespace {

/// The units of a word whose type is not known here.
struct AnyWord : Word<AnyWord, 256> {
    explicit AnyWord(ConstUnits units) { std::ranges::copy(units, raw.begin()); }
};

const FieldInfo* field_named(Fields fields, std::string_view name) {
    for (const FieldInfo& field : fields)
        if (equal_ignoring_case(field.name, name)) return &field;
    return nullptr;
}

} // namespace

void print_fields(std::string& text, Fields fields, ConstUnits word, ConstUnits said) {
    const AnyWord is(word), plain(said);
    std::string_view separator = " @ {";
    for (const FieldInfo& field : fields) {
        const std::uint64_t value = is.extract(field);
        if (value == plain.extract(field)) continue;
        text += separator;
        text += field.name;
        text += '=';
        if (field.width() > 8) {
            print_hex(text, static_cast<std::uint32_t>(value));
        } else {
            print_number(text, static_cast<std::int64_t>(value));
        }
        separator = ", ";
    }
    if (separator == ", ") text += '}';
}

bool read_fields(Reader& in, Fields fields, Units word, Fault& fault) {
    if (!in.accept('@')) return true;
    if (!in.accept('{')) return wrong(in, in.at(), "'{' is expected", fault);
    AnyWord into(word);
    do {
        const std::size_t at = in.token_offset();
        const FieldInfo* field = field_named(fields, in.dotted_word());
        if (field == nullptr) return wrong(in, at, "this is not a field of the word", fault);
        if (!in.accept('=')) return wrong(in, in.at(), "'=' is expected", fault);
        const std::size_t value_at = in.token_offset();
        const auto value = in.number();
        if (!value || *value > detail::low_mask(field->width()))
            return wrong(in, value_at, "a number that fits the field is expected", fault);
        into.insert(*field, *value);
    } while (in.accept(','));
    std::ranges::copy(std::span(into.raw).first(word.size()), word.begin());
    return in.accept('}') || wrong(in, in.at(), "'}' is expected", fault);
}

std::vector<ExplainedField> explain_fields(Fields fields, ConstUnits word, const FieldExplainer& explain) {
    const AnyWord is(word);
    std::vector<ExplainedField> rows;
    rows.reserve(fields.size());
    for (const FieldInfo& field : fields) {
        ExplainedField& row = rows.emplace_back();
        row.name = field.name;
        for (const BitRun& run : field.runs)
            if (run.width != 0) row.runs.push_back(run);
        row.value = is.extract(field);
        row.explanation = explain(field);
    }
    return rows;
}

void explain_names(Explanation& explanation, std::span<const codec::NamedOperand> names) {
    if (names.empty()) return;
    explanation.summary += " Names: " + codec::names_text(names) + ".";
    // A name without a field belongs to those whose explanation ends with the operand.
    const auto selects = [](const ExplainedField& field, const codec::NamedOperand& one) {
        if (one.field.empty()) return field.explanation.ends_with(one.operand);
        return field.name.starts_with(one.field) &&
               (field.name.size() == one.field.size() || field.name[one.field.size()] == '.');
    };
    for (const codec::NamedOperand& one : names)
        for (ExplainedField& field : explanation.fields)
            if (selects(field, one)) field.explanation += ", named " + one.name;
}

} // namespace relit::isa
