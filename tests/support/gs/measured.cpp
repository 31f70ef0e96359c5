#include "tests/support/gs/measured.hpp"

#include "render/gs/display/scanout.hpp"
#include "tests/support/gs/expected.hpp"
#include "tests/support/gs/replay.hpp"

#include <algorithm>
#include <fstream>
#include <vector>

#include <fmt/format.h>

namespace relit::test {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
using namespace render::gs;  // NOLINT(google-build-using-namespace): the display as well
using render::gs::reference::kPlain, render::gs::reference::Rules;

std::string shown(const GsApart& apart) {
    return apart.pixels == 0 ? "=" : fmt::format("{} / {} / {}", apart.pixels, apart.far, apart.most);
}

GsApart against_image(const GsReplay& replay, const std::string& path) {
    const Image theirs = gs_expected_image(path);
    if (theirs.rgba.empty()) return {~std::size_t{0}, 0, 0}; // no row says so
    return gs_apart(replay.frame(theirs.width, theirs.height), theirs);
}

/// What a replay leaves, beside what public renderers left.
struct Measured {
    std::string columns; // of the page's row: memory and images
    GsApart pgs;         // the last frame from that of paraLLEl-GS
};

Measured measured(const GsReplay& replay, const Memory& memory, const std::string& name) {
    const GsApart pgs = against_image(replay, "expected/" + name + ".pgs.png");
    return {fmt::format(" {} | {} | {} |", bytes_apart(memory, replay.renderer.memory()),
                        shown(against_image(replay, "expected/" + name + ".gsdx.png")), shown(pgs)),
            pgs};
}

/// paraLLEl-GS takes it for a field.
bool leaves_rows_out(const std::string& name) { return name == "scanmsk"; }

/// A replay by plain rules, and what the display showed at each vsync of it.
GsReplay plain_replay(const Dump& dump, const std::string& name, std::vector<Image>& all) {
    ScanoutOptions options{.half_is_opaque = false}; // as paraLLEl-GS does it
    if (leaves_rows_out(name)) options.deinterlace = Deinterlace::Adaptive;
    Fields fields;
    const auto see = [&](const Memory& memory, const Vsync& vsync) {
        all.push_back(scanout(memory, vsync.registers, vsync.field, options, fields));
    };
    return gs_replay(dump, kPlain, {.change = {}, .see = see});
}

/// What the display shows differs from the stored images of it just as the frame that it reads does.
std::string shown_otherwise(const std::string& name, const std::vector<Image>& all, const GsApart& frame) {
    std::size_t compared = 0;
    std::string wrong;
    for (std::size_t number = 0; number < 6; ++number) {
        const Image theirs = gs_expected_image(fmt::format("scanout/{}.{}.png", name, number));
        if (theirs.rgba.empty()) continue;
        ++compared;
        // Read-backs were counted as frames there.
        const GsApart apart = gs_apart(all.at(std::min(number, all.size() - 1)), theirs);
        // Its devices blend and de-interlace in floats.
        const bool is_close = name.starts_with("crtc_") || leaves_rows_out(name);
        if (is_close ? apart.far != 0 : apart != frame)
            wrong += fmt::format("{}, shown at vsync {}: {}\n", name, number, shown(apart));
    }
    return compared == 0 ? wrong + name + ": nothing shown is compared\n" : wrong;
}

} // namespace

std::map<std::string, std::string> gs_page_rows() {
    std::ifstream page(RELIT_DOCS "/machine/gs.md");
    std::map<std::string, std::string> rows;
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with("| `")) continue;
        const std::size_t end = line.find('`', 3);
        rows[line.substr(3, end - 3)] = line.substr(end + 1);
    }
    return rows;
}

std::string gs_undocumented(const std::map<std::string, std::string>& rows, const std::string& name) {
    const Dump dump = gs_corpus_dump(name);
    const Memory memory = gs_expected_memory(name);
    const Measured by_console = measured(gs_replay(dump, Rules{}), memory, name);
    std::vector<Image> all;
    const Measured plainly = measured(plain_replay(dump, name, all), memory, name);
    const std::string row = by_console.columns + plainly.columns;
    const auto told = rows.find(name);
    const bool is_told = told != rows.end() && told->second.find(row) != std::string::npos;
    return (is_told ? "" : fmt::format("| `{}` |{}\n", name, row)) + shown_otherwise(name, all, plainly.pgs);
}

} // namespace relit::test
