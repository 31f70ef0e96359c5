#include "cli/report/parts.hpp"

#include "base/json/writer.hpp"
#include "cli/io/program.hpp"
#include "cli/surface/dump.hpp"
#include "guests/guests.hpp"
#include "report/compact.hpp"
#include "verify/spirv_text.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace relit::cli {
namespace {

/// Adds "text" to the "code" of a translation to SPIR-V, beside its words.
Result<std::string> with_spirv_text(std::string_view content) {
    constexpr std::string_view kCode = "\"code\":{";
    std::string json(content);
    const auto document = nlohmann::json::parse(json, nullptr, false);
    const std::size_t code = json.rfind(kCode);
    if (!document.is_object() || code == std::string::npos) return json;
    const auto words = document.value("/code/words"_json_pointer, std::vector<std::uint32_t>());
    JsonWriter text({.one_line = true, .only_ascii = true});
    text.value(verify::spirv_text(words));
    std::string quoted = text.take();
    quoted.back() = ','; // in place of the line end
    return json.insert(code + kCode.size(), "\"text\":" + quoted);
}

void literal_glsl(Options& command) { command.translation.literal = command.translation.lines = true; }
void glsl(Options& command) { command.translation.lines = true; }
void spirv(Options& command) { command.translation.to = "spirv"; }
void ir_steps(Options& command) {
    command.translation.to = "ir";
    command.translation.steps = true;
}
void trace(Options& command) { command.run.traces = true; }
void grid(Options& command) {
    command.run.grid.size = 32;
    command.run.numbers = true;
}
bool has_inputs(const Options& options) { return !options.run.inputs.empty(); }
void stats(Options& command) { command.replay.stats = true; }
/// Images have the size that the page wants: to encode larger ones first takes longer than the replay.
void list(Options& command) {
    constexpr std::uint64_t kImagesOfGroup = 4; // frame, depth, texture, palette
    command.replay.list = true;
    if (!command.full)
        command.replay.thumbnails = thumbnail_side(kImagesOfGroup * surfaces::groups_in(command.files.front()));
}
/// The pixels of --pixels; without it so many.
void follow(Options& command, const PixelArea& otherwise) {
    const auto typed = pixel_area_of(value_of(command, "--pixels"));
    command.replay.pixels = typed.value_or(otherwise);
}
void follow_dump(Options& command) { follow(command, {.columns = 16, .rows = 14}); }
void follow_capture(Options& command) { follow(command, {.columns = 8, .rows = 8}); }
bool wants_pixels(const Options& options) { return value_of(options, "--pixels") != "none"; }
void explain_draws(Options& command) { command.replay.explain = true; }

constexpr DocumentRow kOfPrograms[] = {
    {"info", "info", "info", "--json"},
    {"disasm", "disasm", "disasm", "--json"},
    {"explain", "explain", "explain", "--json", {}, nullptr, report::compact_explanation},
    {"lint", "lint", "lint", "--json"},
    {"ir", "translate", "ir", "--to ir --steps --json", {}, ir_steps, report::compact_steps},
    {"literal", "translate", "translate", "--literal --to glsl --lines --json", {}, literal_glsl},
    {"glsl", "translate", "translate", "--to glsl --lines --json", {}, glsl},
    {"spirv", "translate", "translate", "--to spirv --json", {}, spirv, with_spirv_text},
    {.role = "grid",
     .verb = "run",
     .form = "run_grid",
     .shown = "--grid 32 --numbers --json",
     .choose = grid,
     .is_of_fragments = true},
    {"trace", "run", "run", "--trace --json", {}, trace, nullptr, has_inputs},
    {.role = "verify",
     .verb = "verify",
     .form = "verify",
     .shown = "--json",
     .applies = has_inputs,
     .needs_device = true},
};
constexpr DocumentRow kOfPipelines[] = {
    {"glsl", "translate", "translate", "--to glsl --lines --json", {}, glsl},
};
constexpr DocumentRow kOfGs[] = {
    {"info", "info", "info", "--json"},
    {.role = "list",
     .verb = "replay",
     .form = "replay_list",
     .shown = "--list --thumbnails 256 --out DIR --json",
     .shown_full = "--list --out DIR --json",
     .choose = list,
     .has_files = true},
    {"stats", "replay", "replay", "--stats --json", {}, stats},
    {.role = "pixels",
     .verb = "replay",
     .form = "replay_pixels",
     .shown = "--pixels 16x14 --json",
     .choose = follow_dump,
     .applies = wants_pixels,
     .needs_device = true},
};
constexpr DocumentRow kOfR500[] = {
    {"info", "info", "info", "--json"},
    {"pm4", "pm4", "pm4", "--json"},
    {"lint", "lint", "lint", "--json"},
    {"stats", "replay", "replay_capture", "--stats --json", {}, stats},
    {.role = "draws",
     .verb = "replay",
     .form = "replay_capture_draw",
     .shown = "--draws 1..N --out DIR --json",
     .has_files = true,
     .is_of_all_draws = true},
    {"suspects", "replay", "replay_capture", "--explain --json", {}, explain_draws},
    {.role = "pixels",
     .verb = "replay",
     .form = "replay_capture",
     .shown = "--pixels 8x8 --json",
     .choose = follow_capture,
     .applies = wants_pixels,
     .needs_device = true},
};
constexpr DocumentRow kOfAtom[] = {
    {"info", "info", "info", "--json"},
    {"disasm", "disasm", "disasm", "--json"},
    {"explain", "explain", "explain", "--json", {}, nullptr, report::compact_explanation},
};

struct KindRow {
    std::string_view codec;
    std::span<const DocumentRow> documents;
};
constexpr KindRow kKinds[] = {{"gs", kOfGs}, {"r500", kOfR500}, {"atom", kOfAtom}};

} // namespace

Result<const codec::Codec*> codec_of(const Options& options, std::size_t number) {
    const std::string& file = options.files[number];
    if (file == "-") return fail(FaultKind::Usage, "a report reads its files several times: name a file");
    const auto opened = open_any(options, file, number);
    if (!opened) return std::unexpected(opened.error());
    return opened->codec;
}

std::vector<DocumentRow> documents_of(const codec::Codec& codec) {
    const auto kind = std::ranges::find(kKinds, codec.name, &KindRow::codec);
    const std::span<const DocumentRow> all = kind != std::end(kKinds) ? kind->documents : kOfPrograms;
    std::vector<DocumentRow> rows;
    for (const DocumentRow& row : all)
        if (row.verb != "lint" || codec.lint != nullptr) rows.push_back(row);
    return rows;
}

std::span<const DocumentRow> documents_of_pipelines() { return kOfPipelines; }

std::string_view kind_of_part(std::string_view codec) {
    return guests::frontend_named(codec) != nullptr ? "program" : codec;
}

} // namespace relit::cli
