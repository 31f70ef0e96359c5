// The names and files that sets of register values and textures ask for.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::verify {

class SetSource {
public:
    virtual ~SetSource() = default;

    /// Takes a name that the program does not use. Fails if no program of its guest can have it.
    [[nodiscard]] virtual Status unused_register(std::string_view name) = 0;
    [[nodiscard]] virtual Status unused_texture(std::string_view name) = 0;
    /// Reads the file of texels that a texture names.
    [[nodiscard]] virtual Result<std::vector<std::uint8_t>> read(const std::string& file) = 0;
};

} // namespace relit::verify
