#include "base/byte_stream.hpp"

#include <algorithm>

namespace relit {
namespace {

constexpr std::size_t kReadStep = std::size_t{64} << 10, kMostStep = std::size_t{1} << 20;
/// From here on there is room for all that can be asked for at a time: to move it to a larger place takes the memory of both.
constexpr std::size_t kLarge = std::size_t{32} << 20, kMostRoom = std::size_t{256} << 20;

} // namespace

ReadBytes reader_of(Bytes bytes) {
    return [bytes](std::span<std::uint8_t> into) mutable -> Result<std::size_t> {
        const std::size_t count = std::min(into.size(), bytes.size());
        std::copy_n(bytes.begin(), count, into.begin());
        bytes = bytes.subspan(count);
        return count;
    };
}

ReadBytes reader_of(std::vector<std::uint8_t> begin, ReadBytes rest) {
    return [begin = std::move(begin), at = std::size_t{0},
            rest = std::move(rest)](std::span<std::uint8_t> into) mutable -> Result<std::size_t> {
        if (at == begin.size()) {
            if (!begin.empty()) std::vector<std::uint8_t>().swap(begin), at = 0; // "= {}" frees nothing
            return rest(into);
        }
        const std::size_t count = std::min(into.size(), begin.size() - at);
        std::copy_n(begin.begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
        at += count;
        return count;
    };
}

Bytes ByteWindow::ahead(std::size_t count) {
    if (filled_ - from_ < count && !ended_) fill(count);
    return Bytes(buffer_).subspan(from_, std::min(count, filled_ - from_));
}

/// The buffer grows by what has come, so that a size that nothing stands behind allocates nothing.
void ByteWindow::fill(std::size_t count) {
    if (from_ != 0)
        std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(from_),
                  buffer_.begin() + static_cast<std::ptrdiff_t>(filled_), buffer_.begin());
    filled_ -= from_;
    from_ = 0;
    while (filled_ < count && !ended_) {
        if (filled_ >= kLarge) buffer_.reserve(std::min(count, kMostRoom) + kMostStep);
        if (filled_ == buffer_.size())
            buffer_.resize(std::max(kReadStep, std::min(count, filled_ + std::min(filled_, kMostStep))));
        const auto got = input_(std::span(buffer_).subspan(filled_));
        if (!got) fault_ = got.error();
        ended_ = !got || *got == 0;
        filled_ += got ? *got : 0;
    }
}

} // namespace relit
