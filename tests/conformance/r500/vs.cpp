// Real R500 vertex programs, Mesa's and those of the assembly language's author: they print as his disassembler has them, assemble
// to the same bytes, and translate to what validators take. His sources assemble to his binaries.
#include "isa/r500/vs/vs.hpp"
#include "base/text.hpp"
#include "isa/r500/vs/encoding/word.hpp"
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

namespace relit::r500_vs_corpus {
namespace {

namespace fs = std::filesystem;
using isa::r500::vs::kFrontend;
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
        ASSERT_TRUE(done) << done.error().text;
        test::expect_taken(done->artifact, target, ir::Stage::Vertex);
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

TEST(R500VertexCorpus, OwnProgramsPrintBackAndTranslate) {
    const auto programs = files_below(fs::path(RELIT_DATA) / "r500", ".vs.bin");
    ASSERT_GE(programs.size(), 5U);
    expect_all(programs);
}

TEST(R500VertexCorpus, SamplesTranslateToWhatValidatorsTake) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        expect_valid(kFrontend.codec.sample(seed));
        if (testing::Test::HasFailure()) return;
    }
}

TEST(R500VertexCorpus, CorpusProgramsPrintBackAndTranslate) {
    const auto own = files_below(corpus() / "own/shaders", ".vs.bin");
    const auto foreign = files_below(corpus() / "foreign/shaders", ".vs.bin");
    if (own.empty() || foreign.empty()) GTEST_SKIP() << "no corpus at " << corpus() << ": set RELIT_CORPUS";
    EXPECT_EQ(own.size() + foreign.size(), 46U);
    expect_all(own);
    expect_all(foreign);
}

// ---- the author's disassembler

std::vector<std::string> words_of(std::string text) {
    std::ranges::replace(text, ';', ' ');
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

/// Whether both name one operation, by its long or its short name.
bool is_same_opcode(std::string_view ours, std::string_view his) {
    const auto base = [](std::string_view name) { return name.substr(0, name.find('.')); };
    const auto* row = isa::r500::vs::opcode_named(base(ours));
    return row != nullptr && row == isa::r500::vs::opcode_named(base(his)) &&
           ours.contains(".sat") == to_lower(his).contains(".sat");
}

/// Target and opcode are the same; of his three sources ours are the first.
void expect_same(std::vector<std::string> ours, std::vector<std::string> his) {
    if (ours.size() > 2 && ours[0] == "UNCHECKED") ours.erase(ours.begin()); // MADs of his without the macro bit
    ASSERT_GE(ours.size(), 3U);
    ASSERT_GE(his.size(), ours.size());
    EXPECT_TRUE(is_same_opcode(ours[2], his[2])) << ours[2] << " " << his[2];
    for (std::size_t i = 0; i < ours.size(); ++i)
        EXPECT_TRUE(i == 2 || ours[i] == (his[i] == "temp[0]." ? "temp[0]._" : his[i])) << ours[i] << " " << his[i];
}

/// Lines of a text, those of a pair joined.
std::vector<std::vector<std::string>> statements_of(const std::string& text) {
    std::vector<std::vector<std::string>> all;
    std::string statement;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("--") || line.starts_with(".") || trim(line).empty()) continue;
        statement += line.substr(0, line.find("  //")) + ' ';
        if (statement.find(';') == std::string::npos) continue;
        all.push_back(words_of(statement));
        statement.clear();
    }
    return all;
}

TEST(R500VertexCorpus, ProgramsPrintAsTheAuthorsDisassemblerHasThem) {
    std::vector<fs::path> texts = files_below(corpus() / "own/shaders", ".vs.dis.txt");
    std::ranges::copy(files_below(corpus() / "foreign/shaders", ".vs.dis.txt"), std::back_inserter(texts));
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
    EXPECT_GT(compared, 300U);
}

// ---- the author's sources

/// What his assembler refuses, and binaries of his that are older than their source.
constexpr std::string_view kRefused[] = {"shadertoy.vs.asm"};
constexpr std::string_view kStale[] = {"cube_rotate_optimize.vs.asm", "pumpkin_man.vs.asm"};

template <std::size_t N>
bool is_one_of(const std::string_view (&names)[N], const fs::path& path) {
    return std::ranges::find(names, path.filename().string()) != std::end(names);
}

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

TEST(R500VertexCorpus, AuthorsSourcesAssembleToHisBinaries) {
    const char* named = std::getenv("RELIT_R500_SOURCES");
    if (named == nullptr) GTEST_SKIP() << "RELIT_R500_SOURCES names no copy of github.com/buhman/r500";
    std::size_t same = 0;
    for (const fs::path& path : files_below(named, ".vs.asm")) {
        SCOPED_TRACE(path.string());
        const std::string name = path.string(), stem = name.substr(0, name.size() - 4);
        const codec::AssembleOptions options{.input_name = name, .include = [](const std::string& included) {
                                                 return Result<std::string>(read_text(included));
                                             }};
        const auto bytes = kFrontend.codec.assemble(read_text(path), options);
        EXPECT_EQ(bytes.has_value(), !is_one_of(kRefused, path));
        EXPECT_TRUE(bytes || bytes.error().line == 1);
        if (!bytes) continue;
        std::vector<std::uint8_t> wanted = read_file(stem + ".bin");
        if (wanted.empty()) wanted = listed_bytes(read_text(stem + ".inc"));
        if (wanted.empty()) continue;
        EXPECT_EQ(*bytes == wanted, !is_one_of(kStale, path));
        same += *bytes == wanted ? 1 : 0;
    }
    EXPECT_EQ(same, 20U);
}

} // namespace
} // namespace relit::r500_vs_corpus
