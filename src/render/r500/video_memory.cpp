#include "render/r500/video_memory.hpp"

#include <algorithm>
#include <limits>

namespace relit::render::r500 {

void VideoMemory::advance(std::uint32_t submission) {
    for (; next_ <= submission && next_ < capture_.submissions.size(); ++next_)
        for (const machine::r500::Update& update : capture_.submissions[next_].updates)
            note({update.buffer, 0, std::numeric_limits<std::uint64_t>::max()});
    memory_.advance(submission);
}

Result<Bytes> VideoMemory::read(std::uint32_t buffer) {
    const auto bytes = memory_.open(buffer);
    if (!bytes) return std::unexpected(bytes.error());
    return Bytes(*bytes);
}

Result<std::span<std::uint8_t>> VideoMemory::write(const ByteRange& range) {
    note(range);
    return memory_.open(range.buffer);
}

bool VideoMemory::is_written_since(const ByteRange& range, std::uint64_t then) const {
    const auto found = writes_.find(range.buffer);
    if (found == writes_.end()) return false;
    return std::ranges::any_of(found->second, [&](const Write& write) {
        return write.when > then && write.begin < range.end && range.begin < write.end;
    });
}

void VideoMemory::note(const ByteRange& range) {
    constexpr std::size_t kMostWrites = 64; // that are told apart
    std::vector<Write>& writes = writes_[range.buffer];
    std::erase_if(writes, [&](const Write& old) { return range.begin <= old.begin && old.end <= range.end; });
    writes.push_back({range.begin, range.end, ++now_});
    if (writes.size() <= kMostWrites) return;
    // As one write, at the time of the last: some copies are then taken to be older than they are.
    Write all = writes.back();
    for (const Write& each : writes) all.begin = std::min(all.begin, each.begin), all.end = std::max(all.end, each.end);
    writes.assign(1, all);
}

} // namespace relit::render::r500
