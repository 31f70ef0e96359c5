#include "emulators/maxwell_state.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace relit::emulators {

std::uint64_t topology_of(std::uint32_t primitive) {
    // points, lines, line loop and strip, triangles, strip, fan, quads, strip, polygon, lines and strip with adjacency,
    // triangles and strip with adjacency, patches
    constexpr std::array<std::uint8_t, 15> kTopologies = {0, 1, 1, 1, 3, 3, 3, 3, 3, 3, 2, 2, 4, 4, 3};
    return primitive < kTopologies.size() ? kTopologies[primitive] : 3;
}

std::uint64_t domain_of(std::uint32_t number) { return number == 0 ? 2 : number == 2 ? 1 : 0; }

std::uint64_t spacing_of(std::uint32_t number) { return number == 1 ? 2 : number == 2 ? 1 : 0; }

std::optional<std::uint64_t> comparison_of(std::uint32_t number) {
    constexpr std::uint32_t kFirst = 1, kFirstOfOpenGl = 0x200, kCount = 8;
    if (number - kFirst < kCount) return number - kFirst;
    if (number - kFirstOfOpenGl < kCount) return number - kFirstOfOpenGl;
    return {};
}

Status add_constants(bundle::Bundle& bundle, std::uint32_t buffer, std::span<const std::uint32_t> words) {
    if (words.empty()) return {};
    std::vector<std::pair<std::string, std::uint32_t>> keys; // in their order a context takes many as fast as few
    for (std::size_t i = 0; i < words.size(); ++i)
        keys.emplace_back(fmt::format("maxwell.constants{}.word{}", buffer, i), words[i]);
    std::ranges::sort(keys);
    for (const auto& [key, word] : keys) {
        const auto [value, is_new] = bundle.context.find_or_add(key, word);
        if (!is_new && value != word)
            return fail(FaultKind::NotSupported, fmt::format("its stages have different constants: {}", key));
    }
    std::uint64_t& count = bundle.context[fmt::format("maxwell.constants{}.words", buffer)];
    count = std::max<std::uint64_t>(count, words.size());
    return {};
}

void add_feedback(bundle::Bundle& bundle, std::uint32_t buffer, std::uint32_t stride, std::uint32_t words,
                  Bytes attributes) {
    const std::string key = fmt::format("maxwell.feedback{}", buffer);
    bundle.context[key + ".stride"] = stride;
    bundle.context[key + ".words"] = words;
    for (std::uint32_t i = 0; i < words && i < attributes.size(); ++i)
        bundle.context[fmt::format("{}.word{}", key, i)] = std::uint64_t{attributes[i]} * 4;
}

} // namespace relit::emulators
