#include "render/r500/counts.hpp"

namespace relit::render::r500 {
namespace {

constexpr CountRow kCountRows[] = {
#define COUNT(member, head, count) {#member, head, count, &DrawCounts::member},
#include "render/r500/counts.inc"
#undef COUNT
};

} // namespace

std::span<const CountRow> count_rows() { return kCountRows; }

} // namespace relit::render::r500
