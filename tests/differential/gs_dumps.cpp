// Every dump of the corpus through the reference renderer, against what two public renderers left: local memory of the
// one, the last frame of both. How far they are apart is kept in docs/machine/gs.md with the rule that explains it.
#include "machine/gs/playback.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs_corpus.hpp"
#include "tests/support/gs_expected.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include <fmt/format.h>

namespace relit::render::gs::reference {
namespace {

namespace fs = std::filesystem;
using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

/// What a replay leaves.
struct Result {
    Renderer renderer;
    Privileged display;
};
Result replay(const Dump& dump, const Rules& rules) {
    Result result{Renderer(rules), {}};
    std::ranges::copy(dump.state->memory, result.renderer.memory().bytes().begin());
    WorkList work;
    Playback playback(dump, work);
    do {
        for (const Work& one : work.items)
            if (const auto* vsync = std::get_if<Vsync>(&one)) result.display = vsync->registers;
        result.renderer.perform(work);
        work.clear();
    } while (playback.step(work));
    return result;
}

/// How far two pictures are apart: pixels that differ, those by more than 2, and the most.
struct Apart {
    std::size_t pixels = 0, far = 0;
    int most = 0;
};
Apart compare(const Image& ours, const Image& theirs) {
    Apart apart;
    for (std::size_t at = 0; at < ours.rgba.size(); at += 4) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(ours.rgba[at + c] - theirs.rgba[at + c]));
        apart.pixels += most > 0 ? 1 : 0, apart.far += most > 2 ? 1 : 0;
        apart.most = std::max(apart.most, most);
    }
    return apart;
}
std::string shown(const Apart& apart) {
    return apart.pixels == 0 ? "=" : fmt::format("{} / {} / {}", apart.pixels, apart.far, apart.most);
}

Apart against_picture(const Result& result, const std::string& path) {
    const Image theirs = test::gs_expected_picture(path);
    EXPECT_FALSE(theirs.rgba.empty()) << path;
    const DispFb& fb = result.display.DISPFB1;
    const Buffer buffer{fb[DispFb::format], fb[DispFb::base] * kBlocksOfPage, fb[DispFb::width]};
    const Rect rect{fb[DispFb::x], fb[DispFb::y], theirs.width, theirs.height};
    return compare(picture(result.renderer.memory(), buffer, rect, true), theirs);
}

/// The columns of a dump's row that are measured: memory and pictures, as the console does it and plainly.
std::string measured(const std::string& name) {
    const Dump dump = test::gs_corpus_dump(name);
    const Memory memory = test::gs_expected_memory(name);
    std::string row;
    for (const bool follows : {true, false}) {
        const Result result = replay(dump, follows ? Rules{} : kPlain);
        row += fmt::format(" {} | {} | {} |", test::bytes_apart(memory, result.renderer.memory()),
                           shown(against_picture(result, "expected/" + name + ".gsdx.png")),
                           shown(against_picture(result, "expected/" + name + ".pgs.png")));
    }
    return row;
}

/// The rows of the page's table by name.
std::map<std::string, std::string> page_rows() {
    std::ifstream page(RELIT_DOCS "/machine/gs.md");
    std::map<std::string, std::string> rows;
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with("| `")) continue;
        const std::size_t end = line.find('`', 3);
        rows[line.substr(3, end - 3)] = line.substr(end + 1);
    }
    return rows;
}

TEST(GsDumps, AreAsFarFromPublicRenderersAsThePageSays) {
    const std::vector<fs::path> dumps = test::gs_corpus_dumps();
    if (dumps.empty()) GTEST_SKIP() << "no corpus: gs/own";
    const auto rows = page_rows();
    for (const fs::path& dump : dumps) {
        const std::string name = dump.stem().stem(), row = measured(name); // without .gs.xz
        const auto told = rows.find(name);
        EXPECT_TRUE(told != rows.end() && told->second.find(row) != std::string::npos) << "| `" << name << "` |" << row;
    }
    EXPECT_EQ(dumps.size(), rows.size());
}

} // namespace
} // namespace relit::render::gs::reference
