// What a cache must stand: processes that are killed anywhere, files that are damaged anyhow. Each trial gives what went wrong,
// or nothing; tests run a share of them, soaks the large counts.
#pragma once

#include "cache/cache.hpp"
#include "translate/record.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace relit::test {

/// A folder of its own that goes with it.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string cache() const { return (path_ / "cache").string(); }

private:
    std::filesystem::path path_;
};

inline constexpr std::uint64_t kTrialBuild = 42;
[[nodiscard]] cache::Settings trial_settings(const std::string& folder);
/// The key and the value of a number: nothing else may ever be found under it.
[[nodiscard]] cache::Key trial_key(std::uint64_t number);
[[nodiscard]] std::vector<std::uint8_t> trial_value(std::uint64_t number);
void put_trial(cache::Cache& cache, std::uint64_t number);
enum class Found : std::uint8_t { Right, Nothing, Wrong };
[[nodiscard]] Found find_trial(cache::Cache& cache, std::uint64_t number);

/// All that a result says, as bytes.
template <class T>
[[nodiscard]] std::vector<std::uint8_t> record_of(const T& result) {
    return translate::bytes_of(translate::Kept<T>{result, {}, {}});
}

/// Runs `body` in a child process; its exit status as waitpid() gives it.
[[nodiscard]] int in_child(const std::function<int()>& body);

/// Kills a writer at every write point there is, in turn; `is_done` tells that it came to its end. Whatever was committed is
/// there afterwards.
[[nodiscard]] std::string write_point_fault(std::uint64_t point, bool torn, bool from_empty, bool& is_done);
/// Whether every process is the first of a pid namespace of its own, as in a container.
enum class Processes : std::uint8_t { Together, Contained };
/// Why processes cannot be contained here; empty where they can.
[[nodiscard]] std::string not_contained();
/// Kills one of four writers and four readers at random for each seed.
[[nodiscard]] std::string random_kills_fault(std::uint64_t first, std::uint64_t end, Processes processes);
/// Four containers fill one folder and read what the others have put: all 480 entries must be there.
[[nodiscard]] std::string containers_fault();
/// Damages the files of a cache at random, then uses it.
[[nodiscard]] std::string corruption_fault(std::uint64_t seed);
/// Damages a pack at random, then reads it: what lies in front of the damage is there, and nothing is wrong.
[[nodiscard]] std::string pack_fault(std::uint64_t seed);

} // namespace relit::test
