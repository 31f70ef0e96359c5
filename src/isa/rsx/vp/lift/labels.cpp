#include "isa/rsx/vp/lift/labels.hpp"

#include "isa/rsx/lift/labels.hpp"
#include "isa/rsx/vp/encoding/outputs.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
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

std::optional<std::uint32_t> input_of(const cg::Bound& bound) {
    if (bound.resource.stem == "ATTR") return bound.resource.number;
    for (const NamedIndex& row : kInputRows)
        if (bound.is_at(row.name)) return row.index;
    return {};
}

/// Registers that carry several things have no name of one of them.
std::optional<std::uint32_t> output_of(const cg::Bound& bound) {
    for (const OutputRow& output : kOutputRows)
        if (bound.is_at(output.name) && output.lanes.size() == 4) return output.index;
    return {};
}

} // namespace

void label_inputs(ir::RegisterFile& file, std::span<const cg::Bound> bound) {
    for (const cg::Bound& one : bound)
        if (const auto reg = one.is_output ? std::nullopt : input_of(one)) add_label(file.labels, *reg, one);
}

void label_outputs(ir::RegisterFile& file, std::span<const cg::Bound> bound) {
    for (const cg::Bound& one : bound)
        if (const auto reg = one.is_output ? output_of(one) : std::nullopt) add_label(file.labels, *reg, one);
}

} // namespace relit::isa::rsx::vp
