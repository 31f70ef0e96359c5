// The command line program: the only place that reads argv and the environment.
#include "base/printable.hpp"
#include "cli/dispatch.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/temporary.hpp"
#include "cli/options/parse.hpp"
#include "pass/pass.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <typeinfo>

#include <fmt/format.h>

namespace {

namespace cli = relit::cli;

bool verify_passes = false; // set before anything is translated

/// If a standard stream is closed, the next file to be opened would take its number: reading and writing it fails instead.
void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) == -1) (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Large pieces of memory go back to the system when they are freed, also after larger ones were: glibc would keep them.
void give_back_large_memory() {
#ifdef __GLIBC__
    constexpr int kLarge = 2 << 20, kKept = 4 << 20;
    (void)::mallopt(M_MMAP_THRESHOLD, kLarge);
    (void)::mallopt(M_TRIM_THRESHOLD, kKept);
#endif
}

/// Takes no memory.
void report_out_of_memory() {
    constexpr std::string_view kText = "relit: error: out of memory\n";
    constexpr std::string_view kJson = "{\"error\":{\"code\":5,\"kind\":\"internal\",\"text\":\"out of memory\"}}\n";
    cli::write_message(cli::has_json_messages() ? kJson : kText);
}

/// Libraries of others ask for memory in functions that must not throw, too: what was to end the process as a mistake of the program
/// ends it as exhausted memory does elsewhere.
[[noreturn]] void terminate() {
    const std::type_info* const thrown = abi::__cxa_current_exception_type();
    if (thrown == nullptr || *thrown != typeid(std::bad_alloc)) __gnu_cxx::__verbose_terminate_handler();
    static std::atomic<bool> is_ending = false;
    while (is_ending.exchange(true)) ::pause(); // another thread does
    cli::remove_temporaries();
    report_out_of_memory();
    std::_Exit(static_cast<int>(cli::Exit::Internal));
}

void set_verifies_passes(bool is_asked) { verify_passes = std::getenv("RELIT_VERIFY_PASSES") != nullptr || is_asked; }

/// Sets what the options say of the process, and the other way round.
void set_process(cli::Options& options) {
    set_verifies_passes(options.inspection.verify_passes);
    options.store.set_verifies_passes = set_verifies_passes;
    const auto text_of = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    options.store.environment = {text_of("SLURM_ARRAY_TASK_ID"), text_of("SLURM_ARRAY_JOB_ID"),
                                 text_of("JOB_COMPLETION_INDEX"), text_of("CI_NODE_INDEX"), text_of("CI_NODE_TOTAL")};
}

} // namespace

bool relit::pass::verifies_passes() { return verify_passes; }

int main(int count, char** arguments) {
    hold_standard_streams();
    give_back_large_memory();
    cli::clean_up_on_signals();
    std::set_terminate(terminate);
    try {
        auto options =
            cli::parse_command_line(count, arguments, std::getenv("NO_COLOR") != nullptr, std::getenv("RELIT_CACHE"));
        if (options) set_process(*options);
        return static_cast<int>(options ? cli::dispatch(*options) : options.error());
    } catch (const std::bad_alloc&) {
        report_out_of_memory();
    } catch (const std::exception& e) {
        if (cli::has_json_messages())
            cli::report_error({relit::FaultKind::Internal, e.what(), {}, 0, 0}, {});
        else
            cli::write_message(fmt::format("relit: internal error: {}\n", relit::printable(e.what())));
    }
    return static_cast<int>(cli::Exit::Internal);
}
