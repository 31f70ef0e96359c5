#include "isa/rsx/lift/labels.hpp"

#include <algorithm>

namespace relit::isa::rsx {

void add_label(std::vector<ir::Label>& labels, std::uint32_t offset, const cg::Bound& one) {
    if (std::ranges::find(labels, offset, &ir::Label::offset) == labels.end()) labels.push_back({offset, one.name});
}

std::vector<ir::Label> constant_labels(std::span<const cg::ConstantName> names) {
    std::vector<ir::Label> labels;
    labels.reserve(names.size());
    for (const cg::ConstantName& one : names) labels.push_back({one.offset, one.name});
    return labels;
}

} // namespace relit::isa::rsx
