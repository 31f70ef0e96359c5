#include "render/vk/device.hpp"

#include <gtest/gtest.h>

namespace relit::render::vk {
namespace {

TEST(Device, OpensWithValidation) {
    auto device = Device::open({.device = "", .validation = true});
    ASSERT_TRUE(device) << device.error().text;
    EXPECT_FALSE(device->info().name.empty());
    EXPECT_GE(device->info().subgroup_size, 1U);
    for (const Fault& fault : device->take_messages()) ADD_FAILURE() << fault.text;
    const DeviceInfo& info = device->info();
    RecordProperty("device", info.name);
    std::printf("%s (%s): int64 %d int16 %d int8 %d float16 %d float64 %d, denormals kept %d flushed %d, NaN kept %d\n",
                info.name.c_str(), info.driver.c_str(), info.int64, info.int16, info.int8, info.float16, info.float64,
                info.preserves_denormals, info.flushes_denormals, info.preserves_nan);
}

TEST(Device, AnUnknownNameIsAFault) {
    const auto device = Device::open({.device = "no such device"});
    ASSERT_FALSE(device);
    EXPECT_EQ(device.error().kind, FaultKind::Device);
    EXPECT_NE(device.error().text.find("no such device"), std::string::npos);
}

} // namespace
} // namespace relit::render::vk
