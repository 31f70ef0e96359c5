// Runs one soak over a range of seeds, in batches; a stopped run goes on where it was.
#include "base/text.hpp"
#include "tests/soak/soak.hpp"
#include "tests/soak/worker.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>

namespace relit::soak {
namespace {

constexpr std::uint64_t kSecondsOfSeed = 600; // that a seed may take; a driver that hangs takes them all

struct Soak {
    std::string_view name;
    std::uint64_t batch;
    std::string_view purpose;
    Check check;          // nullptr: of kinds
    KindCheck check_kind; // nullptr: of no kinds
    std::span<const std::string_view> (*kinds)();
};

constexpr Soak kSoaks[] = {
#define SOAK(name, batch, purpose) {#name, batch, purpose, name, nullptr, nullptr},
#define SOAK_OF_KINDS(name, batch, purpose) {#name, batch, purpose, nullptr, name, name##_kinds},
#include "tests/soak/soaks.inc"
#undef SOAK
#undef SOAK_OF_KINDS
};

struct Request {
    const Soak* soak = nullptr;
    std::string kind; // of the soak; empty: all, or it has none
    std::uint64_t first = 0, end = 0;
    std::string resume;       // folder, or empty
    bool keeps_going = false; // where seeds do not hold
};

struct Progress {
    std::uint64_t next = 0; // the seeds before it are done
    double seconds = 0;     // of all runs together
    unsigned faults = 0;    // batches that do not hold
    Tally tally{};
};

bool parse_seeds(std::string_view range, Request& request) {
    const std::size_t dots = range.find("..");
    if (dots == std::string_view::npos) return false;
    const auto first = parse_integer(range.substr(0, dots)), end = parse_integer(range.substr(dots + 2));
    if (!first || !end || *first < 0 || *end < *first) return false;
    request.first = static_cast<std::uint64_t>(*first);
    request.end = static_cast<std::uint64_t>(*end);
    return true;
}

/// Says which kinds there are if it is none.
bool is_kind(const Request& request) {
    if (request.kind.empty()) return true;
    const auto kinds = request.soak->kinds != nullptr ? request.soak->kinds() : std::span<const std::string_view>();
    if (std::ranges::find(kinds, request.kind) != kinds.end()) return true;
    fmt::print(stderr, "no kind {} of {}; known are: {}\n", request.kind, request.soak->name,
               kinds.empty() ? "none" : fmt::format("{}", fmt::join(kinds, ", ")));
    return false;
}

std::optional<Request> parse(std::span<char* const> args) {
    Request request;
    for (std::size_t i = 1; i < args.size(); ++i) {
        const std::string_view arg = args[i];
        if (arg == "--resume" && i + 1 < args.size()) {
            request.resume = args[++i];
        } else if (arg == "--kind" && i + 1 < args.size()) {
            request.kind = args[++i];
        } else if (arg == "--keep-going") {
            request.keeps_going = true;
        } else if (arg == "--seed" && i + 1 < args.size()) {
            if (!parse_seeds(args[++i], request)) return {};
        } else {
            const Soak* found = std::ranges::find(kSoaks, arg, &Soak::name);
            if (found == std::end(kSoaks) || request.soak != nullptr) return {};
            request.soak = found;
        }
    }
    if (request.soak == nullptr || request.end <= request.first || !is_kind(request)) return {};
    return request;
}

int usage() {
    fmt::print(stderr,
               "usage: relit_soak NAME --seed A..B [--kind K] [--keep-going] [--resume DIR]\n"
               "  seeds A up to, not including, B; --keep-going: tells of all that do not hold\n");
    for (const Soak& soak : kSoaks) fmt::print(stderr, "  {:<12} {}\n", soak.name, soak.purpose);
    return 2;
}

/// "mutants nv2a"
std::string title_of(const Request& request) {
    return request.kind.empty() ? std::string(request.soak->name)
                                : fmt::format("{} {}", request.soak->name, request.kind);
}

std::filesystem::path state_file(const Request& request) {
    if (request.resume.empty()) return {};
    std::string name = title_of(request);
    std::ranges::replace(name, ' ', '-');
    return std::filesystem::path(request.resume) / fmt::format("{}-{}..{}", name, request.first, request.end);
}

Progress load(const std::filesystem::path& file, const Request& request) {
    Progress progress;
    progress.next = request.first;
    std::ifstream in(file);
    const bool is_read = static_cast<bool>(in >> progress.next >> progress.seconds >> progress.faults);
    if (!is_read || progress.next < request.first || progress.next > request.end) return {request.first, 0, 0, {}};
    std::string name;
    for (std::uint64_t count = 0; in >> count && in.ignore() && std::getline(in, name);) progress.tally[name] = count;
    return progress;
}

// Written aside and renamed, so that a stopped run leaves the old state or the new one.
void save(const std::filesystem::path& file, const Progress& progress) {
    if (file.empty()) return;
    const std::filesystem::path aside = file.string() + ".new";
    {
        std::ofstream out(aside);
        out << progress.next << ' ' << progress.seconds << ' ' << progress.faults << '\n';
        for (const auto& [name, count] : progress.tally.rows()) out << count << ' ' << name << '\n';
    }
    std::error_code ignored; // the next save tries again
    std::filesystem::rename(aside, file, ignored);
}

std::string check_batch(const Request& request, std::uint64_t first, std::uint64_t end, Tally& tally) {
    if (request.soak->check != nullptr) return request.soak->check(first, end);
    return request.soak->check_kind(request.kind, first, end, tally);
}

/// The same in a process of its own. If that crashes or hangs, the seeds are checked one by one, and those that do it are named.
std::string check_in_process(const Request& request, std::uint64_t first, std::uint64_t end, Tally& tally) {
    const auto limit = static_cast<std::uint32_t>(std::min<std::uint64_t>(kSecondsOfSeed * (end - first), 3600));
    const Outcome outcome = check_apart(limit, [&](Tally& counts) { return check_batch(request, first, end, counts); });
    for (const auto& [name, count] : outcome.tally.rows()) tally[name] += count;
    if (outcome.ended || end - first == 1)
        return outcome.ended ? outcome.fault : fmt::format("seed {}: {}", first, outcome.fault);
    std::string faults;
    for (std::uint64_t seed = first; seed < end; ++seed)
        if (const std::string fault = check_in_process(request, seed, seed + 1, tally); !fault.empty())
            faults += (faults.empty() ? "" : "\n") + fault;
    return !faults.empty() ? faults
                           : fmt::format("seeds {} to {} together: {}; not one by one", first, end - 1, outcome.fault);
}

void tell_end(const Request& request, const Progress& progress) {
    std::string counts;
    for (const auto& [name, count] : progress.tally.rows()) counts += fmt::format(", {} {}", count, name);
    fmt::print("{}: seeds {}..{} {}, {} seeds in {:.1f} s{}\n", title_of(request), request.first, request.end,
               progress.faults == 0 ? "hold" : "do not all hold", request.end - request.first, progress.seconds,
               counts);
    std::fflush(stdout);
}

int run(const Request& request) {
    using Clock = std::chrono::steady_clock;
    const std::filesystem::path file = state_file(request);
    Progress progress = load(file, request);
    if (progress.next != request.first) fmt::print(stderr, "goes on at seed {}\n", progress.next);
    auto start = Clock::now(), told = start;
    while (progress.next < request.end) {
        const std::uint64_t end = std::min(progress.next + request.soak->batch, request.end);
        if (const std::string fault = check_in_process(request, progress.next, end, progress.tally); !fault.empty()) {
            fmt::print("{}: {}\n", title_of(request), fault);
            std::fflush(stdout);
            if (!request.keeps_going) return 1;
            ++progress.faults;
        }
        progress.next = end;
        const auto now = Clock::now();
        progress.seconds += std::chrono::duration<double>(now - start).count();
        start = now;
        save(file, progress);
        if (now - told < std::chrono::seconds(1)) continue;
        told = now;
        fmt::print(stderr, "{}: {} of {} seeds, {:.0f} s\n", title_of(request), progress.next - request.first,
                   request.end - request.first, progress.seconds);
    }
    tell_end(request, progress);
    return progress.faults == 0 ? 0 : 1;
}

/// All kinds of a soak that has kinds, if none is named.
int run_all(Request request) {
    if (request.soak->kinds == nullptr || !request.kind.empty()) return run(request);
    int worst = 0;
    for (const std::string_view kind : request.soak->kinds()) {
        request.kind = kind;
        worst = std::max(worst, run(request));
        if (worst != 0 && !request.keeps_going) break;
    }
    return worst;
}

} // namespace
} // namespace relit::soak

int main(int argc, char** argv) {
    const auto request = relit::soak::parse(std::span(argv, static_cast<std::size_t>(argc)));
    return request ? relit::soak::run_all(*request) : relit::soak::usage();
}
