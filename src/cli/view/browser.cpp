#include "cli/view/browser.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include <thread>

namespace relit::cli {
namespace {

[[noreturn]] void be_browser(const std::string& program, const std::string& location) {
    constexpr int kNoProgram = 127; // as shells have it
    (void)::setsid();               // it outlives this program
    if (const int nothing = ::open("/dev/null", O_RDWR); nothing >= 0)
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) (void)::dup2(nothing, stream);
    const std::string name = program.empty() ? "xdg-open" : program;
    std::array<char*, 3> arguments = {const_cast<char*>(name.c_str()), const_cast<char*>(location.c_str()), nullptr};
    (void)::execvp(name.c_str(), arguments.data());
    ::_exit(kNoProgram);
}

} // namespace

bool open_in_browser(const std::string& program, const std::string& location) {
    constexpr std::chrono::milliseconds kPatience{5000}, kStep{20};
    const pid_t child = ::fork();
    if (child < 0) return false;
    if (child == 0) be_browser(program, location);
    for (auto waited = std::chrono::milliseconds(0); waited < kPatience; waited += kStep) {
        int state = 0;
        if (::waitpid(child, &state, WNOHANG) == child) return WIFEXITED(state) && WEXITSTATUS(state) == 0;
        std::this_thread::sleep_for(kStep);
    }
    return true;
}

} // namespace relit::cli
