#include "cache/value.hpp"

namespace relit::cache {

Value blob(std::vector<std::uint8_t> content) { return std::make_shared<const Blob>(std::move(content)); }

Value read_blob(Bytes bytes) { return blob({bytes.begin(), bytes.end()}); }

Bytes content_of(const Value& blob) { return static_cast<const Blob&>(*blob).content(); }

} // namespace relit::cache
