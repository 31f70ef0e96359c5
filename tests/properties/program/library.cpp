// The library translates as the program does, for hosts with and without features.
#include <relit/relit.hpp>

#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace relit {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs `relit translate --each` over a folder of Maxwell programs.
void translate_by_program(const fs::path& folder, const fs::path& to, const std::string& language,
                          const api::TranslateOptions& options) {
    std::string command = "'" RELIT_PROGRAM "' translate --each --isa maxwell --to " + language;
    for (const std::string& feature : options.features) command += " --features " + feature;
    for (const auto& [name, value] : options.context) command += " --context " + name + "=" + std::to_string(value);
    command += " -o '" + to.string() + "' '" + folder.string() + "' > '" + to.string() + ".log' 2>&1";
    fs::remove_all(to);
    (void)std::system(command.c_str()); // NOLINT(concurrency-mt-unsafe): fails for files that are no programs
}

/// How many files of a folder are programs that both translate.
std::size_t expect_alike(const fs::path& folder, api::Host host, const std::vector<std::string>& features) {
    const bool is_spirv = host == api::Host::SpirV;
    const api::TranslateOptions options{
        .host = host, .features = features, .context = {{"maxwell.workgroup0", 32}, {"maxwell.library", 522240}}};
    const fs::path to = fs::path(testing::TempDir()) / ("relit_alike_" + std::to_string(::getpid()));
    translate_by_program(folder, to, is_spirv ? "spirv" : "glsl", options);
    std::size_t translated = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        const std::string file = contents_of(entry.path());
        const auto shader =
            api::translate("maxwell", {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}, options);
        const fs::path output = to / (fs::relative(entry.path(), folder).string() + (is_spirv ? ".spv" : ".glsl"));
        EXPECT_EQ(shader.has_value(), fs::exists(output)) << entry.path();
        if (!shader) continue;
        const auto* const words = reinterpret_cast<const char*>(shader->spirv.data());
        EXPECT_TRUE(contents_of(output) == (is_spirv ? std::string(words, 4 * shader->spirv.size()) : shader->glsl))
            << entry.path();
        ++translated;
    }
    fs::remove_all(to);
    fs::remove(to.string() + ".log");
    return translated;
}

void expect_all_alike(const fs::path& folder, std::size_t least) {
    for (const api::Host host : {api::Host::SpirV, api::Host::GlslVulkan})
        for (const auto& features : {std::vector<std::string>{}, {"int64", "float64"}, api::features()})
            EXPECT_GE(expect_alike(folder, host, features), least) << static_cast<int>(host) << features.size();
}

TEST(LibraryAndProgram, TranslateOwnProgramsAlike) { expect_all_alike(fs::path(RELIT_DATA) / "maxwell", 20); }

TEST(LibraryAndProgram, TranslateTheCorpusAlike) {
    const char* corpus = std::getenv("RELIT_CORPUS"); // NOLINT(concurrency-mt-unsafe)
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "maxwell/own/programs";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    expect_all_alike(folder, 190);
}

} // namespace
} // namespace relit
