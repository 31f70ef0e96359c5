#include "batch/times.hpp"

#include "batch/unit.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

/// "HASH MICROSECONDS"
std::optional<std::pair<Hash128, std::uint64_t>> time_from(std::string_view line) {
    const std::size_t blank = line.find(' ');
    if (blank == line.npos) return std::nullopt;
    const auto hash = hash_from(line.substr(0, blank));
    std::uint64_t time = 0;
    const auto end = std::from_chars(line.data() + blank + 1, line.data() + line.size(), time);
    if (!hash || end.ec != std::errc() || end.ptr != line.data() + line.size()) return std::nullopt;
    return std::pair(*hash, time);
}

} // namespace

void TimeLog::add(Hash128 inputs, std::uint64_t microseconds) {
    if (!std::exchange(is_tried_, true)) {
        (void)::mkdir(folder_.c_str(), 0777);
        std::string pattern = folder_ + "/XXXXXX";
        const int file = ::mkstemp(pattern.data());
        if (file >= 0) (void)::fchmod(file, 0644);
        if (file >= 0) file_.reset(::fdopen(file, "w"));
    }
    if (file_ != nullptr)
        (void)std::fputs(fmt::format("{} {}\n", to_string(inputs), microseconds).c_str(), file_.get());
}

void TimeLog::flush() {
    if (file_ != nullptr) (void)std::fflush(file_.get());
}

void add_times(const std::string& store, Times& times) {
    std::error_code error;
    fs::directory_iterator at(store + "/times", error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        std::ifstream file(at->path(), std::ios::binary);
        for (std::string line; std::getline(file, line);) {
            const auto time = time_from(line);
            if (!time || file.eof()) continue; // the last line has no end: it may be cut off
            const auto [there, is_new] = times.insert(*time);
            if (!is_new && time->second < there->second) there->second = time->second;
        }
    }
}

} // namespace relit::batch
