// Runs every tests/golden/**/*.t as one test. A file holds a command, its input and what it must print:
//
//   run: relit disasm --isa nv2a in.bin     lines for /bin/sh, run in an empty folder; several stop at the first failure
//   exit: 3                                 the exit code, if it is not 0
//   needs: command                          where this line for /bin/sh fails the test is skipped, and says so
//   skip: why                               expected to fail for now; a skipped test that passes fails
//   # text                                  a remark
//   ---- in NAME                            a text file for the command; without NAME it is standard input
//   ---- hex NAME                           a binary file (or standard input), in hex; # starts a remark
//   ---- out                                standard output, exactly
//   ---- err                                standard error, exactly; left out if there is none
//
// In the commands $DATA is tests/data and `relit` the program just built; a path to tests/data in the output reads
// $DATA. RELIT_BLESS=1 rewrites exit, out and err.
#include "tests/support/test_file.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using relit::test::read_file;
using relit::test::take;
using Section = relit::test::TestSection;

struct Outcome {
    int exit = 0;
    std::string out, err;
    bool operator==(const Outcome&) const = default;
};

struct Golden {
    std::vector<std::string> head; // the lines before the first section, `exit:` left out
    std::string script, skip, needs, fault;
    std::vector<Section> inputs;
    Outcome expected;
};

std::string setting(const char* name, std::string fallback) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : std::move(fallback);
}

