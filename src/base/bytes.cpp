#include "base/bytes.hpp"

namespace relit {

std::uint64_t little_endian(Bytes bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

std::uint64_t big_endian(Bytes bytes) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes) value = value << 8 | byte;
    return value;
}

Bytes Cursor::take(std::size_t count) {
    if (failed_ || count > left()) {
        failed_ = true;
        return {};
    }
    const Bytes taken = bytes_.subspan(offset_, count);
    offset_ += count;
    return taken;
}

void Cursor::seek(std::size_t offset) {
    if (offset > bytes_.size()) {
        failed_ = true;
        return;
    }
    offset_ = offset;
}

} // namespace relit
