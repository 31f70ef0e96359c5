#include "cli/batch/unit_command.hpp"

#include "base/printable.hpp"
#include "cli/dispatch.hpp"
#include "cli/io/files.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/temporary.hpp"
#include "cli/options/parse.hpp"
#include "cli/options/tables.hpp"
#include "translate/key.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

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
    // Files stand first, so that an option at the end which lacks its value takes nothing else for it.
    for (const std::string& file : first.files) words.push_back(file.starts_with('-') ? "./" + file : file);
    words.insert(words.end(), batch.store.verb_options.begin(), batch.store.verb_options.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const bool has_json = has_json_messages();
    const std::string& cache = batch.cache.folder;
    auto options = parse_command_line(static_cast<int>(arguments.size()), arguments.data(), true,
                                      cache.empty() ? nullptr : cache.c_str());
    set_json_messages(has_json);
    return options;
}

/// Returns true if the value names a file or folder: not standard input, no cache at all, or one on a server.
bool is_path(std::string_view value) {
    if (value.empty() || value == "-" || value == "off") return false;
    return value.substr(0, value.find(',')).find("://") == value.npos;
}

/// Options that name what a unit reads besides its files.
using ReadName = std::string& (*)(Options& options);
constexpr ReadName kRead[] = {
    [](Options& options) -> std::string& { return options.run.inputs; },
    [](Options& options) -> std::string& { return options.run.constants_from; },
    [](Options& options) -> std::string& { return options.run.table.registers; },
    [](Options& options) -> std::string& { return options.cache.folder; },
};

/// The current folder is another one while this lives. An exception (std::system_error) if it cannot be.
class WorkingFolder {
public:
    /// `folder`: empty: it stays.
    explicit WorkingFolder(const std::string& folder) {
        if (folder.empty()) return;
        before_ = fs::current_path();
        fs::current_path(folder);
    }
    ~WorkingFolder() {
        std::error_code ignored;
        if (!before_.empty()) fs::current_path(before_, ignored);
    }
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;
    WorkingFolder(WorkingFolder&&) = delete;
    WorkingFolder& operator=(WorkingFolder&&) = delete;

private:
    fs::path before_;
};

/// The options with the files of a unit, and its folder in place of the current one for what it writes.
Options options_of(const UnitCommand& command, const batch::Unit& unit, const std::string& folder) {
    Options options = command.options;
    options.files = unit.files;
    const bool is_elsewhere = !unit.archive.empty(); // than in the folder that names are relative to
    const std::string own = is_elsewhere ? fs::absolute(folder).string() : folder;
    for (const WrittenOption& row : kWritten) {
        std::string& value = row.value(options);
        if (value.empty() || value == "-") continue;
        fs::create_directories(own);
        value.insert(0, own + "/");
    }
    for (const ReadName name : kRead)
        if (std::string& value = name(options); is_elsewhere && is_path(value)) value = fs::absolute(value).string();
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

Result<int> run_unit(const UnitCommand& command, const batch::Unit& unit, const std::string& folder,
                     const std::string& in) {
    set_json_messages(command.options.json);
    (void)take_full_disk();
    Exit exit = Exit::Internal;
    bool is_disk_full = false;
    try {
        const Options options = options_of(command, unit, folder);
        const WorkingFolder there(in);
        exit = dispatch(options);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {
        const auto* const of_system = dynamic_cast<const std::system_error*>(&e);
        is_disk_full = of_system != nullptr && of_system->code() == std::errc::no_space_on_device;
        write_message(fmt::format("relit: internal error: {}\n", printable(e.what())));
    }
    is_disk_full = take_full_disk() || is_disk_full;
    if (is_disk_full) return fail(std::make_error_code(std::errc::no_space_on_device).message());
    return static_cast<int>(exit);
}

} // namespace relit::cli
