// A batch of sixteen threads that a signal ends at a random time leaves no temporary file, and what it has written is whole.
#include "tests/soak/failing/files.hpp"
#include "tests/soak/soak.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <random>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

namespace relit::soak {
namespace {

namespace fs = std::filesystem;
using failing::Files, failing::files_in;
using Clock = std::chrono::steady_clock;

/// Programs, and what becomes of them without a signal.
class Batch {
public:
    Batch() : folder_(fs::temp_directory_path() / fmt::format("relit-signals-{}", ::getpid())) {
        fs::create_directories(folder_);
        const std::string in = (folder_ / "in").string();
        if (std::system(fmt::format("{} sample rsx.fp --count 300 -o {}", program_, in).c_str()) != 0)
            throw std::runtime_error("no programs");
        const auto begin = Clock::now();
        (void)ended(begin_batch(), begin + std::chrono::hours(1), 0);
        length_ = Clock::now() - begin;
        whole_ = files_in(out());
    }
    ~Batch() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    std::string fault(int signal, double when) {
        fs::remove_all(out());
        const pid_t process = begin_batch();
        const auto at = Clock::now() + std::chrono::duration_cast<Clock::duration>(when * length_);
        const int status = ended(process, at, signal);
        if (WIFSIGNALED(status) && WTERMSIG(status) != signal) return fmt::format("signal {}", WTERMSIG(status));
        if (!fs::exists(out())) return {};
        for (const auto& [name, bytes] : files_in(out())) {
            if (name.contains(".relit-")) return fmt::format("{} is left behind by signal {}", name, signal);
            const auto wanted = whole_.find(name);
            if (wanted == whole_.end() || wanted->second != bytes) return fmt::format("{} is not whole", name);
        }
        return {};
    }

private:
    [[nodiscard]] fs::path out() const { return folder_ / "out"; }
    pid_t begin_batch() {
        const std::string in = (folder_ / "in").string(), out_name = out().string();
        const char* const words[] = {program_.c_str(), "translate", "--each", in.c_str(),       "--isa", "rsx.fp",
                                     "--jobs",         "16",        "-o",     out_name.c_str(), nullptr};
        const pid_t process = ::fork();
        if (process != 0) return process;
        const int nothing = ::open("/dev/null", O_WRONLY);
        ::dup2(nothing, STDOUT_FILENO), ::dup2(nothing, STDERR_FILENO);
        ::execv(words[0], const_cast<char* const*>(words));
        ::_exit(127);
    }
    /// Its status; it gets the signal at a time, unless it has ended.
    static int ended(pid_t process, Clock::time_point at, int signal) {
        int status = 0;
        while (::waitpid(process, &status, WNOHANG) == 0) {
            if (Clock::now() >= at) {
                ::kill(process, signal);
                ::waitpid(process, &status, 0);
                break;
            }
            std::this_thread::sleep_for(std::chrono::microseconds(500));
        }
        return status;
    }

    const std::string program_ = std::getenv("RELIT_PROGRAM") != nullptr ? std::getenv("RELIT_PROGRAM") : RELIT_PROGRAM;
    fs::path folder_;
    Files whole_;
    Clock::duration length_{};
};

} // namespace

std::string signals(std::uint64_t first, std::uint64_t end) {
    Batch batch;
    return each_seed(first, end, [&](std::uint64_t seed) {
        constexpr int kSignals[] = {SIGHUP, SIGTERM, SIGINT};
        std::mt19937_64 random(seed);
        return batch.fault(kSignals[seed % std::size(kSignals)], std::uniform_real_distribution()(random));
    });
}

} // namespace relit::soak
