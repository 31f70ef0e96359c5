// The command line as data. cli/main.cpp alone reads argv and the environment.
#pragma once

#include "cli/batch/options.hpp"
#include "cli/bundle/options.hpp"
#include "cli/cache/options.hpp"
#include "cli/lint/options.hpp"
#include "cli/replay/options.hpp"
#include "cli/run/options.hpp"
#include "cli/sample/options.hpp"
#include "cli/surface/options.hpp"
#include "cli/translate/options.hpp"
#include "cli/verify/options.hpp"
#include "codec/codec.hpp"
#include "ir/context.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

struct VerbRow;

/// Files that lie in other files, by the names under which they are opened.
using Members = std::map<std::string, std::vector<std::uint8_t>, std::less<>>;

/// Runs on a Vulkan device: run, verify and replay.
struct DeviceOptions {
    std::string name;                 // a part of it; empty: the first device
    std::uint32_t loop_limit = 32768; // drivers have limits of their own (docs/devices.md)
    std::uint32_t isolate = 0;        // seconds that a process of its own may take; 0: the verb runs in this one
};

/// The form in which bytes are written.
struct AsOptions {
    std::string form = "bin"; // "bin", "hex", "c" or "rust"
    std::string name;         // of the array; empty: made of the file's
};

/// The value of --stage for both programs of a draw.
inline constexpr std::string_view kBothStages = "vs,fs";

/// A program of a bundle or a log, as --program names it.
struct ProgramOfFile {
    std::string file;
    std::size_t program = 0; // from 1
};

struct Options {
    const VerbRow* verb = nullptr;
    std::vector<std::string> files; // "-" is standard input
    std::string isa;                // empty: recognised; of several files "A,B"
    std::string output = "-";
    std::string folder;        // of --out: it is `output` too
    std::string browser;       // of view; empty: the desktop's
    bool full = false;         // report: images as large as they are
    bool serve = false;        // view: a server gives the page, and makes it again when a file changes
    bool names_output = false; // with -o: even a terminal, by "-"
    bool json = false;
    AsOptions as;
    bool isa_line = false; // of disasm
    bool values_of_constants = false;
    bool color = false;    // already decided from --color, NO_COLOR and the terminal
    bool progress = false; // standard error is a terminal
    codec::TextOptions text;
    ir::Context context;
    std::uint64_t draw = 0;           // of a command stream; 0: none is named
    bool diff_draws = false;          // diff: dumps are compared by the state of each draw
    std::string kernel, architecture; // of a file of CUDA; empty: none is named
    std::string stage;                // "vs" or "fs"; of translate "vs,fs" as well
    TranslationOptions translation;
    InspectionOptions inspection;
    BatchOptions batch;
    DeviceOptions device;
    RunOptions run;
    VerifyOptions verify;
    SampleOptions sample;
    LintOptions lint;
    ReplayOptions replay;
    SurfaceOptions surface;
    CacheOptions cache;
    StoreOptions store;
    BundleOptions bundle;
    std::vector<std::string> given;                          // the long names of the options that were typed
    std::map<std::string, std::string, std::less<>> values;  // of those with an argument, as typed; of several the last
    std::vector<std::string> context_keys;                   // of --context: their full names
    std::shared_ptr<const Members> members;                  // of the bundles among the files
    std::shared_ptr<const Options> as_typed;                 // before files in them took their places
    std::map<std::string, ProgramOfFile, std::less<>> typed; // by the names of members that are programs
};

/// Returns true if the verb of the command line takes an option of this long name.
[[nodiscard]] bool takes(const Options& options, std::string_view long_name);
/// Returns the value of an option as it was typed; empty if it was not, or has none.
[[nodiscard]] std::string_view value_of(const Options& options, std::string_view long_name);
/// Returns true if the option was typed.
[[nodiscard]] bool is_given(const Options& options, std::string_view long_name);

} // namespace relit::cli
