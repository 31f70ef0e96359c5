// The exact arithmetic of NV2A programs against results of the hardware-measured model, for real programs: in the
// interpreter and on the Vulkan device.
#include "base/bytes.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "run/interpreter.hpp"
#include "verify/device_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace relit::nv2a_kelvin_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<std::uint8_t> read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Json read_json(const fs::path& path) { return Json::parse(read(path)); }

/// The folders with programs: the one that is shipped, and the corpus where it is there.
std::vector<fs::path> folders() {
    std::vector<fs::path> found{fs::path(RELIT_DATA) / "nv2a"};
    if (const char* corpus = std::getenv("RELIT_CORPUS")) {
        const fs::path foreign = fs::path(corpus) / "nv2a" / "foreign";
        if (fs::is_directory(foreign)) found.push_back(foreign);
    }
    return found;
}

std::vector<fs::path> programs() {
    std::vector<fs::path> found;
    for (const fs::path& folder : folders()) {
        for (const auto& entry : fs::directory_iterator(folder)) {
            fs::path expected = entry.path();
            if (expected.extension() == ".bin" && fs::exists(expected.replace_extension(".expected.json"))) {
                found.push_back(entry.path());
            }
        }
    }
    std::ranges::sort(found);
    return found;
}

std::uint32_t bits(const Json& lane) {
    return static_cast<std::uint32_t>(std::stoul(lane.get<std::string>(), nullptr, 16));
}

std::uint32_t file_named(const ir::Module& module, std::string_view name) {
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        if (module.files[i].name == name) return i;
    }
    return 0;
}

run::State state_of(const ir::Module& module, const Json& set) {
    run::State state = run::blank_state(module);
    for (std::size_t reg = 0; reg < 16; ++reg) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            state.files[file_named(module, "v")][reg * 4 + lane] = bits(set["v"][reg][lane]);
        }
    }
    for (std::size_t i = 0; i < 192 * 4; ++i) {
        const std::uint32_t word = bits(set["c"][i / 4][i % 4]);
        for (unsigned byte = 0; byte < 4; ++byte) {
            state.resources[0][i * 4 + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
        }
    }
    return state;
}

/// What the register holds at the end; `name` as in the expectation: "o3", "r0", "c40".
std::vector<std::uint32_t> value_of(const ir::Module& module, const run::State& state, const std::string& name) {
    const auto reg = static_cast<std::size_t>(std::stoi(name.substr(1)));
    std::vector<std::uint32_t> lanes;
    for (std::size_t lane = 0; lane < 4; ++lane) {
        if (name[0] == 'c') {
            lanes.push_back(
                static_cast<std::uint32_t>(little_endian(Bytes(state.resources[0]).subspan(reg * 16 + lane * 4, 4))));
        } else {
            lanes.push_back(
                static_cast<std::uint32_t>(state.files[file_named(module, name.substr(0, 1))][reg * 4 + lane]));
        }
    }
    return lanes;
}

/// The expectation lists what changed; everything else is as it was at the start.
std::vector<std::uint32_t> wanted_of(const Json& kelvin, const run::State& before, const ir::Module& module,
                                     const std::string& name) {
    if (kelvin.contains(name)) {
        std::vector<std::uint32_t> lanes;
        for (const Json& lane : kelvin[name]) lanes.push_back(bits(lane));
        return lanes;
    }
    if (name[0] == 'o') return {0, 0, 0, 0x3f800000};
    return name[0] == 'c' ? value_of(module, before, name) : std::vector<std::uint32_t>{0, 0, 0, 0};
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (int i = 0; i < 16; ++i) all.push_back(fmt::format("o{}", i));
    for (int i = 0; i < 12; ++i) all.push_back(fmt::format("r{}", i));
    for (int i = 0; i < 192; ++i) all.push_back(fmt::format("c{}", i));
    return all;
}

