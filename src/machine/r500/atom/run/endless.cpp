#include "machine/r500/atom/run/endless.hpp"

#include "machine/r500/atom/run/listed_values.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::uint64_t kMostWatched = std::uint64_t{1} << 16, kLeastWatched = 1024;
constexpr std::size_t kMostPolled = 4;

/// Goes on with a run that has reached its limit.
class Watch {
public:
    explicit Watch(const Execution& run)
        : before_(*run.hardware), hardware_(*run.hardware), run_(run),
          watched_(std::clamp(run.limits.steps, kLeastWatched, kMostWatched)) {
        hardware_.trace = {};
        hardware_.read = [this](Space space, std::uint32_t number) { return read(space, number); };
        hardware_.write = [this](Space space, std::uint32_t number, std::uint32_t value) {
            if (space == Space::Register || space == Space::Io) written_[number] = value;
            before_.write(space, number, value);
        };
        run_.hardware = &hardware_;
        run_.limits.steps += watched_;
    }

    /// False where the run comes to an end after all. What is read counts in the second half: by then each index has been written.
    bool go_on() {
        for (std::uint64_t i = 0; i < watched_; ++i) {
            counts_ = i >= watched_ / 2;
            note_offset();
            if (!step(run_) || run_.frames.empty()) return false;
        }
        return true;
    }
    [[nodiscard]] std::uint32_t first() const { return *offsets_.begin(); }
    [[nodiscard]] std::uint32_t last() const { return *offsets_.rbegin(); }
    /// The table that repeats, and those that called it, the innermost first.
    [[nodiscard]] std::vector<const Table*> tables() const {
        std::vector<const Table*> all;
        for (std::size_t i = depth_; i > 0; --i) all.push_back(run_.frames[i - 1].table);
        return all;
    }
    /// "D1CRTC_STATUS, which reads 0x00000000", the one that is read most first; empty where nothing is.
    [[nodiscard]] std::string polled() const {
        std::vector<std::pair<Location, Polled>> all(polled_.begin(), polled_.end());
        std::ranges::stable_sort(all, std::greater{}, [](const auto& one) { return one.second.times; });
        std::string text;
        for (std::size_t i = 0; i < std::min(all.size(), kMostPolled); ++i)
            text += fmt::format("{}{}, which reads 0x{:08X}", text.empty() ? "" : ", and ",
                                name_of(all[i].first, names_of(*run_.image)), all[i].second.value);
        if (all.size() > kMostPolled) text += fmt::format(", and {} more", all.size() - kMostPolled);
        return text;
    }

private:
    struct Polled {
        std::uint64_t times = 0;
        std::uint32_t value = 0;
    };

    /// Offsets count at the least depth of calls that there is.
    void note_offset() {
        const std::size_t depth = run_.frames.size();
        if (depth_ == 0 || depth < depth_) offsets_.clear(), depth_ = depth;
        if (depth == depth_) offsets_.insert(run_.frames.back().at);
    }
    std::uint32_t read(Space space, std::uint32_t number) {
        const std::uint32_t value = before_.read(space, number);
        if (!counts_) return value;
        Location location{space == Space::Io ? Space::Register : space, number};
        const auto index_of = [&](std::uint32_t index) {
            const auto found = written_.find(index);
            return found == written_.end() ? std::nullopt : std::optional(found->second);
        };
        if (location.space == Space::Register) location = location_behind(number, index_of).value_or(location);
        Polled& polled = polled_[location];
        ++polled.times, polled.value = value;
        return value;
    }

    const Hardware& before_;
    Hardware hardware_;
    Execution run_;
    std::uint64_t watched_; // steps
    std::map<Location, Polled> polled_;
    std::map<std::uint32_t, std::uint32_t> written_; // registers, while it is watched
    std::set<std::uint32_t> offsets_;
    std::size_t depth_ = 0;
    bool counts_ = false;
};

std::string callers(const std::vector<const Table*>& tables) {
    std::string text;
    for (std::size_t i = 1; i < tables.size(); ++i)
        text += fmt::format("{}{}", i == 1 ? "; called by " : ", by ", name_of(*tables[i]));
    return text;
}

} // namespace

Fault endless(const Execution& run) {
    const std::string limit = fmt::format("more than {} instructions", run.limits.steps);
    Watch watch(run);
    if (!watch.go_on()) return Fault{FaultKind::BadInput, limit, run.frames.back().at, 0, 0};
    const std::vector<const Table*> tables = watch.tables();
    const std::string polled = watch.polled();
    return Fault{
        FaultKind::BadInput,
        fmt::format("{}: {} (at 0x{:04X}, {} bytes) repeats 0x{:04X} to 0x{:04X} and {}{}", limit, name_of(*tables[0]),
                    tables[0]->offset, tables[0]->size, watch.first(), watch.last(),
                    polled.empty() ? "reads nothing that could end it" : "waits for " + polled, callers(tables)),
        watch.last(), 0, 0};
}

} // namespace relit::machine::r500::atom
