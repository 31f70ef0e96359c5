// How long the GS takes on a Vulkan device: by timestamps of the queue, where it has them.
#include "render/gs/compute/renderer.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

namespace relit::gs_times_test {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

std::optional<std::uint64_t> count_of(const render::gs::Renderer& gs, std::string_view name) {
    for (const render::gs::NamedCount& one : gs.details())
        if (one.name == name) return one.value;
    return {};
}

Result<std::unique_ptr<render::gs::Renderer>> renderer(void (*replace)(render::vk::Functions&)) {
    const char* name = std::getenv("RELIT_DEVICE");
    return render::gs::compute::Renderer::make(
        {}, {.device = name != nullptr ? name : "", .validation = true, .replace = replace});
}

void draw(render::gs::Renderer& gs) {
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite);
    state.frame.set(Frame::width, 10U);
    state.scissor.set(Scissor::x1, 639U).set(Scissor::y1, 447U);
    Draw sprite;
    sprite.vertices[1].x = 640 * 16, sprite.vertices[1].y = 448 * 16;
    gs.perform(sprite, std::array{state});
    Vsync vsync;
    vsync.registers.PMODE.set(PMode::circuit1, true);
    vsync.registers.DISPFB1.set(DispFb::width, 10U);
    vsync.registers.DISPLAY1.set(Display::width, 639U).set(Display::height, 447U);
    (void)gs.scanout(vsync, {});
}

/// A queue without timestamps.
PFN_vkGetPhysicalDeviceQueueFamilyProperties real_families = nullptr;
VKAPI_ATTR void VKAPI_CALL families_without(VkPhysicalDevice device, std::uint32_t* count,
                                            VkQueueFamilyProperties* families) {
    real_families(device, count, families);
    for (std::uint32_t i = 0; families != nullptr && i < *count; ++i) families[i].timestampValidBits = 0;
}
void take_timestamps_away(render::vk::Functions& functions) {
    if (functions.vkGetPhysicalDeviceQueueFamilyProperties == families_without) return;
    real_families = functions.vkGetPhysicalDeviceQueueFamilyProperties;
    functions.vkGetPhysicalDeviceQueueFamilyProperties = families_without;
}

TEST(GsTimes, AreThoseOfTheDevice) {
    auto gs = renderer([](render::vk::Functions&) {});
    ASSERT_TRUE(gs) << gs.error().text;
    const auto before = count_of(**gs, "us draw");
    if (!before) GTEST_SKIP() << "the queue of this device has no timestamps";
    EXPECT_EQ(before, 0U);
    draw(**gs);
    // 286,720 pixels take longer than a microsecond anywhere, and not a minute.
    for (const char* name : {"us draw", "us display"}) {
        EXPECT_GT(count_of(**gs, name).value_or(0), 0U) << name;
        EXPECT_LT(count_of(**gs, name).value_or(0), 60'000'000U) << name;
    }
    EXPECT_TRUE((*gs)->status()) << (*gs)->status().error().text;
}

TEST(GsTimes, AreAbsentWhereTheQueueHasNone) {
    auto gs = renderer(take_timestamps_away);
    ASSERT_TRUE(gs) << gs.error().text;
    draw(**gs);
    EXPECT_FALSE(count_of(**gs, "us draw"));
    EXPECT_TRUE(count_of(**gs, "us wait"));
    EXPECT_TRUE((*gs)->status()) << (*gs)->status().error().text;
}

} // namespace
} // namespace relit::gs_times_test
