// Every way to use every kind of texture and image, as small programs.
#pragma once

#include "ir/module.hpp"

#include <functional>
#include <optional>

namespace relit::test {

struct TextureCase {
    ir::Stage stage;
    ir::Op op;
    ir::Resource resource;
    ir::TextureUse use;
    bool constant_offsets;
};

/// A shader that does it once, with operands from a storage buffer `kept` and the result back to it; nothing where the
/// verifier refuses it.
[[nodiscard]] std::optional<ir::Module> module_of(const TextureCase& c);

/// Whatever the fields can say, legal or not: in fragment and vertex shaders, in compute shaders.
void each_texture_case(const std::function<void(const TextureCase&)>& visit);
void each_image_case(const std::function<void(const TextureCase&)>& visit);

} // namespace relit::test
