#include "tests/soak/soak.hpp"

#include "render/vk/device.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::soak {

std::uint64_t& Tally::operator[](std::string_view name) {
    const auto row = std::ranges::find(rows_, name, &std::pair<std::string, std::uint64_t>::first);
    return row != rows_.end() ? row->second : rows_.emplace_back(name, 0).second;
}

std::string each_seed(std::uint64_t first, std::uint64_t end, const std::function<std::string(std::uint64_t)>& check) {
    for (std::uint64_t seed = first; seed < end; ++seed) {
        if (const std::string text = check(seed); !text.empty()) return fmt::format("seed {}: {}", seed, text);
    }
    return {};
}

std::string each_seed_on_device(std::uint64_t first, std::uint64_t end,
                                const std::function<std::string(render::vk::Device&, std::uint64_t)>& check) {
    auto device = render::vk::Device::open({});
    if (!device) return device.error().text;
    return each_seed(first, end, [&](std::uint64_t seed) { return check(*device, seed); });
}

} // namespace relit::soak
