// relit replay --verify of a capture: what the device stored beside what interpreter and registers say.
#pragma once

#include "base/json/writer.hpp"
#include "render/r500/pixel/verifier.hpp"

#include <string>

namespace relit::cli {

/// `flips`: rows of memory are counted from below, and `height` of them are the image.
struct RowOrder {
    bool flips = false;
    std::uint32_t height = 0;
    [[nodiscard]] std::uint32_t shown(std::uint32_t row) const {
        return flips && row < height ? height - 1 - row : row;
    }
};
[[nodiscard]] std::string verified_text(const render::r500::PixelVerifier& verifier, const RowOrder& rows);
/// As the member verify.
void add_verified(JsonWriter& json, const render::r500::PixelVerifier& verifier, const RowOrder& rows);

} // namespace relit::cli
