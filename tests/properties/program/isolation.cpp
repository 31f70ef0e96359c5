// --isolate: a driver that crashes or hangs is a result that names the program, and else nothing changes.
#include "tests/support/cache/trials.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

namespace relit::isolation {
namespace {

namespace fs = std::filesystem;

struct Ended {
    int exit = -1;
    std::string out, err;
};

std::string content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class Isolation : public testing::Test {
protected:
    Isolation() {
        std::ofstream(inputs_) << R"([{"v0": [1, 2, 3, 4]}])";
        std::ofstream(driver_) << fmt::format(
            R"({{"file_format_version": "1.0.0", "ICD": {{"library_path": "{}", "api_version": "1.3.0"}}}})",
            RELIT_BAD_DRIVER);
    }
    /// With the driver that behaves so, or with the device's own.
    [[nodiscard]] Ended run(const std::string& driver, const std::string& arguments) const {
        const std::string settings =
            driver.empty() ? "" : fmt::format("RELIT_BAD_DRIVER={} VK_ICD_FILENAMES={} ", driver, driver_.string());
        const std::string command =
            fmt::format("{}{} {} >{} 2>{}", settings, RELIT_PROGRAM, arguments, out_.string(), err_.string());
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(out_), content_of(err_)};
    }
    [[nodiscard]] static std::string program() { return fmt::format("{}/tests/data/nv2a/op_add.bin", RELIT_SOURCE); }

    test::ScratchFolder scratch_;
    fs::path driver_ = scratch_.path() / "driver.json", out_ = scratch_.path() / "out", err_ = scratch_.path() / "err",
             inputs_ = scratch_.path() / "in.json";
};

TEST_F(Isolation, ADriverThatCrashesIsAnErrorThatNamesTheProgram) {
    for (const auto& [failure, signal] : {std::pair("crash", "SIGSEGV"), std::pair("abort", "SIGABRT")}) {
        const Ended ended = run(failure, fmt::format("verify {} --isa nv2a --isolate 60", program()));
        EXPECT_EQ(ended.exit, 6) << ended.err;
        EXPECT_EQ(ended.out, "");
        EXPECT_NE(ended.err.find(fmt::format(
                      "op_add.bin: error: no result of verify in a process of its own: it was ended by {}", signal)),
                  std::string::npos)
            << ended.err;
    }
}

TEST_F(Isolation, ADriverThatHangsIsEndedInTime) {
    for (const char* const words : {"verify {0} --isa nv2a", "run {0} --isa nv2a --on vulkan --inputs {1}"}) {
        const Ended ended =
            run("hang", fmt::format(fmt::runtime(words), program(), inputs_.string()) + " --isolate 1 --json");
        EXPECT_EQ(ended.exit, 6) << ended.err;
        EXPECT_EQ(ended.out, "");
        EXPECT_NE(ended.err.find("it had not ended after 1 s"), std::string::npos) << ended.err;
        EXPECT_NE(ended.err.find(R"("code":6,"kind":"device")"), std::string::npos) << ended.err;
    }
}

TEST_F(Isolation, OtherwiseTheAnswerIsTheSame) {
    for (const std::string& words :
         {fmt::format("run {} --isa nv2a --on vulkan --inputs {}", program(), inputs_.string()),
          fmt::format("verify {} --isa nv2a --samples 4", program()), fmt::format("verify {} --isa rsx.fp", program()),
          fmt::format("verify {}.none", program())}) {
        const Ended alone = run("", words), apart = run("", words + " --isolate 100");
        EXPECT_EQ(alone.exit, apart.exit);
        EXPECT_EQ(alone.out, apart.out);
        EXPECT_EQ(alone.err, apart.err);
    }
    // A driver that says that it cannot is no crash.
    EXPECT_EQ(run("refuse", fmt::format("verify {} --isa nv2a --isolate 60", program())).exit, 6);
}

} // namespace
} // namespace relit::isolation
