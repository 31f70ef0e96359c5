#include "cli/pm4/draw_program.hpp"

#include "cli/io/messages.hpp"
#include "cli/options/tables.hpp"
#include "cli/pm4/pm4.hpp"
#include "guests/guests.hpp"
#include "machine/r500/capture/walk.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

namespace relit::cli {

using machine::r500::Capture;
using machine::r500::program_stream;
using machine::r500::Stage;
using machine::r500::State;
using machine::r500::Walker;

DrawProgram program_of(const Capture& capture, const State& state, Stage stage) {
    const bool is_vertex = stage == Stage::Vertex;
    DrawProgram program{guests::codec_named(is_vertex ? "r500.vs" : "r500.fs"), program_stream(state, stage), {}};
    if (!is_vertex && capture.is_of_mesa()) program.text["floats"] = "mesa";
    return program;
}

bool keep_standard_input() {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> copy(std::tmpfile(), std::fclose);
    std::vector<char> step(std::size_t{1} << 16);
    std::size_t left = codec::kMaxWholeFile + 1; // who reads it says that it is too long
    while (copy && left > 0) {
        const std::size_t got = std::fread(step.data(), 1, std::min(step.size(), left), stdin);
        if (got == 0) break;
        if (std::fwrite(step.data(), 1, got, copy.get()) != got) return false;
        left -= got;
    }
    if (!copy || std::fflush(copy.get()) != 0 || ::dup2(::fileno(copy.get()), STDIN_FILENO) < 0) return false;
    return std::fseek(stdin, 0, SEEK_SET) == 0;
}

Options with_context_of_stream(Options options) {
    constexpr std::string_view kFloats = "r500.fs.floats";
    constexpr std::uint64_t kMesa = 1;
    if (options.draw == 0 || options.stage == "vs") return options;
    const std::size_t actions = options.verb->files.actions;
    if (options.files.size() <= actions) return options;
    const std::string& file = options.files[actions];
    const bool is_piped = file == "-";
    if (is_piped && !keep_standard_input()) {
        report_warning(shown_name("-"), fmt::format("cannot be read twice: {} is not taken from it", kFloats));
        return options;
    }
    const auto opened = streams::open(file);
    if (is_piped && std::fseek(stdin, 0, SEEK_SET) != 0) return options;
    if (opened && opened->loaded.capture.is_of_mesa()) (void)options.context.values.find_or_add(kFloats, kMesa);
    return options;
}

Result<DrawProgram> program_of(const machine::r500::Loaded& loaded, Bytes file, std::uint64_t draw, Stage stage) {
    Walker walker(loaded.capture);
    std::uint64_t draws = 0;
    while (draws < draw && walker.next()) draws += walker.draw() != nullptr ? 1 : 0;
    if (draws < draw) return fail(FaultKind::Usage, fmt::format("--draw {}: there are {} draws", draw, draws));
    DrawProgram program = program_of(loaded.capture, walker.state(), stage);
    if (!program.bytes.empty()) return program;
    const bool is_vertex = stage == Stage::Vertex;
    Fault fault{.text = fmt::format("draw {} has no {} program", draw, is_vertex ? "vertex" : "fragment")};
    return std::unexpected(at_dword(std::move(fault), file, loaded, walker.submission(), walker.draw()->dword));
}

} // namespace relit::cli
