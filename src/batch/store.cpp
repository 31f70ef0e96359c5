#include "batch/store.hpp"

#include "base/file.hpp"
#include "base/json/document.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "batch/manifest.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostPlan = std::uint64_t{16} << 20;

std::unexpected<Fault> cannot(std::string_view what) {
    return fail(fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

/// Writes all of a file and synchronises it.
Status write_whole(const std::string& path, std::string_view text) {
    const File file(std::fopen(path.c_str(), "wb"));
    if (file == nullptr) return cannot("write");
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() &&
                            std::fflush(file.get()) == 0 && ::fsync(::fileno(file.get())) == 0;
    return is_written ? Status() : cannot("write");
}

std::string temporary_of(const std::string& target) {
    const RunNote here = note_of_this_run({}, {});
    return fmt::format("{}.{}.{}", target, here.host, here.process);
}

Status replace(const std::string& target, std::string_view text) {
    const std::string temporary = temporary_of(target);
    Status written = write_whole(temporary, text);
    if (written && std::rename(temporary.c_str(), target.c_str()) != 0) written = cannot("write");
    if (!written) (void)::unlink(temporary.c_str());
    return written;
}

Result<Plan> read_plan(const std::string& folder) {
    const auto bytes = read_file(folder + "/plan.json", kMostPlan);
    if (!bytes) return fail(fmt::format("is no store of results: plan.json: {}", bytes.error().text));
    auto plan = plan_from(text_of(*bytes));
    if (!plan) return fail(fmt::format("is no store of results: plan.json: {}", plan.error().text));
    return plan;
}

Status make_folders(const std::string& folder) {
    for (const char* const part : {"", "/results", "/quarantined", "/running"}) {
        std::error_code error;
        fs::create_directories(folder + part, error);
        if (error) return fail(fmt::format("cannot be made: {}", error.message()));
    }
    return {};
}

/// Returns true if the folder is not there, or has nothing but what a run makes before the plan: it may have been killed.
bool is_free(const std::string& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return true;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        const std::string name = at->path().filename().string();
        const bool is_part = name == "results" || name == "quarantined" || name == "running";
        std::error_code ignored;
        if (!name.starts_with("plan.json.") && !(is_part && fs::is_empty(at->path(), ignored))) return false;
    }
    return !error;
}

std::string difference_of(const Plan& there, const Plan& plan) {
    if (there.verb != plan.verb || there.options != plan.options)
        return fmt::format("has the results of another command, {}: name another store", there.command());
    if (there.option_files != plan.option_files)
        return fmt::format(
            "has the results of {} with other contents of a file that an option names: name another store",
            there.command());
    return "has the results of another build of the program: name another store";
}

/// Shards are ranges of the list, and no number is left out; or there are none.
bool follows(const std::vector<Unit>& units, const Unit& next) {
    if (units.empty()) return next.shard <= 1;
    const std::uint32_t before = units.back().shard;
    return next.shard == before || (before != 0 && next.shard == before + 1);
}

Result<Quarantine> quarantine_from(std::string_view text) {
    const auto json = read_json(text, {.bytes = kMostPlan});
    if (!json) return std::unexpected(json.error());
    try {
        return Quarantine{(**json).at("reason").get<std::string>(), (**json).at("location").get<std::string>()};
    } catch (const nlohmann::json::exception&) {
        return fail("a member lacks");
    }
}

} // namespace

Result<Store> Store::open(const std::string& folder) {
    auto plan = read_plan(folder);
    if (!plan) return std::unexpected(plan.error());
    return Store(folder, std::move(*plan));
}

Result<Store> Store::open_for(const std::string& folder, const Plan& plan) {
    std::error_code ignored;
    if (!fs::exists(folder + "/plan.json", ignored)) {
        if (!is_free(folder)) return fail(FaultKind::Usage, "is neither a store of results nor an empty folder");
        if (const Status made = make_folders(folder); !made) return std::unexpected(made.error());
        if (const Status written = replace(folder + "/plan.json", plan_text(plan)); !written)
            return std::unexpected(written.error());
    }
    auto there = read_plan(folder);
    if (!there) return std::unexpected(there.error());
    if (*there != plan) return fail(FaultKind::Usage, difference_of(*there, plan));
    if (const Status made = make_folders(folder); !made) return std::unexpected(made.error());
    return Store(folder, std::move(*there));
}

