#include "base/bytes.hpp"

namespace relit {

void Cursor::seek(std::size_t offset) {
    if (offset > bytes_.size()) {
        failed_ = true;
        return;
    }
    offset_ = offset;
}

} // namespace relit
