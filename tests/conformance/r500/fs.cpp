// Real R500 fragment programs, Mesa's and those of the assembly language's author: they print as his disassembler has them, assemble
// to the same bytes, and translate to what validators take. His sources assemble to his binaries.
#include "isa/r500/fs/fs.hpp"
#include "base/text.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace relit::r500_fs_corpus {
namespace {

namespace fs = std::filesystem;
using isa::r500::fs::kFrontend;
using lang::Dialect;

std::vector<std::uint8_t> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
std::string read_text(const fs::path& path) {
    const auto bytes = read_file(path);
    return {bytes.begin(), bytes.end()};
}

fs::path corpus() {
    const char* named = std::getenv("RELIT_CORPUS");
    return (named != nullptr ? fs::path(named) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "r500";
}

std::vector<fs::path> files_below(const fs::path& folder, std::string_view ending) {
    std::vector<fs::path> found;
    if (!fs::is_directory(folder)) return found;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().filename().string().ends_with(ending)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

void expect_round_trip(Bytes program) {
    const auto listing = codec::list(kFrontend.codec, program);
    ASSERT_TRUE(listing) << listing.error().text;
    EXPECT_EQ(listing->unknown, 0U);
    const std::string text = codec::print(*listing);
    EXPECT_EQ(text.find(" @ "), std::string::npos) << text; // words for everything
    const auto again = codec::assemble(kFrontend.codec, text);
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_TRUE(std::ranges::equal(*again, program)) << text;
}

void expect_valid(Bytes program) {
    constexpr lang::Target kTargets[] = {{.dialect = Dialect::GlslVulkan, .version = 450},
                                         {.dialect = Dialect::GlslVulkan, .version = 450, .literal = true},
                                         {.dialect = Dialect::GlslOpenGl, .version = 330}};
    for (const lang::Target& target : kTargets) {
        const auto done = translate::translate(kFrontend, program, {}, target);
        // Pixels of a quad cannot look at each other in old OpenGL.
        if (!done && target.version == 330 && done.error().kind == FaultKind::NotSupported) continue;
        ASSERT_TRUE(done) << done.error().text;
        test::expect_taken(done->artifact, target, ir::Stage::Fragment);
    }
    for (const bool literal : {false, true}) {
        const auto done = translate::translate(kFrontend, program, {}, {.dialect = Dialect::SpirV, .literal = literal});
        ASSERT_TRUE(done) << done.error().text;
        EXPECT_EQ(test::spirv_error(done->artifact.words), "");
    }
}

void expect_all(const std::vector<fs::path>& programs) {
    for (const fs::path& path : programs) {
        SCOPED_TRACE(path.string());
        const std::vector<std::uint8_t> program = read_file(path);
        expect_round_trip(program);
        expect_valid(program);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(R500FragmentCorpus, OwnProgramsPrintBackAndTranslate) {
    const auto programs = files_below(fs::path(RELIT_DATA) / "r500", ".fs.bin");
    ASSERT_GE(programs.size(), 5U);
    expect_all(programs);
}

TEST(R500FragmentCorpus, CorpusProgramsPrintBackAndTranslate) {
    const auto own = files_below(corpus() / "own/shaders", ".fs.bin");
    const auto foreign = files_below(corpus() / "foreign/shaders", ".fs.bin");
    if (own.empty() || foreign.empty()) GTEST_SKIP() << "no corpus at " << corpus() << ": set RELIT_CORPUS";
    EXPECT_EQ(own.size() + foreign.size(), 50U);
    expect_all(own);
    expect_all(foreign);
}

// ---- the author's disassembler

std::string without_blanks(std::string_view text) {
    std::string kept;
    for (const char c : text)
        if (c != ' ' && c != '\n') kept += c;
    return kept;
}

/// An instruction: its tags and sources, and what stands after the ':'.
struct Statement {
    std::vector<std::string> sources;
    std::string operations;
};
std::vector<Statement> statements_of(const std::string& text) {
    std::vector<Statement> all;
    std::string statement;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("--") || line.starts_with("[") || (line.starts_with("L") && line.ends_with(":"))) continue;
        statement += line.substr(0, line.find("  //")) + ' ';
        if (statement.find(';') == std::string::npos) continue;
        const std::string whole = without_blanks(statement);
        const std::size_t colon = whole.find(':');
        Statement& one = all.emplace_back();
        one.operations = colon == std::string::npos ? whole : whole.substr(colon);
        std::istringstream sources(colon == std::string::npos ? "" : whole.substr(0, colon));
        for (std::string source; std::getline(sources, source, ',');) one.sources.push_back(source);
        statement.clear();
    }
    return all;
}

/// He leaves out sources that operands take alpha of: ours may have more.
void expect_same(const Statement& ours, const Statement& his) {
    EXPECT_EQ(ours.operations, his.operations);
    for (const std::string& source : his.sources)
        EXPECT_TRUE(std::ranges::find(ours.sources, source) != ours.sources.end()) << source << " " << his.operations;
}

TEST(R500FragmentCorpus, ProgramsPrintAsTheAuthorsDisassemblerHasThem) {
    std::vector<fs::path> texts = files_below(corpus() / "own/shaders", ".fs.dis.txt");
    std::ranges::copy(files_below(corpus() / "foreign/shaders", ".fs.dis.txt"), std::back_inserter(texts));
    if (texts.empty()) GTEST_SKIP() << "no corpus at " << corpus() << ": set RELIT_CORPUS";
    std::size_t compared = 0;
    for (const fs::path& path : texts) {
        SCOPED_TRACE(path.string());
        const std::string text = read_text(path), name = path.string();
        const auto listing = codec::list(
            kFrontend.codec, read_file(name.substr(0, name.size() - std::string_view("dis.txt").size()) + "bin"));
        ASSERT_TRUE(listing);
        const auto his = statements_of(text), ours = statements_of(codec::print(*listing));
        ASSERT_TRUE(ours.size() == his.size() || text.find("disassembler stopped") != std::string::npos);
        for (std::size_t i = 0; i < his.size(); ++i) expect_same(ours[i], his[i]);
        compared += his.size();
    }
    EXPECT_GT(compared, 400U);
}

// ---- the author's sources

/// A binary of his that is older than its source.
constexpr std::string_view kStale = "shadertoy_sin.fs.asm";

/// Numbers of a list in C, as dwords.
std::vector<std::uint8_t> listed_bytes(const std::string& text) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at + 2)) {
        const auto dword = parse_hex(std::string_view(text).substr(at + 2, 8), 8);
        for (unsigned shift = 0; dword && shift < 32; shift += 8)
            bytes.push_back(static_cast<std::uint8_t>(*dword >> shift));
    }
    return bytes;
}

TEST(R500FragmentCorpus, AuthorsSourcesAssembleToHisBinaries) {
    const char* named = std::getenv("RELIT_R500_SOURCES");
    if (named == nullptr) GTEST_SKIP() << "RELIT_R500_SOURCES names no copy of github.com/buhman/r500";
    std::size_t same = 0;
    for (const fs::path& path : files_below(named, ".fs.asm")) {
        SCOPED_TRACE(path.string());
        const std::string name = path.string(), stem = name.substr(0, name.size() - 4);
        const codec::AssembleOptions options{.input_name = name, .include = [](const std::string& included) {
                                                 return Result<std::string>(read_text(included));
                                             }};
        const auto bytes = kFrontend.codec.assemble(read_text(path), options);
        ASSERT_TRUE(bytes) << bytes.error().text;
        std::vector<std::uint8_t> wanted = read_file(stem + ".bin");
        if (wanted.empty()) wanted = listed_bytes(read_text(stem + ".inc"));
        if (wanted.empty()) continue;
        EXPECT_EQ(*bytes == wanted, path.filename() != kStale);
        same += *bytes == wanted ? 1 : 0;
    }
    EXPECT_EQ(same, 22U);
}

} // namespace
} // namespace relit::r500_fs_corpus
