// relit batch submit --slurm: the shards that lack results as an array job.
#include "base/child_process.hpp"
#include "cli/batch/shards/shards.hpp"
#include "cli/io/messages.hpp"

#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

/// A value of a directive of sbatch, or a word of the shell: between quotes that both read.
Result<std::string> quoted(const std::string& text) {
    if (text.find_first_of("\"\\$`\n") == text.npos) return "\"" + text + "\"";
    return fail(FaultKind::Usage, fmt::format("{}: Slurm takes no path with quotes, backslashes, dollars or line ends",
                                              shown_name(text)));
}

/// Slurm replaces what follows a percent sign in names of files.
std::string with_double_percents(std::string text) {
    for (std::size_t at = 0; (at = text.find('%', at)) != text.npos; at += 2) text.insert(at, 1, '%');
    return text;
}

/// "#SBATCH --mem=4G", if the option is given.
Status add_directive(const Options& options, std::string_view name, std::string& script) {
    const std::string_view value = value_of(options, name);
    if (value.empty()) return {};
    const bool is_plain = std::ranges::all_of(value, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::strchr(":,.-_=/", c) != nullptr;
    });
    if (!is_plain)
        return fail(FaultKind::Usage, fmt::format("{} {}: Slurm takes no such value", name, shown_name(value)));
    script += fmt::format("#SBATCH {}={}\n", name, value);
    return {};
}

/// The options of work that were given to submit.
std::string options_of_work(const Options& options) {
    std::string text = fmt::format("--jobs {}", std::max<std::uint64_t>(options.batch.jobs, 1));
    for (const std::string_view name : {"--time-limit", "--memory-limit"})
        if (is_given(options, name)) text += fmt::format(" {} {}", name, value_of(options, name));
    return options.store.retries ? text + " --retry" : text;
}

Result<std::string> script_of(const Options& options, const std::string& store, const std::string& array) {
    std::error_code error;
    const std::string program = fs::read_symlink("/proc/self/exe", error).string();
    const auto quoted_program = quoted(program), quoted_store = quoted(store),
               folder = quoted(fs::current_path().string()),
               output = quoted(with_double_percents(store) + "/slurm/%A_%a.txt");
    for (const auto* const one : {&quoted_program, &quoted_store, &folder, &output})
        if (!*one) return *one;
    std::string script = fmt::format(
        "#!/bin/sh\n#SBATCH --job-name=relit\n#SBATCH --array={}\n#SBATCH --chdir={}\n"
        "#SBATCH --output={}\n#SBATCH --open-mode=append\n#SBATCH --requeue\n"
        "#SBATCH --ntasks=1\n#SBATCH --cpus-per-task={}\n",
        array, *folder, *output, std::max<std::uint64_t>(options.batch.jobs, 1));
    for (const std::string_view name : {"--mem", "--time", "--gres"})
        if (const Status added = add_directive(options, name, script); !added) return std::unexpected(added.error());
    return script + fmt::format("exec {} batch work {} {}\n", *quoted_program, *quoted_store, options_of_work(options));
}

/// Runs sbatch with a script and gives what it prints, the number of the job.
Result<std::string> submit(const std::string& script) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return fail(fmt::format("cannot run sbatch: {}", std::strerror(errno)));
    (void)std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        (void)::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        (void)::execlp("sbatch", "sbatch", "--parsable", script.c_str(), nullptr);
        ::_exit(127); // as a shell says that there is none
    }
    ::close(ends[1]);
    std::string text;
    std::array<char, 256> piece{};
    for (ssize_t got = 0; (got = ::read(ends[0], piece.data(), piece.size())) != 0;) {
        if (got < 0 && errno != EINTR) break;
        if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
    }
    ::close(ends[0]);
    constexpr std::uint32_t kSeconds = 60;
    if (child < 0) return fail("cannot run sbatch: no process can be made");
    const ChildEnd end = wait_for_child(child, kSeconds);
    if (end.by_itself() && end.exit_code == 127) return fail("cannot run sbatch: it is not installed");
    if (!end.by_itself() || end.exit_code != 0) return fail("sbatch: " + end.text(kSeconds));
    text.resize(std::min(text.find_first_of(";\n"), text.size())); // the name of a cluster may follow
    return text;
}

Exit answer_submission(const Options& options, const std::string& job, const std::string& array, std::size_t shards) {
    const std::string text = shards == 0
                                 ? std::string("no shard lacks results\n")
                                 : fmt::format("job {}: {} shard{}, {}\n", job, shards, shards == 1 ? "" : "s", array);
    return answer_beside(options, text,
                         [&](JsonWriter& json) { json.members({{"job", job}, {"shards", shards}, {"array", array}}); });
}

} // namespace

Exit submit_job(const Options& options, std::span<const std::string> words) {
    const std::string name = shown_name(words[0]);
    if (!options.store.by_slurm) return report({FaultKind::Usage, "name the scheduler: --slurm", {}, 0, 0}, "batch");
    const auto planned = open_planned(words[0]);
    if (!planned) return report(planned.error(), name);
    const auto unfinished = find_unfinished(*planned, options.store.retries);
    if (!unfinished) return report(unfinished.error(), name);
    const std::string array = batch::array_expression(unfinished->shards);
    if (array.empty()) return answer_submission(options, {}, array, 0);
    const std::string store = fs::absolute(words[0]).lexically_normal().string();
    const auto script = script_of(options, store, array);
    if (!script) return report(script.error(), "batch");
    if (options.store.is_dry)
        return answer_beside(options, *script, [&](JsonWriter& json) {
            json.members({{"script", *script}, {"shards", unfinished->shards.size()}, {"array", array}});
        });
    const std::string path = store + "/slurm/job.sh";
    std::error_code ignored;
    fs::create_directories(store + "/slurm", ignored);
    if (const Status written =
            write_output(path, {reinterpret_cast<const std::uint8_t*>(script->data()), script->size()});
        !written)
        return report(written.error(), shown_name(path));
    const auto job = submit(path);
    if (!job) return report(job.error(), "batch");
    return answer_submission(options, *job, array, unfinished->shards.size());
}

} // namespace relit::cli
