#include "machine/r500/capture/memory.hpp"

#include <fmt/format.h>

namespace relit::machine::r500 {

void Memory::advance(std::uint32_t submission) {
    for (; next_ <= submission && next_ < capture_.submissions.size(); ++next_)
        for (const Update& update : capture_.submissions[next_].updates) {
            contents_[update.buffer] = update.blob;
            if (const auto found = open_.find(update.buffer); found != open_.end()) {
                open_bytes_ -= found->second.size();
                open_.erase(found);
            }
        }
}

const std::vector<std::uint8_t>& Memory::blob(const std::string& id) {
    const auto found = blobs_.find(id);
    if (found != blobs_.end()) return found->second;
    auto bytes = read_blob(capture_, id);
    bytes_ += bytes ? bytes->size() : 0;
    if (bytes_ > 2 * kMostBlob)
        blobs_.clear(), bytes_ = bytes ? bytes->size() : 0; // those that are needed again are read again
    return blobs_[id] = bytes ? std::move(*bytes) : std::vector<std::uint8_t>();
}

Memory::Origin Memory::origin(std::uint32_t handle) const {
    const auto found = contents_.find(handle);
    if (found == contents_.end()) return Origin::Nothing;
    return found->second ? Origin::Blob : Origin::Zeros;
}

Result<std::vector<std::uint8_t>> Memory::contents(std::uint32_t handle) const {
    const auto buffer = capture_.buffers.find(handle);
    if (buffer == capture_.buffers.end()) return fail(fmt::format("the capture has no buffer {}", handle));
    if (buffer->second.size > kMostBlob)
        return fail(fmt::format("buffer {} has {} bytes, more than {}", handle, buffer->second.size, kMostBlob));
    std::vector<std::uint8_t> bytes;
    if (const auto found = contents_.find(handle); found != contents_.end() && found->second) {
        auto read = read_blob(capture_, *found->second);
        if (!read) return read;
        bytes = std::move(*read);
    }
    bytes.resize(buffer->second.size);
    return bytes;
}

Result<std::span<std::uint8_t>> Memory::open(std::uint32_t handle) {
    if (const auto found = open_.find(handle); found != open_.end()) return std::span(found->second);
    auto bytes = contents(handle);
    if (!bytes) return std::unexpected(bytes.error());
    open_bytes_ += bytes->size();
    if (open_bytes_ > kMostOpen)
        return fail(FaultKind::NotSupported, fmt::format("the buffers have more than {} bytes", kMostOpen));
    return std::span(open_[handle] = std::move(*bytes));
}

std::optional<std::uint32_t> Memory::dword(std::uint32_t handle, std::uint64_t offset) {
    if (const auto live = open_.find(handle); live != open_.end()) {
        if (live->second.size() < 4 || offset > live->second.size() - 4) return std::nullopt;
        return static_cast<std::uint32_t>(little_endian(Bytes(live->second).subspan(offset, 4)));
    }
    const auto found = contents_.find(handle);
    const auto buffer = capture_.buffers.find(handle);
    if (found == contents_.end() || buffer == capture_.buffers.end()) return std::nullopt;
    if (buffer->second.size < 4 || offset > buffer->second.size - 4) return std::nullopt;
    if (!found->second) return 0;
    const std::vector<std::uint8_t>& bytes = blob(*found->second);
    if (bytes.size() < 4 || offset > bytes.size() - 4) return std::nullopt;
    return static_cast<std::uint32_t>(little_endian(Bytes(bytes).subspan(offset, 4)));
}

} // namespace relit::machine::r500
