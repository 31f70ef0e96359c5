// What every verb is given and how it answers: the command line as data, input and output, exit codes.
#pragma once

#include "base/byte_stream.hpp"
#include "cli/io/temporary.hpp"
#include "ir/context.hpp"
#include "isa/frontend.hpp"
#include "lang/target.hpp"

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The program's exit codes (docs/exit-codes.md).
enum class Exit : int { Done = 0, No = 1, Usage = 2, BadInput = 3, NotSupported = 4, Internal = 5, Device = 6 };

/// What replay is to do. Draws and frames count from 1; 0 is none in particular.
struct ReplayOptions {
    std::string renderer = "reference", barriers = "needed";
    std::string rules = "console"; // with diff two of them may be named: "A,B"
    unsigned ssaa = 1;             // samples of a pixel
    std::uint64_t frame = 0, draw = 0;
    std::optional<std::uint32_t> submission; // of a capture, from 0: the last that is played
    std::uint64_t first_draw = 0;            // of those that have files, of which `draw` is the last; 0: none has
    std::uint64_t split = 0;                 // draws of a pass that has files; 0: none has
    std::string draws_folder;
    std::uint64_t max_pixels = 10'000'000'000; // 0: any number
    int amplify = 64;                          // how many times a difference shows
    std::string all, target, raw, deinterlace;
    std::string upscale; // how what is shown becomes `scale` times as large; empty: not at all
    std::uint32_t scale = 2;
    std::pair<std::uint32_t, std::uint32_t> aspect{};
    std::pair<std::int32_t, std::int32_t> pixel{};
    bool has_pixel = false, stats = false, diff = false, verify = false, overscan = false;
    bool high_resolution = false; // samples are shown as pixels
    bool window = false;
    std::string keys; // that are pressed in it to begin with
};

/// What surface is to write. Draws count from 1, submissions from 0.
struct SurfaceOptions {
    std::string target, folder, raw;
    std::optional<std::uint32_t> level, layer;
    std::optional<std::uint64_t> draw, submission;
    // a buffer that no draw describes
    std::string format, tiling = "linear";
    std::pair<std::uint32_t, std::uint32_t> size{};
    std::uint32_t pitch = 0; // 0: the width
    std::uint64_t offset = 0;
};

/// The command table of a video BIOS image that run is to run.
struct TableOptions {
    std::string name; // or number; empty: a program is run
    std::vector<std::string> parameters;
    std::string registers; // the file of what registers and memory read
    bool traces = false;
};

/// The cache, and what is to be done with it.
struct CacheOptions {
    std::string folder;                    // "DIR", "URL" or "DIR,URL[,read-only]"; empty or "off": none
    std::string size;                      // that prune leaves: "500M"
    std::string listen = "127.0.0.1:8120"; // of serve
    std::optional<std::uint64_t> age;
    std::uint32_t again = 0; // per cent of the translations that verify makes anew
    [[nodiscard]] bool is_on() const { return !folder.empty() && folder != "off"; }
};

/// What is made of bundles, and which of their programs is meant.
struct BundleOptions {
    std::uint64_t program = 0; // counted from 1; 0: the only one, or all
    std::string notes, expected;
};
/// Files that lie in other files, by the names under which they are opened.
using Members = std::map<std::string, std::vector<std::uint8_t>, std::less<>>;

/// The command line, checked; main.cpp alone reads argv and the environment.
struct Options {
    std::string verb;
    std::vector<std::string> files; // "-" is standard input
    std::string isa;                // empty: recognised; of several files "A,B"
    std::string output = "-";
    bool names_output = false; // with -o: even a terminal, by "-"
    bool json = false;
    bool color = false;    // already decided from --color, NO_COLOR and the terminal
    bool progress = false; // standard error is a terminal
    codec::TextOptions text;
    ir::Context context;
    std::uint64_t draw = 0; // of a command stream; 0: none is named
    std::string stage;      // "vs" or "fs"; of translate "vs,fs" as well
    // translate, ir, verify, run
    std::string to = "glsl";
    std::string passes;
    bool has_passes = false, literal = false, partial = false, time_passes = false, allow_unknown = false;
    bool verify_passes = false;
    bool names_arithmetic = false;
    lang::ConstantLayout constants =
        lang::ConstantLayout::Whole; // of translations, and of verify's pipelines and grids
    std::uint32_t loop_counters = 0; // of translations; 0: none
    bool each = false;               // each file on its own
    std::size_t jobs = 0;            // threads; 0: as many as there are cores
    bool debug = false;
    std::string dump_after, dump;
    std::uint32_t target_version = 0;
    std::vector<std::string> features; // names of lang::kFeatures
    std::string glsl_for = "vulkan";
    std::string debug_info; // "none", "lines"; empty: as it is usual
    // run
    std::string inputs, on = "interpreter", device, constants_from;
    bool numbers = false;
    TableOptions table;
    // verify
    std::uint32_t samples = 64;
    std::uint64_t seed = 1;
    std::uint64_t count = 1;                            // of samples
    bool fix = false;                                   // lint
    std::optional<std::array<std::uint32_t, 3>> groups; // workgroups of a compute program; none: as verify likes
    ReplayOptions replay;
    SurfaceOptions surface;
    CacheOptions cache;
    BundleOptions bundle;
    std::vector<std::string> given;         // the long names of the options that were typed
    std::shared_ptr<const Members> members; // of the bundles among the files
    std::uint32_t loop_limit = 32768;       // drivers have limits of their own (docs/devices.md)
    std::uint32_t isolate = 0;              // seconds that a process of its own may take; 0: the verb runs in this one
};

