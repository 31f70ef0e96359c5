#include "cli/report/temporary_folder.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>

namespace relit::cli {
namespace {

/// A pipe whose ends are not mistaken for standard streams, where those are closed; -1, -1 if there is none.
std::array<int, 2> make_pipe() {
    constexpr int kFirstFree = 3;
    std::array<int, 2> low{}, ends{-1, -1};
    if (::pipe2(low.data(), O_CLOEXEC) != 0) return ends;
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = ::fcntl(low[i], F_DUPFD_CLOEXEC, kFirstFree);
    for (const int end : low) ::close(end);
    return ends;
}

/// Waits until no process has the other end, or for the byte that says that there is nothing to do.
[[noreturn]] void remove_at_end(const std::string& folder, const std::array<int, 2>& ends) {
    for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_IGN);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::close(stream); // readers of pipes wait for them
    ::close(ends[1]);
    char byte = 0;
    ssize_t got = 0;
    do got = ::read(ends[0], &byte, 1);
    while (got < 0 && errno == EINTR);
    std::error_code ignored;
    if (got == 0) std::filesystem::remove_all(folder, ignored);
    ::_exit(0);
}

} // namespace

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    end_remover();
}

void TemporaryFolder::keep() {
    path_.clear();
    end_remover();
}

void TemporaryFolder::start_remover() {
    const std::array<int, 2> ends = make_pipe();
    if (ends[0] >= 0 && ends[1] >= 0) {
        remover_ = ::fork();
        if (remover_ == 0) remove_at_end(path_, ends);
        pipe_ = ends[1];
    } else if (ends[1] >= 0) {
        ::close(ends[1]);
    }
    if (ends[0] >= 0) ::close(ends[0]);
}

void TemporaryFolder::end_remover() {
    if (pipe_ < 0) return;
    const char byte = 0;
    const bool was_told = ::write(pipe_, &byte, 1) == 1;
    ::close(std::exchange(pipe_, -1));
    if (was_told && remover_ > 0) (void)::waitpid(remover_, nullptr, 0);
    remover_ = -1;
}

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code error;
    TemporaryFolder folder;
    std::string name = (std::filesystem::temp_directory_path(error) / "relit-report-XXXXXX").string();
    if (error || ::mkdtemp(name.data()) == nullptr)
        return fail(FaultKind::Usage, "there is no folder for temporary files: set TMPDIR");
    folder.path_ = std::move(name);
    folder.start_remover();
    return folder;
}

} // namespace relit::cli