Status Store::begin_run(Sharing sharing, const RunNote& note) {
    auto run = Run::begin(folder_, sharing, note);
    if (!run) return std::unexpected(run.error());
    run_ = std::move(*run);
    return {};
}

std::string Store::path_of(const char* kind, Hash128 key) const {
    const std::string digits = to_string(key);
    return fmt::format("{}/{}/{}/{}", folder_, kind, digits.substr(0, 2), digits);
}

Status Store::write_units(std::span<const Unit> units) const {
    const std::string target = folder_ + "/units.jsonl", temporary = temporary_of(target);
    File file(std::fopen(temporary.c_str(), "wb"));
    if (file == nullptr) return cannot("write units.jsonl");
    bool is_written = true;
    for (const Unit& unit : units) is_written = is_written && std::fputs(unit_line(unit).c_str(), file.get()) >= 0;
    is_written = is_written && std::fflush(file.get()) == 0 && ::fsync(::fileno(file.get())) == 0 &&
                 std::rename(temporary.c_str(), target.c_str()) == 0;
    if (is_written) return {};
    const auto fault = cannot("write units.jsonl");
    (void)::unlink(temporary.c_str());
    return fault;
}

Result<std::vector<Unit>> Store::units() const {
    std::ifstream file(folder_ + "/units.jsonl", std::ios::binary);
    if (!file) return fail(fmt::format("units.jsonl: cannot open: {}", std::strerror(errno)));
    std::vector<Unit> units;
    for (std::string line; std::getline(file, line);) {
        auto unit = unit_from(line);
        if (!unit) return fail(fmt::format("units.jsonl, line {}: {}", units.size() + 1, unit.error().text));
        if (!follows(units, *unit))
            return fail(fmt::format("units.jsonl, line {}: shard {} does not follow", units.size() + 1, unit->shard));
        units.push_back(std::move(*unit));
    }
    if (file.bad()) return fail("units.jsonl: cannot be read");
    return units;
}

bool Store::has_shards() const {
    std::ifstream file(folder_ + "/units.jsonl", std::ios::binary);
    std::string line;
    if (!std::getline(file, line)) return false;
    const auto unit = unit_from(line);
    return unit && unit->shard != 0;
}

Result<std::optional<Record>> Store::find(Hash128 key, const TakePart& take) const {
    const std::string path = result_path(key);
    if (::access(path.c_str(), F_OK) != 0) {
        if (errno == ENOENT) return std::nullopt;
        return cannot("read");
    }
    auto record = read_record(path, key, take);
    if (!record) return std::unexpected(record.error());
    return std::move(*record);
}

Status Store::put(const std::string& path, const std::string& target) const {
    if (std::rename(path.c_str(), target.c_str()) == 0) return {};
    if (errno != ENOENT) return cannot("write");
    (void)::mkdir(target.substr(0, target.rfind('/')).c_str(), 0777);
    return std::rename(path.c_str(), target.c_str()) == 0 ? Status() : cannot("write");
}

Status Store::keep(const std::string& path, Hash128 key) const { return put(path, result_path(key)); }

Result<std::optional<Quarantine>> Store::find_quarantined(Hash128 key) const {
    const std::string path = path_of("quarantined", key);
    if (::access(path.c_str(), F_OK) != 0) return std::nullopt;
    const auto bytes = read_file(path, kMostPlan);
    if (!bytes) return std::unexpected(bytes.error());
    auto quarantine = quarantine_from(text_of(*bytes));
    if (!quarantine) return std::nullopt; // it is damaged: the unit is tried again
    return std::move(*quarantine);
}

Status Store::put_quarantined(Hash128 key, const Quarantine& quarantine) const {
    JsonWriter json({.only_ascii = true});
    json.begin_object();
    json.member("reason", quarantine.reason);
    json.member("location", quarantine.location);
    json.end();
    const std::string temporary = running_path("quarantine");
    if (const Status written = write_whole(temporary, json.take()); !written) return written;
    return put(temporary, path_of("quarantined", key));
}

void Store::forget_quarantined(Hash128 key) const { (void)::unlink(path_of("quarantined", key).c_str()); }

} // namespace relit::batch
