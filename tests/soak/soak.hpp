// The large counts: tests that are run over ranges of seeds. soaks.inc is the list; each is one function in one file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace relit::render::vk {
class Device;
}

namespace relit::soak {

/// Checks the seeds first, first + 1, ... up to, not including, end. Empty: all hold; else which seed does not, and
/// why.
using Check = std::string (*)(std::uint64_t first, std::uint64_t end);

#define SOAK(name, batch, purpose) std::string name(std::uint64_t first, std::uint64_t end);
#include "tests/soak/soaks.inc"
#undef SOAK

/// Checks one seed after another; which one does not hold and what its check says, or nothing.
std::string each_seed(std::uint64_t first, std::uint64_t end, const std::function<std::string(std::uint64_t)>& check);
/// The same on a device, opened once.
std::string each_seed_on_device(std::uint64_t first, std::uint64_t end,
                                const std::function<std::string(render::vk::Device&, std::uint64_t)>& check);

} // namespace relit::soak
