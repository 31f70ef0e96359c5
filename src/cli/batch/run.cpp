// relit batch VERB: finds the units, runs those that have no result, and tells what came of all.
#include "batch/archive/archive.hpp"
#include "batch/file_hashes.hpp"
#include "batch/inputs.hpp"
#include "batch/members.hpp"
#include "bundle/bundle.hpp"
#include "cli/batch/batch.hpp"
#include "cli/batch/unit_command.hpp"
#include "cli/batch/units/gather.hpp"
#include "cli/batch/units/unit_run.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/recognised.hpp"
#include "machine/r500/capture/folder.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

Exit refuse_units(FaultKind kind, std::string text) { return report({kind, std::move(text), {}, 0, 0}, "batch"); }

/// Words of the command line and of the list.
Result<std::vector<std::string>> all_words(const Options& options, std::span<const std::string> words) {
    std::vector<std::string> all(words.begin(), words.end());
    if (options.store.list.empty()) return all;
    const auto list = read_input(options.store.list);
    if (!list)
        return fail(list.error().kind, fmt::format("--files-from {}: {}", options.store.list, list.error().text));
    std::ranges::move(batch::words_of_list(text_of(*list), options.store.by_zero_bytes), std::back_inserter(all));
    return all;
}

Result<batch::Found> find_units(const Options& options, const std::string& verb, std::span<const std::string> words) {
    const auto role = [&](const std::string& folder) {
        std::error_code ignored;
        if (fs::equivalent(folder, options.output, ignored)) return batch::FolderRole::Skip;
        return machine::r500::is_capture_folder(folder) ? batch::FolderRole::Unit : batch::FolderRole::Search;
    };
    if (verb == "diff") return batch::find_pairs(words[0], words[1], role);
    return batch::find_inputs(words, role);
}

/// Returns true if the file is an archive whose files are inputs: no capture, no bundle.
bool is_archive_of_inputs(const std::string& file) {
    std::error_code ignored;
    if (!batch::has_archive_name(file) || fs::is_directory(file, ignored) || !recognised_name(file).empty())
        return false;
    return !bundle::is_bundle_file(file);
}

/// Puts the files of archives in their place. Reports those that are no inputs; gives how many there are.
std::uint64_t open_archives(std::vector<batch::Unit>& units) {
    const auto is_archive = [](const batch::Unit& unit) {
        return unit.files.size() == 1 && is_archive_of_inputs(unit.files[0]);
    };
    auto at = std::ranges::find_if(units, is_archive);
    if (at == units.end()) return 0; // and 100,000 units are not copied
    std::uint64_t refused = 0;
    std::vector<batch::Unit> all(std::move_iterator(units.begin()), std::move_iterator(at));
    for (bool is_first = true; at != units.end(); ++at, is_first = false) {
        if (!is_first && !is_archive(*at)) {
            all.push_back(std::move(*at));
            continue;
        }
        batch::MemberUnits members = batch::units_of_archive(*at);
        std::ranges::move(members.units, std::back_inserter(all));
        for (const batch::RefusedInput& one : members.refused) (void)report(one.fault, shown_name(one.name));
        refused += members.refused.size();
    }
    units = std::move(all);
    return refused;
}

/// Gives the units hashes and keys, by what the run before has kept; those whose files cannot be read are reported and left out.
Result<std::uint64_t> set_keys(const batch::Store& store, std::vector<batch::Unit>& units) {
    const auto now = batch::time_of_file_system(store.running_path("clock"));
    if (!now) return std::unexpected(now.error());
    batch::FileHashes hashes(store.folder() + "/hashes", store.running_path("hashes"), *now);
    const auto hash_contents = [&](const std::string& file) { return hashes.of(file); };
    const std::uint64_t unreadable = std::erase_if(units, [&](batch::Unit& unit) {
        if (unit.archive.empty()) {
            const auto inputs = batch::hash_of_files(unit.files, hash_contents);
            if (!inputs) return (void)report(inputs.error(), "batch"), true;
            unit.inputs = *inputs;
        }
        unit.key = key_of(store.plan(), unit.inputs);
        return false;
    });
    if (const Status written = hashes.finish(); !written) return std::unexpected(written.error());
    return unreadable;
}

} // namespace

std::expected<Gathered, Exit> gather_units(const Options& options, const std::string& verb,
                                           std::span<const std::string> words) {
    const auto refused = [](FaultKind kind, std::string text) {
        return std::unexpected(refuse_units(kind, std::move(text)));
    };
    if (options.output == "-") return refused(FaultKind::Usage, "name the folder of the results: --out STORE");
    const auto inputs = all_words(options, words);
    if (!inputs) return std::unexpected(report(inputs.error(), "batch"));
    if (inputs->empty())
        return refused(FaultKind::Usage, "name the inputs: files, folders, patterns, or --files-from FILE");
    if (std::ranges::count(*inputs, "-") != 0)
        return refused(FaultKind::Usage, "standard input is no input of a unit: name a file");
    if (verb == "diff" && inputs->size() != 2) return refused(FaultKind::Usage, "diff takes two files or two folders");
    auto found = find_units(options, verb, *inputs);
    if (!found) return std::unexpected(report(found.error(), "batch"));
    for (const std::string& file : found->unpaired)
        report_warning(shown_name(file), "has no file of this name to be compared with");
    const std::uint64_t refused_members = verb == "diff" ? 0 : open_archives(found->units);
    if (found->units.empty()) return refused(FaultKind::BadInput, "there is no file among the inputs");
    auto command = unit_command(options, verb, found->units[0]);
    if (!command) return std::unexpected(command.error());
    const std::string name = shown_name(options.output);
    auto store = batch::Store::open_for(options.output, command->plan);
    if (!store) return std::unexpected(report(store.error(), name));
    if (const Status begun = store->begin_run(batch::Sharing::Alone, batch::note_of_this_run({}, {})); !begun)
        return std::unexpected(report(begun.error(), name));
    const auto unreadable = set_keys(*store, found->units);
    if (!unreadable) return std::unexpected(report(unreadable.error(), name));
    return Gathered{std::move(*store), std::move(*command), std::move(found->units), *unreadable + refused_members};
}

Exit run_units(const Options& options, std::span<const std::string> words) {
    auto gathered = gather_units(options, options.files[0], words);
    if (!gathered) return gathered.error();
    batch::Store& store = gathered->store;
    const std::string name = shown_name(store.folder());
    if (store.has_shards())
        return report({FaultKind::Usage, "has a plan with shards, which batch work runs: name another store", {}, 0, 0},
                      name);
    if (const Status written = store.write_units(gathered->units); !written) return report(written.error(), name);
    return run_in_store(options, store, gathered->command, std::move(gathered->units), gathered->unreadable);
}

} // namespace relit::cli
