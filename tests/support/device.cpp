#include "tests/support/device.hpp"

#include <cstdlib>

namespace relit::test {

Result<render::vk::Device> open_device() {
    const char* name = std::getenv("RELIT_DEVICE");
    return render::vk::Device::open({.device = name != nullptr ? name : "", .validation = true});
}

} // namespace relit::test
