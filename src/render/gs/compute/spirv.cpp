#include "render/gs/compute/spirv.hpp"

namespace relit::render::gs::compute {
namespace {

#include "render/gs/compute/shade_spirv.inc"

} // namespace

std::span<const std::uint32_t> shade_spirv() { return shade_words; }

} // namespace relit::render::gs::compute
