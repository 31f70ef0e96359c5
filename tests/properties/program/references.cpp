// scripts/check_references on a small tree: it reports each kind of stale reference with its line, and accepts the rest.
#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace relit {
namespace {

namespace fs = std::filesystem;

struct File {
    const char* path;
    const char* text;
};
/// What the texts below may refer to.
constexpr File kTree[] = {
    {"src/pass/passes.inc", "PASS(from_ssa, \"\")\nPASS(reg2mem, \"\")\n"},
    {"src/pass/pass.hpp", "inline constexpr int kOptimising = 1;\nvoid run_passes(int list);\n"},
    {"src/pass/pass.cpp", "#include \"pass/pass.hpp\"\nvoid run_passes(int list) { use(kOptimising); }\n"},
    {"src/isa/one/encoding/control_flow.hpp", ""},
    {"src/isa/one/lift/lifter.cpp", "#define ROW(name) void lift_##name();\nROW(Add)\n"},
    {"src/isa/two/lift/memory.cpp", "const char* kText = \"// other.cpp\";\n"},
    {"tests/properties/ir/pass_meaning.cpp", "TEST(PassMeaning, EachPassKeepsIt) {}\n"},
    {"tests/soak/soaks.inc", "SOAK(passes, 100, \"\")\n"},
    {"fuzz/words.cpp", ""},
    {"docs/decisions/0001-one.md", "It was `gone_function` of `gone.cpp`, which property `Gone` checked.\n"},
    {"CHANGELOG.md", "| `GoneName` | `run_passes` | src/gone.hpp |\n"},
};

struct Case {
    const char* file;
    const char* text;
    const char* error; // empty: the reference is right
};
constexpr Case kCases[] = {
    // paths: from the root, from src, without folders, as a link, with placeholders
    {"docs/page.md", "See src/pass/pass.hpp, `pass/passes.inc`, docs/decisions/0001 and [it](page.md).", ""},
    {"docs/page.md", "See src/pass/gone.hpp.", "src/pass/gone.hpp does not exist there"},
    {"docs/page.md", "See `pass/gone.inc`.", "pass/gone.inc does not exist there"},
    {"docs/page.md", "See `gone.cpp`.", "gone.cpp does not exist there"},
    {"docs/page.md", "See [it](gone/page.md).", "gone/page.md does not exist there"},
    {"docs/page.md", "See docs/decisions/0002.", "docs/decisions/0002 does not exist there"},
    {"docs/page.md", "Write `src/pass/NAME.cpp` or src/isa/*/lift/lifter.cpp.", ""},
    {"docs/page.md", "Write `src/pass/NAME_test.cpp`.", "src/pass/NAME_test.cpp does not exist there"},
    {"docs/page.md", "| `src/isa/one` | `lift/lifter.cpp` |", ""},
    {"docs/page.md", "| `src/isa/one` | `lift/memory.cpp` |", "lift/memory.cpp does not exist there"},
    {"docs/page.md", "Files of a user, `in.bin` and `frame.png`, are no references.", ""},
    {"src/isa/one/rows.inc", "// control_flow.hpp finds them, as isa/two/lift/memory.cpp does.", ""},
    {"src/isa/one/rows.inc", "// flow.hpp finds them.", "flow.hpp does not exist there"},
    {"src/isa/one/rows.inc", "// memory.cpp of another guest is not meant.", "memory.cpp does not exist there"},
    {"src/isa/one/rows.inc", "// As the reference says (reference one.md, section 2).", ""},
    {"scripts/list", "# scripts/gone lists them.", "scripts/gone does not exist there"},
    {"cmake/list.cmake", "# fuzz/gone.cpp is one.", "fuzz/gone.cpp does not exist there"},
    // tests
    {"docs/page.md",
     "PassMeaning.EachPassKeepsIt and the property `PassMeaning` check it, `--gtest_filter=PassMeaning.*` alone.", ""},
    {"docs/page.md", "The property `Meaning` checks it.", "no test is named Meaning"},
    {"docs/page.md", "A test `Gone` checks it.", "no test is named Gone"},
    {"src/pass/more.hpp", "/// PassMeaning.EachPassLosesIt checks it.", "no test is named PassMeaning.EachPassLosesIt"},
    {"src/pass/more.hpp", "/// GoneProperties.* checks it; XMAD.CSFU is an operation.",
     "no test is named GoneProperties.*"},
    // names
    {"docs/page.md", "`run_passes`, run_passes(), `kOptimising` and `lift_Add` are there, `lift_Name` for each.", ""},
    {"docs/page.md", "Call `gone_function(module)`.", "gone_function is not defined"},
    {"src/pass/more.hpp", "/// See gone().", "gone is not defined"},
    {"src/pass/more.hpp", "/// See kGone.", "kGone is not defined"},
    {"src/pass/more.hpp", "/// See pass::GoneClass.", "pass::GoneClass is not defined"},
    {"src/pass/more.hpp", "int x; // of GoneClass", "GoneClass is not defined"},
    // names in a file
    {"docs/page.md", "Add it to `kOptimising` in `pass/pass.hpp`, which run_passes() (pass/pass.cpp) reads.", ""},
    {"docs/page.md", "Add it to `kOptimising`\nin `pass/pass.cpp`.", "kOptimising is not defined in pass/pass.cpp"},
    {"docs/page.md", "It is `kOptimising` (`pass/passes.inc`).", "kOptimising is not defined in pass/passes.inc"},
    {"docs/page.md", "`pass/passes.inc` has `kOptimising`.", "kOptimising is not defined in pass/passes.inc"},
    // what ./go runs
    {"README.md", "`./go soak passes --seed 1..2`, `./go fuzz words 60`, ./go soak NAME", ""},
    {"README.md", "`./go soak gone`", "no soak is named gone"},
    {"README.md", "`./go fuzz gone`", "no fuzz is named gone"},
    // passes
    {"src/pass/more.hpp", "// from_ssa and reg2mem leave none; reg2mem, when it runs, and nothing else", ""},
    {"src/pass/more.hpp", "// from_ssa and demote leave none", "no pass is named demote"},
};

/// Writes the tree into a folder, and the cases one after another; returns the errors that are expected.
std::vector<std::string> write_tree(const fs::path& folder, bool with_stale) {
    std::map<std::string, std::string> texts;
    for (const File& file : kTree) texts[file.path] = file.text;
    std::vector<std::string> expected;
    for (const Case& one : kCases) {
        const bool is_stale = *one.error != '\0';
        if (is_stale && !with_stale) continue;
        std::string& text = texts[one.file];
        const auto line = 1 + std::count(text.begin(), text.end(), '\n');
        if (is_stale) expected.push_back(one.file + (":" + std::to_string(line)) + ": " + one.error);
        text += std::string(one.text) + "\n\n";
    }
    for (const auto& [path, text] : texts) {
        fs::create_directories((folder / path).parent_path());
        std::ofstream(folder / path) << text;
    }
    std::ranges::sort(expected);
    return expected;
}

/// The lines that the script prints for a tree.
std::vector<std::string> report_of(const fs::path& folder) {
    const std::string script = (fs::path(RELIT_SOURCE) / "scripts/check_references").string();
    const std::string report = folder.string() + ".report";
    const std::string command = "'" + script + "' '" + folder.string() + "' > '" + report + "' 2>&1";
    const int status = std::system(command.c_str()); // NOLINT(concurrency-mt-unsafe): no other thread runs here
    std::ifstream file(report);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    EXPECT_EQ(status != 0, !lines.empty());
    fs::remove(report);
    std::ranges::sort(lines);
    return lines;
}

void expect_report(bool with_stale) {
    const fs::path folder = fs::path(testing::TempDir()) / ("relit_references_" + std::to_string(::getpid()));
    fs::remove_all(folder);
    const std::vector<std::string> expected = write_tree(folder, with_stale);
    EXPECT_EQ(report_of(folder), expected);
    fs::remove_all(folder);
}

TEST(References, StaleOnesAreReported) { expect_report(true); }

TEST(References, RightOnesAreAccepted) { expect_report(false); }

} // namespace
} // namespace relit