/// Which lanes of oFog an expectation speaks of, since it keeps a register under its mask where the machine has one scalar,
/// lane x of the last write's result: all that were never written; x where the last write's mask has it; none otherwise.
std::size_t fog_lanes_of(Bytes program) {
    constexpr std::uint32_t kMacMask = 15, kArl = 13, kFog = 5, kLaneX = 8;
    std::size_t lanes = 4;
    for (std::size_t at = 0; at + 16 <= program.size(); at += 16) {
        const auto units = static_cast<std::uint32_t>(little_endian(program.subspan(at + 4, 4)));
        const auto word = static_cast<std::uint32_t>(little_endian(program.subspan(at + 12, 4)));
        const std::uint32_t mac = units >> 21 & kMacMask, ilu = units >> 25 & 7, mask = word >> 12 & 15;
        const bool has_result = (word >> 2 & 1) != 0 ? ilu != 0 : mac != 0 && mac < kArl;
        const bool to_fog = (word >> 11 & 1) != 0 && (word >> 3 & 15) == kFog;
        if (to_fog && has_result && mask != 0) lanes = (mask & kLaneX) != 0 ? 1 : 0;
    }
    return lanes;
}

std::string hex(const std::vector<std::uint32_t>& lanes) {
    return fmt::format("{:08x} {:08x} {:08x} {:08x}", lanes[0], lanes[1], lanes[2], lanes[3]);
}

/// Runs states in place; what EXPECTs compare afterwards.
using Runner = std::function<void(const ir::Module&, std::vector<run::State>&)>;

void check_every_program(const Runner& runner) {
    const Json inputs = read_json(fs::path(RELIT_DATA) / "nv2a" / "inputs.json");
    std::size_t checked = 0;
    for (const fs::path& path : programs()) {
        ir::Context context{{{"nv2a.arithmetic", 1}, {"nv2a.all_outputs", 1}}};
        ir::ContextReader reader(context);
        const auto module = isa::lift(isa::nv2a::kFrontend, read(path), reader);
        ASSERT_TRUE(module) << path << ": " << module.error().text;
        fs::path expected = path;
        const Json wanted = read_json(expected.replace_extension(".expected.json"));
        std::vector<run::State> before, after;
        for (const Json& set : wanted["sets"]) {
            before.push_back(state_of(*module, inputs[set["set"].get<std::size_t>()]));
        }
        after = before;
        const std::vector<std::uint8_t> bytes = read(path);
        const std::size_t fog_lanes = fog_lanes_of(bytes);
        ASSERT_NO_FATAL_FAILURE(runner(*module, after)) << path;
        for (std::size_t i = 0; i < after.size(); ++i) {
            const Json& set = wanted["sets"][i];
            for (const std::string& name : names()) {
                const auto given = value_of(*module, after[i], name);
                auto lanes = wanted_of(set["kelvin"], before[i], *module, name);
                if (name == "o5")
                    std::copy(given.begin() + static_cast<std::ptrdiff_t>(fog_lanes), given.end(),
                              lanes.begin() + static_cast<std::ptrdiff_t>(fog_lanes));
                EXPECT_EQ(hex(given), hex(lanes)) << path.filename() << " set " << set["set"] << " " << name;
            }
            EXPECT_EQ(static_cast<std::int32_t>(after[i].files[file_named(*module, "a0")][0]),
                      set["kelvin"]["a0"].get<int>())
                << path.filename() << " set " << set["set"];
            ++checked;
        }
    }
    EXPECT_GE(checked, 20U * 5U); // what is shipped
    std::printf("%zu sets of %zu programs\n", checked, programs().size());
}

void run_on_device(render::vk::Device& device, const ir::Module& lifted, std::vector<run::State>& states) {
    const auto program = verify::build(lifted, verify::BackEnd::SpirV, device, 0);
    ASSERT_TRUE(program) << program.error().text;
    const Status ran = verify::run_on(lifted, device, *program, states);
    ASSERT_TRUE(ran) << ran.error().text;
    for (const Fault& message : device.take_messages()) ADD_FAILURE() << message.text;
}

TEST(Nv2aKelvin, TheInterpreterGivesTheMeasuredResults) {
    check_every_program(
        [](const ir::Module& module, std::vector<run::State>& states) { ASSERT_TRUE(run::run(module, states)); });
}

TEST(Nv2aKelvin, TheDeviceGivesTheMeasuredResults) {
    auto device = render::vk::Device::open({.device = "", .validation = true});
    ASSERT_TRUE(device) << device.error().text;
    check_every_program(
        [&](const ir::Module& module, std::vector<run::State>& states) { run_on_device(*device, module, states); });
}

} // namespace
} // namespace relit::nv2a_kelvin_test
