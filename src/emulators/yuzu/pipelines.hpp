// The pipeline caches of yuzu, vulkan.bin and opengl.bin: the environments of every pipeline, and its key.
// docs/emulators.md has the layout.
#pragma once

#include "emulators/found.hpp"

#include <cstdint>
#include <string_view>

namespace relit::emulators::yuzu {

/// Whether a file begins as a pipeline cache does.
[[nodiscard]] bool is_cache(Bytes begin);

/// Which renderer wrote a cache: its version and the size of its keys follow from it.
struct Renderer {
    std::string_view name;
    std::uint32_t version;
    std::size_t graphics_key; // bytes; keys of compute have 24
};
/// Of the cache's version. Fails with NotSupported where none has it.
[[nodiscard]] Result<const Renderer*> renderer_of(Bytes file);

/// Reads every pipeline. Fails where the file is damaged, after what lies in front of it.
[[nodiscard]] Status read_cache(Bytes file, const TakeFound& take);

} // namespace relit::emulators::yuzu
