#include "cli/batch/unit_command.hpp"

#include "base/printable.hpp"
#include "cli/dispatch.hpp"
#include "cli/io/files.hpp"
#include "cli/io/messages.hpp"
#include "cli/options/parse.hpp"
#include "cli/options/tables.hpp"
#include "translate/key.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

/// An option that names what a unit writes, and where its value is stored.
struct WrittenOption {
    std::string_view name;
    std::string& (*value)(Options& options);
};
constexpr WrittenOption kWritten[] = {
    {"--output", [](Options& options) -> std::string& { return options.output; }},
    {"--out", [](Options& options) -> std::string& { return options.folder; }},
    {"--out", [](Options& options) -> std::string& { return options.replay.draws_folder; }},
    {"--dump", [](Options& options) -> std::string& { return options.inspection.dump; }},
    {"--raw", [](Options& options) -> std::string& { return options.replay.raw; }},
    {"--all", [](Options& options) -> std::string& { return options.replay.all; }},
};

/// A fault (usage) if what a unit writes would lie outside of its folder.
Status check_written(const Options& options) {
    for (const WrittenOption& row : kWritten) {
        const std::string_view name = row.name, value = value_of(options, name);
        if (value.empty() || value == "-") continue;
        const fs::path path(value);
        if (path.is_absolute() || std::ranges::count(path, fs::path("..")) != 0)
            return fail(FaultKind::Usage,
                        fmt::format("{} {}: files of a unit are kept in the store: give a name without a "
                                    "folder above it",
                                    name, value));
    }
    return {};
}

/// The contents of the files that options name are part of the plan.
Result<std::vector<std::string>> hashes_of_option_files(const Options& options) {
    std::vector<std::string> hashes;
    for (const OptionRow& row : all_options()) {
        const std::string_view name = long_name(row);
        const bool is_read = row.argument == "FILE" && std::ranges::count(kWritten, name, &WrittenOption::name) == 0;
        if (!is_read || !takes(*options.verb, row) || !is_given(options, name)) continue;
        const auto hash = batch::hash_of_files({std::string(value_of(options, name))});
        if (!hash) return std::unexpected(hash.error());
        hashes.push_back(to_string(*hash));
    }
    return hashes;
}

std::expected<Options, Exit> read_options(const Options& batch, const std::string& verb, const batch::Unit& first) {
    std::vector<std::string> words{"relit", verb};
    words.insert(words.end(), batch.store.verb_options.begin(), batch.store.verb_options.end());
    words.emplace_back("--");
    words.insert(words.end(), first.files.begin(), first.files.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const bool has_json = has_json_messages();
    const std::string& cache = batch.cache.folder;
    auto options = parse_command_line(static_cast<int>(arguments.size()), arguments.data(), true,
                                      cache.empty() ? nullptr : cache.c_str());
    set_json_messages(has_json);
    return options;
}

/// The options with the files of a unit, and its folder in place of the current one for what it writes.
Options options_of(const UnitCommand& command, const batch::Unit& unit, const std::string& folder) {
    Options options = command.options;
    options.files = unit.files;
    for (const WrittenOption& row : kWritten) {
        std::string& value = row.value(options);
        if (value.empty() || value == "-") continue;
        fs::create_directories(folder);
        value.insert(0, folder + "/");
    }
    return options;
}

} // namespace

Result<std::string> version_of_program() {
    const auto program = batch::hash_of_files({"/proc/self/exe"});
    if (!program) return std::unexpected(program.error());
    return fmt::format("{} {}", translate::translator_version(), to_string(*program));
}

std::expected<UnitCommand, Exit> unit_command(const Options& batch, const std::string& verb, const batch::Unit& first) {
    auto options = read_options(batch, verb, first);
    if (!options) return std::unexpected(options.error());
    if (batch.store.set_verifies_passes != nullptr) batch.store.set_verifies_passes(options->inspection.verify_passes);
    options->progress = false;
    if (value_of(*options, "--color") != "always") options->color = false;
    if (const Status written = check_written(*options); !written)
        return std::unexpected(report(written.error(), "batch"));
    auto version = version_of_program();
    if (!version) return std::unexpected(report(version.error(), "batch"));
    auto files = hashes_of_option_files(*options);
    if (!files) return std::unexpected(report(files.error(), "batch"));
    batch::Plan plan{verb, batch.store.verb_options, std::move(*files), std::move(*version)};
    return UnitCommand{std::move(*options), std::move(plan)};
}

int run_unit(const UnitCommand& command, const batch::Unit& unit, const std::string& folder) {
    set_json_messages(command.options.json);
    try {
        return static_cast<int>(dispatch(options_of(command, unit, folder)));
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {
        write_message(fmt::format("relit: internal error: {}\n", printable(e.what())));
    }
    return static_cast<int>(Exit::Internal);
}

} // namespace relit::cli