void write_file(const fs::path& path, std::string_view text) {
    if (path.has_parent_path()) fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

// ---- the file

void read_head_line(Golden& golden, const std::string& line) {
    std::string value;
    if (take(line, "exit:", value)) {
        golden.expected.exit = std::atoi(value.c_str());
        return;
    }
    golden.head.push_back(line);
    if (take(line, "run:", value))
        golden.script += value + "\n";
    else if (!take(line, "skip:", golden.skip) && !take(line, "needs:", golden.needs) && !line.empty() &&
             line[0] != '#')
        golden.fault = "not understood: " + line;
}

void keep_section(Golden& golden, const Section& section) {
    if (section.kind == "out")
        golden.expected.out = section.text;
    else if (section.kind == "err")
        golden.expected.err = section.text;
    else if (section.kind == "in" || section.kind == "hex")
        golden.inputs.push_back(section);
    else
        golden.fault = "not a section: " + section.kind;
}

Golden parse(const std::string& text) {
    Golden golden;
    const relit::test::TestFile file = relit::test::read_test_file(text);
    for (const std::string& line : file.head) read_head_line(golden, line);
    for (const Section& section : file.sections) keep_section(golden, section);
    if (golden.script.empty()) golden.fault = "no `run:` line";
    return golden;
}

std::string print(const Golden& golden, const Outcome& outcome) {
    std::string text;
    std::size_t last_run = 0;
    for (std::size_t i = 0; i < golden.head.size(); ++i)
        if (golden.head[i].starts_with("run:")) last_run = i;
    for (std::size_t i = 0; i < golden.head.size(); ++i) {
        text += golden.head[i] + "\n";
        if (i == last_run && outcome.exit != 0) text += "exit: " + std::to_string(outcome.exit) + "\n";
    }
    for (const Section& in : golden.inputs)
        text += "---- " + in.kind + (in.name.empty() ? "" : " " + in.name) + "\n" + in.text;
    if (!outcome.out.empty()) text += "---- out\n" + outcome.out;
    if (!outcome.err.empty()) text += "---- err\n" + outcome.err;
    return text;
}

// ---- the run

std::string bytes_of_hex(const std::string& text) {
    std::string digits, bytes;
    bool remark = false;
    for (const char c : text) {
        remark = c == '#' || (remark && c != '\n');
        if (!remark && std::isxdigit(static_cast<unsigned char>(c)) != 0) digits += c;
    }
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
    return bytes;
}

// A folder that is gone when the test is over.
class Scratch {
public:
    Scratch() : path_(fs::temp_directory_path() / "relit-golden-XXXXXX") {
        std::string name = path_.string();
        if (mkdtemp(name.data()) != nullptr) path_ = name;
        fs::create_directories(path_ / "work");
    }
    ~Scratch() {
        std::error_code ignored;
        fs::permissions(path_, fs::perms::owner_all, ignored);
        fs::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] fs::path operator/(const char* name) const { return path_ / name; }

private:
    fs::path path_;
};

int exit_code(int status) {
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}

// What a command printed, as a .t file can hold it: it ends with a line end, and no path of this machine is in it.
std::string printed(const fs::path& file, const std::string& data) {
    std::string text = read_file(file);
    replace_all(text, data, "$DATA");
    if (!text.empty() && text.back() != '\n') text += "\n\\ no newline at end\n";
    return text;
}

/// The variables before a command by which it finds the program and its data.
std::string environment() {
    const std::string program = setting("RELIT_PROGRAM", RELIT_PROGRAM);
    return "PATH='" + fs::path(program).parent_path().string() + "':\"$PATH\" DATA='" +
           setting("RELIT_DATA", RELIT_DATA) + "' ";
}

Outcome perform(const Golden& golden, const Scratch& scratch) {
    std::string input;
    for (const Section& in : golden.inputs) {
        const std::string bytes = in.kind == "hex" ? bytes_of_hex(in.text) : in.text;
        if (in.name.empty())
            input = bytes;
        else
            write_file(scratch / "work" / in.name, bytes);
    }
    write_file(scratch / "in", input);
    write_file(scratch / "script", golden.script);
    const std::string data = setting("RELIT_DATA", RELIT_DATA);
    const std::string command =
        "cd '" + (scratch / "work").string() + "' && " + environment() + "/bin/sh -e ../script <../in >../out 2>../err";
    const int status = std::system(command.c_str());
    return {exit_code(status), printed(scratch / "out", data), printed(scratch / "err", data)};
}

bool can(const std::string& command, const Scratch& scratch) {
    write_file(scratch / "needs", command);
    const std::string tried =
        "cd '" + (scratch / "").string() + "' && " + environment() + "/bin/sh needs </dev/null >/dev/null 2>&1";
    return std::system(tried.c_str()) == 0;
}

std::string difference(const Scratch& scratch, const Golden& golden, const Outcome& outcome) {
    write_file(scratch / "expected", print(golden, golden.expected));
    write_file(scratch / "actual", print(golden, outcome));
    const std::string command =
        "cd '" + (scratch / "").string() + "' && diff -U 5 --label expected --label actual expected actual >diff";
    const int status = std::system(command.c_str());
    return exit_code(status) > 1 ? "the output differs, and diff cannot be run\n" : read_file(scratch / "diff");
}

class GoldenTest : public testing::Test {
public:
    explicit GoldenTest(fs::path file) : file_(std::move(file)) {}

private:
    void TestBody() override {
        const std::string text = read_file(file_);
        const Golden golden = parse(text);
        ASSERT_EQ(golden.fault, "") << file_.string();
        const Scratch scratch;
        if (!golden.needs.empty() && !can(golden.needs, scratch)) GTEST_SKIP() << "not here: " << golden.needs;
        const Outcome outcome = perform(golden, scratch);
        if (!golden.skip.empty()) {
            ASSERT_NE(outcome, golden.expected) << file_.string() << ": passes; its `skip:` line can go";
            GTEST_SKIP() << golden.skip;
        }
        if (setting("RELIT_BLESS", "") == "1") {
            bless(text, print(golden, outcome));
        } else if (outcome != golden.expected) {
            ADD_FAILURE() << file_.string() << "\n" << golden.script << difference(scratch, golden, outcome);
        }
    }

    void bless(const std::string& before, const std::string& after) const {
        if (before == after) return;
        write_file(file_, after);
        std::cout << "blessed " << file_.string() << "\n";
    }

    fs::path file_;
};

void register_tests(const fs::path& folder) {
    for (const relit::test::NamedFile& file : relit::test::test_files(folder))
        testing::RegisterTest("golden", file.name.c_str(), nullptr, nullptr, file.path.c_str(), 1,
                              [path = file.path]() -> testing::Test* { return new GoldenTest(path); });
}

} // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    register_tests(RELIT_GOLDEN);
    return RUN_ALL_TESTS();
}
