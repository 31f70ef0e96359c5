// The pipeline caches of yuzu and of those that follow it, vulkan.bin and opengl.bin: the environments of every pipeline, and its key.
// docs/emulators.md has the layout.
#pragma once

#include "emulators/found.hpp"

#include <cstdint>
#include <string_view>

namespace relit::emulators::yuzu {

/// Whether a file begins as a pipeline cache does.
[[nodiscard]] bool is_cache(Bytes begin);

struct KeyLayout;

/// Who wrote a cache, and how: the file itself tells a version alone.
struct Format {
    std::string_view emulator, renderer;
    std::uint32_t version;
    unsigned counts;          // in front of an environment: of bytes and of records
    std::size_t graphics_key; // bytes; keys of compute have 24
    const KeyLayout* layout;  // of Vulkan's

    [[nodiscard]] bool has_viewport() const { return counts > 3; } // an environment says whether it transforms
};
/// Of those with the cache's version the one by which most pipelines can be read. Fails with NotSupported where none has the
/// version.
[[nodiscard]] Result<const Format*> format_of(Bytes file);

/// Reads every pipeline. Fails where the file is damaged, after what lies in front of it.
[[nodiscard]] Status read_cache(Bytes file, const TakeFound& take);

} // namespace relit::emulators::yuzu
