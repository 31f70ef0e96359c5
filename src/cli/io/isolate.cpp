#include "cli/io/isolate.hpp"

#include "base/child_process.hpp"
#include "base/file.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/temporary.hpp"
#include "cli/options/tables.hpp"

#include <sys/prctl.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

namespace relit::cli {
namespace {

Status copy_to_stdout(std::FILE* from) {
    if (std::fseek(from, 0, SEEK_SET) != 0) return cannot_write();
    std::array<char, 1 << 16> part{};
    for (std::size_t count = 0; (count = std::fread(part.data(), 1, part.size(), from)) != 0;)
        if (std::fwrite(part.data(), 1, count, stdout) != count) return cannot_write();
    return std::fflush(stdout) == 0 ? Status{} : cannot_write();
}

/// Exceptions of the verb reach main(), as in a process that is not isolated; otherwise this does not return.
void be_child(std::FILE* output, const std::function<Exit()>& verb) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)::dup2(::fileno(output), STDOUT_FILENO);
    end_child(verb());
}

Exit no_process(const std::string& file) {
    return report(
        {FaultKind::Device, fmt::format("no process of its own can be made: {}", std::strerror(errno)), {}, 0, 0},
        file);
}

} // namespace

Exit run_isolated(const Options& options, const std::function<Exit()>& verb) {
    const std::string file = options.files.empty() ? std::string() : options.files.front();
    const File output(std::tmpfile());
    if (output == nullptr) return no_process(file);
    (void)std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child < 0) return no_process(file);
    if (child == 0) be_child(output.get(), verb);
    const ChildEnd end = wait_for_child(child, options.device.isolate);
    if (end.by_itself()) {
        const auto exit = static_cast<Exit>(exit_of_child(*end.exit_code));
        const Status copied = copy_to_stdout(output.get());
        return copied ? exit : report(copied.error(), "<stdout>");
    }
    const std::string text =
        fmt::format("no result of {} in a process of its own: {}; a fault of the driver, or of Relit",
                    options.verb->name, end.text(options.device.isolate));
    return report({FaultKind::Device, text, {}, 0, 0}, file);
}

} // namespace relit::cli
