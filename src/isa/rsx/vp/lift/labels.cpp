#include "isa/rsx/vp/lift/labels.hpp"

#include "isa/rsx/lift/labels.hpp"
#include "isa/rsx/vp/encoding/bindings.hpp"

namespace relit::isa::rsx::vp {

void label_inputs(ir::RegisterFile& file, std::span<const cg::Bound> bound) {
    for (const cg::Bound& one : bound)
        if (const auto reg = input_of(one)) add_label(file.labels, *reg, one);
}

void label_outputs(ir::RegisterFile& file, std::span<const cg::Bound> bound) {
    for (const cg::Bound& one : bound)
        if (const auto reg = output_of(one)) add_label(file.labels, *reg, one);
}

} // namespace relit::isa::rsx::vp
