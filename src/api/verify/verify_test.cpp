#include <relit/verify.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace relit::api {
namespace {

TEST(VerifyApi, SaysWhatWasComparedAndThatItAgrees) {
    const auto file = *assemble("nv2a", "mov oPos, v0\nmul oD0, v1, c[0]\n");
    std::vector<std::string> told;
    const auto verified =
        verify("nv2a", file, {.samples = 32, .progress = [&](std::string_view text) { told.emplace_back(text); }});
    ASSERT_TRUE(verified) << verified.error().text;
    EXPECT_TRUE(verified->agrees) << verified->report;
    EXPECT_TRUE(verified->differences.empty());
    EXPECT_FALSE(verified->device.empty());
    EXPECT_FALSE(told.empty());
    const auto report = nlohmann::json::parse(verified->report);
    EXPECT_EQ(report["device"], verified->device);
    EXPECT_EQ(report["verdicts"][0]["ran"], "alone");
    EXPECT_EQ(report["verdicts"][0]["samples"], 32);
}

TEST(VerifyApi, DoesNotAgreeIfNothingIsCompared) {
    const auto file = *assemble("ir", "module vertex \"nothing\"\nfunction 0 main() -> void\nb0:\n  return\n");
    const auto verified = verify("ir", file, {.samples = 4});
    ASSERT_TRUE(verified) << verified.error().text;
    EXPECT_FALSE(verified->agrees) << verified->report;
}

TEST(VerifyApi, RefusesWhatItCannotDo) {
    const auto file = *assemble("nv2a", "mov oPos, v0\n");
    const auto code = [&](std::string_view language, const VerifyOptions& options) {
        const auto verified = verify(language, file, options);
        return verified ? 0 : verified.error().code;
    };
    EXPECT_EQ(code("nv2b", {}), 2);
    EXPECT_EQ(code("nv2a", {.samples = 0}), 2);
    EXPECT_EQ(code("nv2a", {.groups = {{0, 1, 1}}}), 2);
    EXPECT_EQ(code("nv2a", {.context = {{"nv2a.arithmetics", 1}}}), 2);
    const auto cut_off = verify("nv2a", File(file).first(3));
    EXPECT_EQ(cut_off ? 0 : cut_off.error().code, 3);
    EXPECT_EQ(code("nv2a", {.device = "no such device"}), 6);
}

} // namespace
} // namespace relit::api
