// What the printer, the assembler and the context keys of containers agree on: the directives that are words, names as text.
#pragma once

#include "isa/rsx/cg/encoding/any_container.hpp"
#include "isa/shared/fields.hpp"
#include "isa/shared/properties.hpp"

#include <algorithm>

namespace relit::isa::rsx::cg {

/// Any of the container's words.
struct AnyWord : Word<AnyWord, 384> {
    AnyWord() = default;
    explicit AnyWord(ConstUnits units) { std::ranges::copy(units, raw.begin()); }
};

struct Directive {
    std::string_view name;
    Fields fields;
    std::uint32_t bytes = 0;
};
inline constexpr Directive kContainer{".container", Header::fields, kHeaderBytes};
inline constexpr Directive kParameter{".parameter", Parameter::fields, kParameterBytes};
inline constexpr Directive kVertex{".vertex", VertexHeader::fields, kVertexBytes};
inline constexpr Directive kFragment{".fragment", FragmentHeader::fields, kFragmentBytes};

/// The name of a field's value, or its number: in hex digits where it is large.
[[nodiscard]] std::string value_text(const FieldInfo& field, std::uint64_t value);
/// "modelView[0] : TEXCOORD0": name and semantic.
[[nodiscard]] std::string called(const Container& container, const Parameter& parameter);
/// Returns the text of a record of another kind of container: a name, floats.
[[nodiscard]] std::string note_of(const AnyContainer& container, const Record& record);
/// The properties of a container that is not Sony's long one.
void add_records(std::vector<Property>& properties, const AnyContainer& container);
/// "1.0, 0.5"
[[nodiscard]] std::string floats(std::span<const std::uint32_t> lanes);

} // namespace relit::isa::rsx::cg
