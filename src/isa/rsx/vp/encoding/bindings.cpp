#include "isa/rsx/vp/encoding/bindings.hpp"

#include "isa/rsx/vp/encoding/outputs.hpp"
#include "isa/rsx/vp/encoding/word.hpp"

#include <string>
#include <string_view>

namespace relit::isa::rsx::vp {
namespace {

struct NamedIndex {
    std::uint32_t index = 0;
    std::string_view name;
};
constexpr NamedIndex kInputRows[] = {
#define INPUT(index, name) {index, name},
#include "isa/rsx/vp/encoding/inputs.inc"
#undef INPUT
};

} // namespace

std::optional<std::uint32_t> input_of(const cg::Bound& bound) {
    if (bound.is_output) return {};
    if (bound.resource.stem == "ATTR")
        return bound.resource.number < kInputs ? std::optional(bound.resource.number) : std::nullopt;
    for (const NamedIndex& row : kInputRows)
        if (bound.is_at(row.name)) return row.index;
    return {};
}

std::optional<std::uint32_t> output_of(const cg::Bound& bound) {
    if (!bound.is_output) return {};
    for (const OutputRow& output : kOutputRows)
        if (bound.is_at(output.name) && output.lanes.size() == 4) return output.index;
    return {};
}

std::vector<NamedInput> named_inputs(const Program& program) {
    std::vector<NamedInput> names;
    const auto numbered = [](std::string_view file, std::uint32_t number) {
        return std::string(file) + std::to_string(number);
    };
    for (const cg::Bound& one : program.bound) {
        if (const auto input = input_of(one)) // the context says if it is read as floats or as integers
            add_input(names, one.name, {numbered("v", *input), numbered("vi", *input)});
        if (const auto unit = cg::texture_unit(one)) add_input(names, one.name, {numbered("vt", *unit)}, true);
    }
    for (const cg::ConstantName& one : program.constant_names)
        add_input(names, one.name, {numbered("c", one.offset / kSlotBytes)});
    if (program.container) cg::add_unused(names, *program.container);
    return names;
}

} // namespace relit::isa::rsx::vp
