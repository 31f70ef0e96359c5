#include "isa/rsx/fp/encoding/bindings.hpp"

#include "isa/rsx/fp/encoding/word.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace relit::isa::rsx::fp {
namespace {

InputKind kind_of(std::string_view stem) {
    if (stem == "TEX" || stem == "TEXCOORD") return InputKind::Texcoord;
    if (stem == "COL" || stem == "COLOR") return InputKind::Colour;
    if (stem == "WPOS") return InputKind::Position;
    return stem == "FOG" || stem == "FOGCOORD" ? InputKind::Fog : InputKind::None;
}

/// "tex3": what `relit run` calls an attribute.
std::string run_name(const InputInfo& input) {
    switch (input.kind) {
        case InputKind::Position: return "wpos";
        case InputKind::Colour: return "col" + std::to_string(input.number);
        case InputKind::Fog: return "fogc";
        case InputKind::Texcoord: return "tex" + std::to_string(input.number);
        case InputKind::Facing: return "ssa";
        case InputKind::None: return {};
    }
    unreachable("run_name");
}

} // namespace

std::optional<std::uint32_t> input_of(const cg::Bound& bound) {
    const InputKind kind = kind_of(bound.resource.stem);
    if (bound.is_output || kind == InputKind::None) return {};
    const auto* const row = std::ranges::find_if(
        kInputRows, [&](const InputInfo& each) { return each.kind == kind && each.number == bound.resource.number; });
    if (row == kInputRows.end()) return {};
    return static_cast<std::uint32_t>(row - kInputRows.begin());
}

std::vector<NamedInput> named_inputs(const Program& program) {
    std::vector<NamedInput> names;
    for (const cg::Bound& one : program.bound) {
        if (const auto input = input_of(one)) add_input(names, one.name, {run_name(kInputRows[*input])});
        if (const auto unit = cg::texture_unit(one)) add_input(names, one.name, {"t" + std::to_string(*unit)}, true);
    }
    for (const cg::ConstantName& one : program.constant_names)
        add_input(names, one.name, {"fconst" + std::to_string(one.offset / kSlotBytes)});
    if (program.container) cg::add_unused(names, *program.container);
    return names;
}

} // namespace relit::isa::rsx::fp
