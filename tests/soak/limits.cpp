// Every limit of docs/limits.md that a file can reach: at its edge the program does its work, and one beyond it says which limit
// it is. A seed is a row.
#include "base/json/reader.hpp"
#include "bundle/bundle.hpp"
#include "ir/text/parse.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/nv2a/encoding/word.hpp"
#include "isa/rsx/encoding/condition.hpp"
#include "isa/rsx/fp/encoding/program.hpp"
#include "tests/soak/mutant/child.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/large_inputs.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>

namespace relit::soak {
namespace {

namespace fs = std::filesystem;
using test::FileOfAnySize;

/// What has no limit of its own is run at a size that must work; then `beyond` is empty.
struct Limit {
    std::string_view name;
    std::size_t most;
    FileOfAnySize (*file)(std::size_t size);
    std::vector<std::string> words; // of the command; "FILE" stands for the file
    std::string_view beyond;        // what is said
    int exit = 3;                   // of what is beyond
    int exit_at_edge = 0;
};

FileOfAnySize bytes(std::string_view text) { return {text.begin(), text.end()}; }

FileOfAnySize blocks_in_a_line(std::size_t blocks) {
    std::string text = "module vertex \"\"\nfunction 0 main() -> void\n";
    for (std::size_t i = 0; i + 1 < blocks; ++i) text += fmt::format("b{}:\n  jump b{}\n", i, i + 1);
    return bytes(text + fmt::format("b{}:\n  return\n", blocks - 1));
}
template <std::string (*kText)(std::size_t)>
FileOfAnySize maxwell(std::size_t count) {
    return isa::maxwell::assemble(kText(count), {}).value_or(FileOfAnySize());
}

const std::vector<Limit>& tested_limits() {
    static const std::vector<std::string> disasm{"disasm", "FILE"},
        glsl{"translate", "--isa", "maxwell", "--context", "maxwell.convention=2",
             "--to",      "glsl",  "-o",      "out.glsl",  "FILE"},
        inputs{"run", "--isa", "nv2a", "--inputs", "FILE", "PROGRAM"};
    static const std::vector<Limit> all{
        {"slots of NV2A",
         isa::nv2a::kMaxSlots,
         test::nv2a_program,
         {"disasm", "--isa", "nv2a", "FILE"},
         "more than 136 slots"},
        {"slots of RSX",
         isa::rsx::kMaxSlots,
         test::rsx_vertex_program,
         {"disasm", "--isa", "rsx.vp", "FILE"},
         "more than 544 slots"},
        {"instructions of RSX",
         isa::rsx::fp::kMaxInstructions,
         test::rsx_fragment_program,
         {"disasm", "--isa", "rsx.fp", "FILE"},
         "more than 4096 instructions"},
        {"depth of JSON", JsonLimits{}.depth, test::deep_json, inputs, "nested deeper than 64 levels", 3, 3},
        {"values of JSON", JsonLimits{}.values, test::wide_json, inputs, "more than 1048576 values", 3, 3},
        {"context keys",
         bundle::kMostContext,
         test::bundle_with_keys,
         {"bundle", "show", "FILE"},
         "has more than 131072 fields"},
        {"blobs", 60000, test::capture_with_blobs, {"pm4", "FILE"}, {}},
        {"submissions", 60000, test::capture_with_submissions, {"pm4", "FILE"}, {}},
        {"blocks of the IR", ir::kMostBlocks, blocks_in_a_line, {"ir", "FILE"}, "more than 262144 blocks", 4},
        {"nested loops", 30000, maxwell<test::maxwell_nested_loops>, glsl, {}},
        {"loops", 30000, maxwell<test::maxwell_loops>, glsl, {}},
        {"nested choices", 30000, maxwell<test::maxwell_nested_choices>, glsl, {}},
    };
    return all;
}

void write_shape(const fs::path& path, const FileOfAnySize& file) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
}

mutant::Ended run_at_limit(const Limit& limit, std::size_t size, const fs::path& folder) {
    write_shape(folder / "file", limit.file(size));
    write_shape(folder / "program", test::nv2a_program(1));
    std::vector<std::string> words{RELIT_PROGRAM};
    for (const std::string& word : limit.words)
        words.push_back(word == "FILE" ? "file" : word == "PROGRAM" ? "program" : word);
    constexpr mutant::Limits kLimits{.memory = std::uint64_t{2} << 30, .seconds = 20};
    return mutant::run_child(words, folder, folder, kLimits);
}

std::string check_limit(std::uint64_t seed) {
    const Limit& limit = tested_limits()[seed % tested_limits().size()];
    const fs::path folder = fs::temp_directory_path() / fmt::format("relit-limits-{}", getpid());
    fs::create_directories(folder);
    const mutant::Ended edge = run_at_limit(limit, limit.most, folder);
    mutant::Ended beyond;
    if (!limit.beyond.empty()) beyond = run_at_limit(limit, limit.most + 1, folder);
    fs::remove_all(folder);
    const auto told = [&](const mutant::Ended& ended) {
        return fmt::format("{}: exit {}, signal {}, {:.1f} s{}: {}", limit.name, ended.exit, ended.signal,
                           ended.seconds, ended.is_late ? ", late" : "", ended.err.substr(0, 500));
    };
    const bool says_so = !limit.beyond.empty() && edge.err.find(limit.beyond) != std::string::npos;
    if (edge.exit != limit.exit_at_edge || says_so) return "at the edge: " + told(edge);
    if (limit.beyond.empty()) return {};
    const bool is_refused = beyond.exit == limit.exit && beyond.err.find(limit.beyond) != std::string::npos;
    return is_refused ? "" : "one beyond: " + told(beyond);
}

} // namespace

std::string limits(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, check_limit); }

} // namespace relit::soak
