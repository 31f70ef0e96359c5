// Images made of tables: for samples and tests.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace relit::machine::r500::atom {

struct BuiltCommand {
    unsigned index = 0;
    std::uint8_t work_space = 0, parameters = 0;
    std::vector<std::uint8_t> code;
};
struct BuiltData {
    unsigned index = 0;
    std::uint8_t format = 1, content = 1;
    std::vector<std::uint8_t> bytes; // after the header
};
/// An image with these tables in this order.
[[nodiscard]] std::vector<std::uint8_t> build_image(std::span<const BuiltCommand> commands,
                                                    std::span<const BuiltData> data, std::string_view message);
/// A random legal image; the same for the same seed.
[[nodiscard]] std::vector<std::uint8_t> sample_image(std::uint64_t seed);

} // namespace relit::machine::r500::atom
