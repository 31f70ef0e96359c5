#include "batch/shards.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

/// As it is assumed where nothing was measured, in microseconds.
std::uint64_t assumed_cost(const Unit& unit) {
    constexpr std::uint64_t kOfUnit = 10'000, kOfMebibyte = 1'000'000;
    std::uint64_t bytes = 0;
    for (const std::string& name : unit.files) {
        std::error_code error;
        if (!fs::is_directory(name, error)) {
            const auto size = fs::file_size(name, error);
            bytes += error ? 0 : size;
            continue;
        }
        fs::recursive_directory_iterator at(name, error);
        for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
            std::error_code ignored;
            if (at->is_regular_file(ignored)) bytes += at->file_size(ignored);
        }
    }
    return kOfUnit + bytes / 1024 * kOfMebibyte / 1024;
}

std::optional<std::uint32_t> number_from(std::string_view text) {
    std::uint32_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size() || number == 0) return std::nullopt;
    return number;
}

} // namespace

CostSources set_costs(std::span<Unit> units, std::span<const std::uint32_t> firsts, const Times& times) {
    CostSources sources;
    double measured = 0, assumed = 0; // of the same units
    std::vector<std::uint32_t> others;
    for (std::uint32_t i = 0; i < units.size(); ++i) {
        units[i].cost = 0;
        if (firsts[i] != i) continue;
        const std::uint64_t assumption = assumed_cost(units[i]);
        const auto time = times.find(units[i].inputs);
        units[i].cost = time == times.end() ? assumption : std::max<std::uint64_t>(time->second, 1);
        if (time == times.end()) {
            others.push_back(i);
            continue;
        }
        ++sources.measured;
        measured += static_cast<double>(time->second);
        assumed += static_cast<double>(assumption);
    }
    sources.by_size = others.size();
    if (assumed > 0)
        for (const std::uint32_t i : others)
            units[i].cost = static_cast<std::uint64_t>(
                std::max(1.0, std::round(static_cast<double>(units[i].cost) * measured / assumed)));
    return sources;
}

void cut_into_shards(std::span<Unit> units, std::uint32_t seconds) {
    constexpr double kMicroseconds = 1e6;
    double total = 0, before = 0;
    for (const Unit& unit : units) total += static_cast<double>(unit.cost);
    const double shards = std::max(1.0, std::ceil(total / (kMicroseconds * seconds)));
    double at = 0; // the share of the plan in which the last shard began
    std::uint32_t number = 1;
    for (Unit& unit : units) {
        const double share = total > 0 ? std::floor(before * shards / total) : 0;
        if (share > at && unit.cost != 0) ++number, at = share;
        unit.shard = number;
        before += static_cast<double>(unit.cost);
    }
}

std::uint32_t shards_of(std::span<const Unit> units) { return units.empty() ? 0 : units.back().shard; }

Result<ShardChoice> shard_choice_from(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto number = number_from(text.substr(0, slash));
    const auto parts = slash == text.npos ? std::optional<std::uint32_t>(0) : number_from(text.substr(slash + 1));
    if (number && parts && (*parts == 0 || *number <= *parts)) return ShardChoice{*number, *parts};
    return fail(FaultKind::Usage, fmt::format("{} is no shard: give its number, or PART/PARTS, both from 1", text));
}

Result<std::vector<std::uint32_t>> chosen_shards(ShardChoice choice, std::uint32_t count) {
    if (choice.parts == 0) {
        if (choice.number <= count) return std::vector{choice.number};
        return fail(FaultKind::Usage, fmt::format("there is no shard {}: the plan has {}", choice.number, count));
    }
    std::vector<std::uint32_t> numbers;
    for (std::uint64_t number = choice.number; number <= count; number += choice.parts)
        numbers.push_back(static_cast<std::uint32_t>(number));
    return numbers;
}

std::string array_expression(std::span<const std::uint32_t> numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[i]);
        if (last != i) text += fmt::format("-{}", numbers[last]);
        i = last + 1;
    }
    return text;
}

} // namespace relit::batch
