// The large counts: tests that are run over ranges of seeds. soaks.inc is the list; each is one function in one file.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::render::vk {
class Device;
}

namespace relit::soak {

/// Checks the seeds first, first + 1, ... up to, not including, end. Empty: all hold; else which seed does not, and
/// why.
using Check = std::string (*)(std::uint64_t first, std::uint64_t end);

/// How often what happened, by name, in the order of the first mention.
class Tally {
public:
    std::uint64_t& operator[](std::string_view name);
    [[nodiscard]] const std::vector<std::pair<std::string, std::uint64_t>>& rows() const { return rows_; }

private:
    std::vector<std::pair<std::string, std::uint64_t>> rows_;
};

/// The same of one kind of several. Checks all seeds, and tells of each that does not hold.
using KindCheck = std::string (*)(std::string_view kind, std::uint64_t first, std::uint64_t end, Tally& tally);

#define SOAK(name, batch, purpose) std::string name(std::uint64_t first, std::uint64_t end);
#define SOAK_OF_KINDS(name, batch, purpose)                                                        \
    std::string name(std::string_view kind, std::uint64_t first, std::uint64_t end, Tally& tally); \
    std::span<const std::string_view> name##_kinds();
#include "tests/soak/soaks.inc"
#undef SOAK
#undef SOAK_OF_KINDS

/// Checks one seed after another; which one does not hold and what its check says, or nothing.
std::string each_seed(std::uint64_t first, std::uint64_t end, const std::function<std::string(std::uint64_t)>& check);
/// The same on a device, opened once.
std::string each_seed_on_device(std::uint64_t first, std::uint64_t end,
                                const std::function<std::string(render::vk::Device&, std::uint64_t)>& check);

} // namespace relit::soak
