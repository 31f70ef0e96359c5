// Headers as text.
#include "isa/maxwell/text/directives.hpp"

#include "isa/maxwell/text/numbers.hpp"
#include "isa/reader.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

/// The units of a header whose type is not known here.
struct AnyHeader : Word<AnyHeader, 640> {
    explicit AnyHeader(std::span<const std::uint32_t> units) { std::ranges::copy(units, raw.begin()); }
};

} // namespace

std::uint32_t field_value(const FieldInfo& field, std::span<const std::uint32_t> units) {
    return static_cast<std::uint32_t>(AnyHeader(units).extract(field));
}

void print_values(std::string& text, std::span<const FieldInfo> fields, std::span<const std::uint32_t> units,
                  std::string_view silent) {
    std::string_view separator = " ";
    for (const FieldInfo& field : fields) {
        const std::uint32_t value = field_value(field, units);
        if (value == 0 || field.name == silent) continue;
        text += separator;
        text += field.name;
        text += '=';
        if (value < 10) {
            print_number(text, value);
        } else {
            print_integer(text, value);
        }
        separator = ", ";
    }
}

bool read_value(Reader& in, std::span<const FieldInfo> fields, std::span<std::uint32_t> units, Fault& fault) {
    const auto wrong = [&](std::size_t at, std::string text) {
        fault = in.fault(at, std::move(text));
        return false;
    };
    const std::size_t at = in.token_offset();
    const std::string_view name = in.word();
    const auto found = std::ranges::find(fields, name, &FieldInfo::name);
    if (found == fields.end()) return wrong(at, quoted(name) + " is not a field of this header");
    if (!in.accept('=')) return wrong(in.at(), "'=' is expected");
    const std::size_t value_at = in.token_offset();
    const auto value = in.number();
    if (!value || *value > detail::low_mask(found->width()))
        return wrong(value_at, "a number that fits the field is expected");
    AnyHeader header(units);
    header.insert(*found, *value);
    std::ranges::copy(std::span(header.raw).first(units.size()), units.begin());
    return true;
}

} // namespace relit::isa::maxwell
