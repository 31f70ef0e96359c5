#include "run/parting.hpp"

#include <algorithm>

namespace relit::run {

void RecordedRun::add(const TracedStep& step) {
    if (step.invocation != 0 || step.origin == 0 || is_full()) return;
    steps_.push_back({step.origin, bits_.size()});
    for (const TracedLane& write : step.writes) bits_.push_back(write.bits);
}

std::vector<std::uint64_t> PartingFinder::bits_of(std::size_t step) const {
    const std::size_t end = step + 1 < first_.steps_.size() ? first_.steps_[step + 1].first : first_.bits_.size();
    return {first_.bits_.begin() + static_cast<std::ptrdiff_t>(first_.steps_[step].first),
            first_.bits_.begin() + static_cast<std::ptrdiff_t>(end)};
}

void PartingFinder::add(const TracedStep& step) {
    if (step.invocation != invocation_ || step.origin == 0 || parting_) return;
    const bool has_ended = next_ == first_.steps_.size();
    if (has_ended || first_.steps_[next_].origin != step.origin) {
        parting_ = {.step = last_.number,
                    .origin = last_.origin,
                    .iteration = last_.iteration,
                    .lanes = {},
                    .bits = {},
                    .first_goes_to = has_ended ? 0 : first_.steps_[next_].origin,
                    .second_goes_to = step.origin};
        return;
    }
    const std::vector<std::uint64_t> bits = bits_of(next_++);
    const auto is_same = [](const TracedLane& write, std::uint64_t other) { return write.bits == other; };
    if (!std::ranges::equal(step.writes, bits, is_same))
        parting_ = {.step = step.number,
                    .origin = step.origin,
                    .iteration = step.iteration,
                    .lanes = step.writes,
                    .bits = bits,
                    .first_goes_to = {},
                    .second_goes_to = {}};
    last_ = step;
}

std::optional<Parting> PartingFinder::finish() {
    if (!parting_ && next_ < first_.steps_.size())
        parting_ = {.step = last_.number,
                    .origin = last_.origin,
                    .iteration = last_.iteration,
                    .lanes = {},
                    .bits = {},
                    .first_goes_to = first_.steps_[next_].origin,
                    .second_goes_to = 0};
    return parting_;
}

} // namespace relit::run
