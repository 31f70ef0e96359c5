// The command line program: the only place that reads argv and the environment.
#include "cli/program.hpp"

#include <csignal>
#include <exception>

#include <fmt/format.h>

namespace {

namespace cli = relit::cli;

cli::Exit dispatch(const cli::Options& options) {
    struct Row {
        std::string_view name;
        cli::Verb run;
    };
    static constexpr Row kVerbs[] = {
#define VERB(name, summary) {#name, cli::name},
#include "cli/verbs.inc"
#undef VERB
    };
    for (const Row& row : kVerbs) {
        if (row.name == options.verb) return row.run(options);
    }
    return cli::Exit::Usage;
}

} // namespace

int main(int count, char** arguments) {
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is a fault of the write, told like any other
    try {
        const auto options = cli::parse_command_line(count, arguments);
        return static_cast<int>(options ? dispatch(*options) : options.error());
    } catch (const std::exception& e) {
        fmt::print(stderr, "relit: internal error: {}\n", e.what());
        return static_cast<int>(cli::Exit::Internal);
    }
}