/// The whole of a file, or of standard input for "-"; with options, of a file in a bundle too.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_input(const std::string& name);
[[nodiscard]] Result<std::vector<std::uint8_t>> read_input(const Options& options, const std::string& name);

/// A file, or standard input for "-", that is read piece by piece.
struct Input {
    ReadBytes read;
    bool is_file = false; // which can be opened and read once more
};
[[nodiscard]] Result<Input> open_input(const std::string& name);
[[nodiscard]] Result<Input> open_input(const Options& options, const std::string& name);

/// An answer that is written piece by piece. After the first fault writing does nothing. A file is there when it is closed and
/// all went well; until then, and otherwise, what was there before stays.
class Output {
public:
    /// "-" is standard output. `input`, unless it is empty, is read while this is written: they must not be one file.
    [[nodiscard]] static Result<Output> open(const std::string& name, const std::string& input);
    void write(std::string_view text);
    /// Whether all could be written so far.
    [[nodiscard]] const Status& status() const { return status_; }
    [[nodiscard]] Status close();

private:
    struct Close {
        void operator()(std::FILE* file) const;
    };
    Output(std::FILE* file, Temporary temporary) : temporary_(std::move(temporary)), file_(file) {}

    Temporary temporary_; // which is the file that is written, and what was to be written where all went well
    std::unique_ptr<std::FILE, Close> file_;
    Status status_;
};

/// Writes the result of a verb to --output; a fault is reported and gives its exit code.
Exit answer(const Options& options, std::string_view text);
Exit answer(const Options& options, Bytes bytes);
/// A fault if binary data would go to a terminal without an explicit -o -.
[[nodiscard]] Status fit_for_terminal(const Options& options);

/// Writes a file atomically; "-" is standard output.
Status write_output(const std::string& name, Bytes bytes);

/// How messages call an input: its name without control characters, or "<stdin>".
[[nodiscard]] std::string shown_name(std::string_view name);
/// Prints the fault on standard error and gives the exit code that goes with it.
Exit report(const Fault& fault, const std::string& file);
/// Prints the inferred context values on standard error.
void note_assumed(std::span<const ir::Assumption> assumed, std::string_view file);
/// Fails with Usage if the workgroup size is unknown; the text names the keys.
[[nodiscard]] Status check_workgroup(const ir::Module& module, const ir::ContextReader& context);
/// Prints the inferred context values and the doubts of a lifted program on standard error.
void note_doubts(const ir::ContextReader& context, const std::string& file);

/// The guest language of one of the files, from names with commas between them; the last stands for all after it.
[[nodiscard]] std::string_view isa_of(std::string_view names, std::size_t number);

/// An input with its codec: the one that --isa names, or that the file shows.
struct Opened {
    const codec::Codec* codec = nullptr;
    ReadBytes input;
    codec::TextOptions text; // choices that the file makes where the user makes none
};
/// `number`: which of the files it is. Where nothing marks the file, standard error tells what was taken.
[[nodiscard]] Result<Opened> open_any(const Options& options, const std::string& file, std::size_t number = 0);
/// The same of a file that is being read: `read` gives it from its first byte on.
[[nodiscard]] Result<Opened> open_any(const Options& options, const std::string& file, const ReadBytes& read,
                                      std::size_t number = 0);

/// A program of a guest language, as its file has it and parsed.
struct Program {
    std::vector<std::uint8_t> bytes;
    isa::ProgramPtr parsed;

    [[nodiscard]] const isa::Frontend& frontend() const { return parsed->frontend; }
};
/// Files that hold no program are refused.
[[nodiscard]] Result<Program> open_program(const Options& options, const std::string& file, std::size_t number = 0);
[[nodiscard]] Result<Program> open_program(const Options& options, const std::string& file, const ReadBytes& read,
                                           std::size_t number = 0);

/// Runs one verb; each is a file of its own.
using Verb = Exit (*)(const Options& options);
#define VERB(function, name, arguments, purpose) Exit function(const Options& options);
#include "cli/verbs.inc"
#undef VERB

/// argv to Options. `no_color`: the environment asks for text without colours. An Exit means that the output is complete
/// (help, version, a usage fault).
[[nodiscard]] std::expected<Options, Exit> parse_command_line(int count, char** arguments, bool no_color);

} // namespace relit::cli
