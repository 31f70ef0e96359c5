#include "bench/callgrind.hpp"

#include <fmt/format.h>

#include <malloc.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_DUMP_STATS
#endif

namespace relit::bench {
namespace {

double total(const std::filesystem::path& counts) {
    std::ifstream in(counts);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("totals: ")) return std::atof(line.c_str() + 8);
    }
    return 0;
}

} // namespace

bool is_counting() { return RUNNING_ON_VALGRIND != 0; }

void count(const std::function<void()>& work) {
    malloc_trim(0); // what was freed so far is tidied up now, not when the work asks for memory
    CALLGRIND_START_INSTRUMENTATION;
    work();
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS;
}

std::vector<double> counts_of(const std::string& benchmark, std::size_t pieces) {
    const auto self = std::filesystem::read_symlink("/proc/self/exe");
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("relit-bench-{}", getpid());
    std::filesystem::create_directories(folder);
    const std::string out = (folder / "counts").string();
    const std::string command = fmt::format(
        "valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file='{}' '{}' "
        "--benchmark_filter='^{}' >/dev/null 2>&1",
        out, self.string(), benchmark);
    std::vector<double> counts;
    const bool ran = std::system(command.c_str()) == 0;
    for (std::size_t i = 1; ran && i <= pieces; ++i) {
        if (const double executed = total(fmt::format("{}.{}", out, i)); executed > 0) counts.push_back(executed);
    }
    std::filesystem::remove_all(folder);
    return counts;
}

} // namespace relit::bench
