// relit batch work: the units of a shard, in a store where others work on theirs.
#include "base/text.hpp"
#include "batch/members.hpp"
#include "cli/batch/command_line.hpp"
#include "cli/batch/shards/shards.hpp"
#include "cli/batch/units/unit_run.hpp"
#include "cli/io/messages.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace relit::cli {
namespace {

std::unexpected<Fault> wrong(std::string text) { return fail(FaultKind::Usage, std::move(text)); }

/// The shards that a variable of the environment names, with which the message begins if it is wrong.
Result<batch::ShardChoice> choice_of(const char* variable, const std::string& text, bool is_part) {
    const auto choice = batch::shard_choice_from(text);
    if (choice && (choice->parts != 0) == is_part) return choice;
    return wrong(fmt::format("{}={}: it is no shard", variable, shown_name(text)));
}

Result<batch::ShardChoice> choice_of(const StoreOptions& options) {
    const ShardEnvironment& environment = options.environment;
    if (!options.shard.empty()) {
        auto choice = batch::shard_choice_from(options.shard);
        if (!choice) return wrong(fmt::format("--shard {}", choice.error().text));
        return choice;
    }
    if (!environment.slurm_task.empty()) return choice_of("SLURM_ARRAY_TASK_ID", environment.slurm_task, false);
    if (!environment.completion.empty()) {
        const auto index = parse_integer(environment.completion); // from 0
        const std::string number = index ? std::to_string(*index + 1) : environment.completion;
        return choice_of("JOB_COMPLETION_INDEX", index && *index < 0 ? environment.completion : number, false);
    }
    if (!environment.node_index.empty())
        return choice_of("CI_NODE_INDEX/CI_NODE_TOTAL", environment.node_index + "/" + environment.node_total, true);
    return wrong(
        "name the shard: --shard N or I/M, or SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, or CI_NODE_INDEX "
        "and CI_NODE_TOTAL");
}

/// How the scheduler calls this process, "12_7".
std::string job_of(const ShardEnvironment& environment) {
    if (environment.slurm_job.empty() || environment.slurm_task.empty()) return {};
    return environment.slurm_job + "_" + environment.slurm_task;
}

/// The command of a plan, as this build reads it. What is wrong is reported: it is another build's, too.
std::expected<UnitCommand, Exit> command_of(const Options& options, const PlannedStore& planned) {
    const batch::Plan& plan = planned.store.plan();
    const std::string& folder = planned.store.folder();
    const auto refuse = [&](const Fault& fault) { return std::unexpected(report(fault, shown_name(folder))); };
    auto version = version_of_program();
    if (!version) return refuse(version.error());
    batch::Plan own = plan;
    own.version = std::move(*version);
    if (const auto same_build = batch::Store::open_for(folder, own); !same_build) return refuse(same_build.error());
    if (!is_verb_of_units(plan.verb))
        return refuse({FaultKind::BadInput, "plan.json: its verb is none that batch runs", {}, 0, 0});
    Options typed = options;
    typed.store.verb_options = plan.options;
    auto command = unit_command(typed, plan.verb, planned.units[0]);
    if (!command) return command;
    if (const auto same = batch::Store::open_for(folder, command->plan); !same) return refuse(same.error());
    return command;
}

/// The units with contents of their own in these shards, which are sorted.
std::vector<batch::Unit> units_in(const PlannedStore& planned, const std::vector<std::uint32_t>& shards) {
    std::vector<batch::Unit> units;
    for (std::uint32_t i = 0; i < planned.units.size(); ++i)
        if (planned.firsts[i] == i && std::ranges::binary_search(shards, planned.units[i].shard))
            units.push_back(planned.units[i]);
    return units;
}

/// Hashes of inputs as they are now; archives are read once each.
class InputsNow {
public:
    Result<Hash128> of(const batch::Unit& unit) {
        if (unit.archive.empty()) return batch::hash_of_files(unit.files);
        const auto [found, is_new] = archives_.try_emplace(unit.archive);
        if (is_new)
            for (const batch::Unit& one : batch::units_of_archive({unit.archive, {unit.archive}, {}, {}}).units)
                found->second.emplace(one.member, one.inputs);
        const auto inputs = found->second.find(unit.member);
        if (inputs == found->second.end()) return fail(fmt::format("{}: it is not there any more", unit.name));
        return inputs->second;
    }

private:
    std::map<std::string, std::map<std::uint64_t, Hash128>> archives_;
};

/// Reports and leaves out units whose files are not there or not those of the plan: their results would have its keys.
std::uint64_t leave_out_changed(std::vector<batch::Unit>& units) {
    InputsNow now;
    return std::erase_if(units, [&](const batch::Unit& unit) {
        const auto inputs = now.of(unit);
        if (!inputs) return (void)report(inputs.error(), "batch"), true;
        if (*inputs == unit.inputs) return false;
        return (void)report({FaultKind::BadInput, "its contents are not those of the plan: plan again", {}, 0, 0},
                            shown_name(unit.name)),
               true;
    });
}

} // namespace

Exit work_on_shard(const Options& options, std::span<const std::string> words) {
    const std::string name = shown_name(words[0]);
    auto planned = open_planned(words[0]);
    if (!planned) return report(planned.error(), name);
    const auto choice = choice_of(options.store);
    if (!choice) return report(choice.error(), "batch");
    const auto shards = chosen_shards(*choice, planned->shards());
    if (!shards) return report(shards.error(), name);
    const auto command = command_of(options, *planned);
    if (!command) return command.error();
    const auto note = batch::note_of_this_run(job_of(options.store.environment), *shards);
    if (const Status begun = planned->store.begin_run(batch::Sharing::Together, note); !begun)
        return report(begun.error(), name);
    std::vector<batch::Unit> units = units_in(*planned, *shards);
    const std::uint64_t unreadable = leave_out_changed(units);
    return run_in_store(options, planned->store, *command, std::move(units), unreadable);
}

} // namespace relit::cli
