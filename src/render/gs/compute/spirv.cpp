#include "render/gs/compute/spirv.hpp"

namespace relit::render::gs::compute {
namespace {

#include "render/gs/compute/display_spirv.inc"
#include "render/gs/compute/feedback_spirv.inc"
#include "render/gs/compute/shade_spirv.inc"

} // namespace

std::span<const std::uint32_t> shade_spirv() { return shade_words; }
std::span<const std::uint32_t> display_spirv() { return display_words; }
std::span<const std::uint32_t> feedback_spirv() { return feedback_words; }

} // namespace relit::render::gs::compute
