// Runs one soak over a range of seeds, in batches; a stopped run goes on where it was.
#include "base/text.hpp"
#include "tests/soak/soak.hpp"

#include <fmt/format.h>

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

struct Soak {
    std::string_view name;
    std::uint64_t batch;
    std::string_view purpose;
    Check check;
};

constexpr Soak kSoaks[] = {
#define SOAK(name, batch, purpose) {#name, batch, purpose, name},
#include "tests/soak/soaks.inc"
#undef SOAK
};

struct Request {
    const Soak* soak = nullptr;
    std::uint64_t first = 0, end = 0;
    std::string resume; // folder, or empty
};

struct Progress {
    std::uint64_t next = 0; // all seeds before it hold
    double seconds = 0;     // of all runs together
};

std::optional<Request> parse(std::span<char* const> args) {
    Request request;
    for (std::size_t i = 1; i < args.size(); ++i) {
        const std::string_view arg = args[i];
        if (arg == "--resume" && i + 1 < args.size()) {
            request.resume = args[++i];
        } else if (arg == "--seed" && i + 1 < args.size()) {
            const std::string_view range = args[++i];
            const std::size_t dots = range.find("..");
            if (dots == std::string_view::npos) return {};
            const auto first = parse_integer(range.substr(0, dots)), end = parse_integer(range.substr(dots + 2));
            if (!first || !end || *first < 0 || *end < *first) return {};
            request.first = static_cast<std::uint64_t>(*first);
            request.end = static_cast<std::uint64_t>(*end);
        } else {
            const Soak* found = std::ranges::find(kSoaks, arg, &Soak::name);
            if (found == std::end(kSoaks) || request.soak != nullptr) return {};
            request.soak = found;
        }
    }
    return request.soak != nullptr && request.end > request.first ? std::optional(request) : std::nullopt;
}

int usage() {
    fmt::print(stderr, "usage: relit_soak NAME --seed A..B [--resume DIR]   seeds A up to, not including, B\n");
    for (const Soak& soak : kSoaks) fmt::print(stderr, "  {:<12} {}\n", soak.name, soak.purpose);
    return 2;
}

std::filesystem::path state_file(const Request& request) {
    if (request.resume.empty()) return {};
    return std::filesystem::path(request.resume) /
           fmt::format("{}-{}..{}", request.soak->name, request.first, request.end);
}

Progress load(const std::filesystem::path& file, const Request& request) {
    Progress progress{request.first, 0};
    std::ifstream in(file);
    if (!(in >> progress.next >> progress.seconds) || progress.next < request.first || progress.next > request.end) {
        return {request.first, 0};
    }
    return progress;
}

// Written aside and renamed, so that a stopped run leaves the old state or the new one.
void save(const std::filesystem::path& file, const Progress& progress) {
    if (file.empty()) return;
    const std::filesystem::path aside = file.string() + ".new";
    std::ofstream(aside) << progress.next << ' ' << progress.seconds << '\n';
    std::error_code ignored; // the next save tries again
    std::filesystem::rename(aside, file, ignored);
}

int run(const Request& request) {
    using Clock = std::chrono::steady_clock;
    const std::filesystem::path file = state_file(request);
    Progress progress = load(file, request);
    if (progress.next != request.first) fmt::print(stderr, "goes on at seed {}\n", progress.next);
    auto start = Clock::now(), told = start;
    while (progress.next < request.end) {
        const std::uint64_t end = std::min(progress.next + request.soak->batch, request.end);
        if (const std::string fault = request.soak->check(progress.next, end); !fault.empty()) {
            fmt::print("{}: {}\n", request.soak->name, fault);
            return 1;
        }
        progress.next = end;
        const auto now = Clock::now();
        progress.seconds += std::chrono::duration<double>(now - start).count();
        start = now;
        save(file, progress);
        if (now - told < std::chrono::seconds(1)) continue;
        told = now;
        fmt::print(stderr, "{}: {} of {} seeds, {:.0f} s\n", request.soak->name, progress.next - request.first,
                   request.end - request.first, progress.seconds);
    }
    fmt::print("{}: seeds {}..{} hold, {} seeds in {:.1f} s\n", request.soak->name, request.first, request.end,
               request.end - request.first, progress.seconds);
    return 0;
}

} // namespace
} // namespace relit::soak

int main(int argc, char** argv) {
    const auto request = relit::soak::parse(std::span(argv, static_cast<std::size_t>(argc)));
    return request ? relit::soak::run(*request) : relit::soak::usage();
}
