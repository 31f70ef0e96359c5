// Devices that fail, at every call in turn: out of memory, lost. What runs on them ends with a fault that names the call, and without
// a message of the validation layer about what follows.
#include "ir/builder.hpp"
#include "machine/gs/dump/playback.hpp"
#include "render/gs/compute/renderer.hpp"
#include "render/r500/player.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/device.hpp"
#include "tests/support/failing_calls.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/harness_run.hpp"
#include "tests/support/r500/corpus.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <set>

namespace relit::device_failures_test {
namespace {

render::vk::DeviceOptions failing_device() {
    const char* name = std::getenv("RELIT_DEVICE");
    return {.device = name != nullptr ? name : "", .validation = true, .replace = test::count_calls};
}

std::vector<std::uint32_t> empty_program() {
    const verify::GlslangSession session;
    const auto words = verify::compile_glsl("#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n",
                                            {.dialect = lang::Dialect::GlslVulkan}, ir::Stage::Compute);
    EXPECT_TRUE(words) << words.error().text;
    return words.value_or(std::vector<std::uint32_t>{});
}

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// Calls whose failure loses nothing that was asked for: a wait before the end, an extension that is only used where it is there.
bool may_go_unnoticed(const std::string& call) {
    return call == "vkDeviceWaitIdle" || call == "vkEnumerateDeviceExtensionProperties";
}

/// The last call of each function; and each of the first `dense`, and every seventh, or neither of both.
std::set<std::uint64_t> chosen(const std::vector<std::string_view>& calls, std::uint64_t dense) {
    std::set<std::uint64_t> numbers;
    std::map<std::string_view, std::uint64_t> last;
    for (std::uint64_t at = 1; at <= calls.size(); ++at) {
        last[calls[at - 1]] = at;
        if (dense != 0 && (at <= dense || at % 7 == 0)) numbers.insert(at);
    }
    for (const auto& [name, at] : last) numbers.insert(at);
    return numbers;
}

/// Runs once to count its calls; then fails those that are chosen. `run` makes its objects anew.
void fail_at_every_call(const std::function<Status()>& run, const std::function<std::vector<Fault>()>& messages,
                        std::uint64_t dense = 100) {
    test::plan_failure({.at = kNever});
    const Status good = run();
    ASSERT_TRUE(good) << good.error().text;
    const std::vector<std::string_view> calls = test::calls_made();
    EXPECT_GT(calls.size(), 5U);
    std::set<std::string> failed;
    for (const std::uint64_t at : chosen(calls, dense)) {
        for (const bool goes_on : {false, true}) {
            test::plan_failure({.at = at, .goes_on = goes_on});
            const Status done = run();
            const std::string call = test::failed_call();
            test::plan_failure({});
            failed.insert(call);
            SCOPED_TRACE(call + ", call " + std::to_string(at) + (goes_on ? " and all later ones" : ""));
            EXPECT_TRUE(!done || may_go_unnoticed(call)) << "the failure is not told";
            EXPECT_TRUE(done || done.error().kind == FaultKind::Device);
            EXPECT_TRUE(done || may_go_unnoticed(call) || done.error().text.starts_with(call + ":"))
                << done.error().text;
            for (const Fault& message : messages()) ADD_FAILURE() << message.text;
        }
    }
    std::string names;
    for (const std::string& name : failed) names += (names.empty() ? "" : " ") + name;
    testing::Test::RecordProperty("failed", names);
    std::printf("%zu calls: %s\n", calls.size(), names.c_str());
}

TEST(DeviceFailures, OpeningADeviceEndsWithAFault) {
    test::plan_failure({});
    fail_at_every_call(
        [] {
            const auto device = render::vk::Device::open(failing_device());
            return device ? Status() : Status(std::unexpected(device.error()));
        },
        [] { return std::vector<Fault>(); });
}

Status replay(render::vk::Device& device, const machine::r500::Capture& capture) {
    const auto player = render::r500::Player::make(device, capture);
    if (!player) return std::unexpected(player.error());
    for (bool goes_on = true; goes_on;) {
        const auto next = (*player)->next();
        if (!next) return std::unexpected(next.error());
        goes_on = *next;
    }
    const auto readout = render::r500::readout_of(capture);
    if (!readout) return std::unexpected(readout.error());
    const auto bytes = (*player)->buffer(readout->buffer);
    return bytes ? Status() : Status(std::unexpected(bytes.error()));
}

TEST(DeviceFailures, ReplaysOfR500EndWithAFault) {
    auto device = render::vk::Device::open(failing_device());
    ASSERT_TRUE(device) << device.error().text;
    for (const auto& folder : test::r500_data()) {
        SCOPED_TRACE(folder.filename());
        const test::R500Capture capture = test::read_r500_capture(folder);
        fail_at_every_call([&] { return replay(*device, capture.loaded.capture); },
                           [&] { return device->take_messages(); });
    }
}

/// The same, with an empty program in the place of each: drivers would compile that of the GS for every failure.
render::vk::DeviceOptions failing_device_with_empty_programs() {
    render::vk::DeviceOptions options = failing_device();
    options.replace = [](render::vk::Functions& functions) {
        static PFN_vkCreateShaderModule real = nullptr;
        real = functions.vkCreateShaderModule;
        functions.vkCreateShaderModule = [](VkDevice device, const VkShaderModuleCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkShaderModule* shader) {
            static const std::vector<std::uint32_t> spirv = empty_program();
            VkShaderModuleCreateInfo empty = *info;
            empty.codeSize = spirv.size() * sizeof(std::uint32_t), empty.pCode = spirv.data();
            return real(device, &empty, allocator, shader);
        };
        test::count_calls(functions);
    };
    return options;
}

TEST(DeviceFailures, DumpsOfTheGsEndWithAFault) {
    const std::vector<std::uint8_t> file = test::read_gs_file(test::gs_data().front());
    const auto reading = machine::gs::read_dump(file);
    ASSERT_FALSE(reading.fault);
    constexpr std::uint64_t kSparse = 0; // a device is opened for each of them
    const auto run = [&]() -> Status {
        auto renderer = render::gs::compute::Renderer::make({}, failing_device_with_empty_programs());
        if (!renderer) return std::unexpected(renderer.error());
        if (reading.dump.state) (*renderer)->write(0, reading.dump.state->memory);
        machine::gs::WorkList list;
        machine::gs::Playback playback(reading.dump, list);
        while (playback.step(list)) {
            (*renderer)->perform(list);
            list.clear();
        }
        machine::gs::Vsync vsync;
        vsync.registers.PMODE.set(machine::gs::PMode::circuit1, true);
        vsync.registers.EXTWRITE.set(machine::gs::ExtWrite::write, true);
        vsync.registers.EXTBUF.set(machine::gs::ExtBuf::width, 1U);
        (void)(*renderer)->scanout(vsync, {});
        (*renderer)->feed_back(vsync, {});
        (void)(*renderer)->read({0, 4});
        return (*renderer)->status();
    };
    fail_at_every_call(run, [] { return std::vector<Fault>(); }, kSparse);
}

TEST(DeviceFailures, TheGsSaysWhatADeviceLacks) {
    const auto renderer = render::gs::compute::Renderer::make({}, test::lesser_device());
    ASSERT_FALSE(renderer);
    EXPECT_NE(renderer.error().text.find("cannot draw for the GS: it has no 64-bit integers (shaderInt64)"),
              std::string::npos)
        << renderer.error().text;
}

TEST(DeviceFailures, ProgramsInAHarnessEndWithAFault) {
    auto device = render::vk::Device::open(failing_device());
    ASSERT_TRUE(device) << device.error().text;
    ir::Module module;
    ir::Builder ir(module);
    const auto in = ir.file("in", ir::Kind::F32, 4, 1, ir::Role::Input);
    const auto out = ir.file("out", ir::Kind::F32, 4, 1, ir::Role::Output);
    ir.function("main");
    ir.store(out, 0, ir.load(in, 0, ir::kF32.with_lanes(4)));
    ir.ret();
    const auto run = [&] {
        std::vector<run::State> states(3, run::blank_state(module));
        std::vector<ir::Bound> bound;
        return test::run_in_harness(*device, module, test::directly, states, bound);
    };
    fail_at_every_call(run, [&] { return device->take_messages(); });
}

} // namespace
} // namespace relit::device_failures_test
