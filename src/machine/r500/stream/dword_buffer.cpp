#include "machine/r500/stream/dword_buffer.hpp"

#include <bit>

namespace relit::machine::r500 {

DwordBuffer DwordBuffer::of_bytes(Bytes bytes) {
    DwordBuffer made;
    const bool is_aligned = std::bit_cast<std::uintptr_t>(bytes.data()) % alignof(std::uint32_t) == 0;
    if (std::endian::native == std::endian::little &&
        is_aligned) { // bytes may be read as other types where they lie aligned
        made.view_ = {reinterpret_cast<const std::uint32_t*>(bytes.data()), bytes.size() / sizeof(std::uint32_t)};
        return made;
    }
    made.owned_.reserve(bytes.size() / sizeof(std::uint32_t));
    for (Cursor cursor(bytes); !cursor.at_end();) made.owned_.push_back(cursor.u32le());
    return made;
}

std::vector<std::uint32_t>& DwordBuffer::own() {
    if (view_.data() != nullptr) owned_.assign(view_.begin(), view_.end());
    view_ = {};
    return owned_;
}

} // namespace relit::machine::r500
