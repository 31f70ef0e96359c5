#include "tests/soak/worker.hpp"

#include "base/child_process.hpp"
#include "base/file.hpp"

#include <sys/prctl.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

namespace relit::soak {
namespace {

/// A row "COUNT NAME" for each count, an empty row, the fault.
std::string written(const Tally& tally, const std::string& fault) {
    std::string text;
    for (const auto& [name, count] : tally.rows()) text += fmt::format("{} {}\n", count, name);
    return text + "\n" + fault;
}

Outcome read(std::FILE* from) {
    std::rewind(from);
    std::string text;
    for (int c = 0; (c = std::fgetc(from)) != EOF;) text += static_cast<char>(c);
    Outcome outcome;
    std::istringstream in(text);
    for (std::string row; std::getline(in, row) && !row.empty();) {
        const std::size_t space = row.find(' ');
        outcome.tally[row.substr(space + 1)] = std::stoull(row.substr(0, space));
    }
    outcome.fault.assign(std::istreambuf_iterator<char>(in), {});
    return outcome;
}

[[noreturn]] void be_worker(std::FILE* answer, const std::function<std::string(Tally&)>& check) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    Tally tally;
    std::string fault;
    try {
        fault = check(tally);
    } catch (const std::exception& thrown) {
        fault = fmt::format("it threw: {}", thrown.what());
    }
    const std::string text = written(tally, fault);
    const bool is_written = std::fwrite(text.data(), 1, text.size(), answer) == text.size() && std::fflush(answer) == 0;
    (void)std::fflush(nullptr);
    ::_exit(is_written ? 0 : 1);
}

} // namespace

Outcome check_apart(std::uint32_t seconds, const std::function<std::string(Tally&)>& check) {
    const File answer(std::tmpfile());
    (void)std::fflush(nullptr);
    const pid_t worker = answer != nullptr ? ::fork() : -1;
    if (worker < 0) return {fmt::format("no process: {}", std::strerror(errno)), {}, false};
    if (worker == 0) be_worker(answer.get(), check);
    const ChildEnd end = wait_for_child(worker, seconds);
    if (end.by_itself() && *end.exit_code == 0) return read(answer.get());
    return {fmt::format("its process gave no answer: {}", end.text(seconds)), {}, false};
}

} // namespace relit::soak
