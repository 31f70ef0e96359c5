#include "cli/diff/hunks.hpp"

#include <utility>

namespace relit::cli {

void Hunks::begin(const DumpLocation& left, const DumpLocation& right) {
    if (!std::exchange(is_open_, true))
        before_.empty() ? answer_.begin_hunk(left, right)
                        : answer_.begin_hunk(before_.front().left, before_.front().right);
    for (const Shared& line : before_) answer_.add(In::Both, line.text);
    before_.clear();
}

void Hunks::add(In in, std::string&& text, const DumpLocation& left, const DumpLocation& right) {
    answer_.note_lines();
    if (in != In::Both) {
        begin(left, right);
        after_ = 0;
        return answer_.add(in, text);
    }
    if (is_open_ && after_ < kContextLines) return ++after_, answer_.add(in, text);
    before_.push_back({std::move(text), left, right});
    if (before_.size() <= kContextLines) return;
    before_.pop_front();
    finish();
}

void Hunks::finish() {
    if (std::exchange(is_open_, false)) answer_.end_hunk();
}

} // namespace relit::cli
