// JSON from outside, read as a stream: bounded in bytes, depth and number of values, without a key twice in one object.
#pragma once

#include "base/byte_stream.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace relit {

template <class Json>
class JsonDocument; // base/json/document.hpp

/// A document beyond one of these is refused. Memory is at most a small multiple of the bytes and the values.
struct JsonLimits {
    std::uint64_t bytes = std::uint64_t{256} << 20;
    std::size_t depth = 64;                    // objects and lists inside one another
    std::size_t values = std::size_t{1} << 20; // of a document, or of one item of a list that comes item by item
};

/// A value of the document. `is_item`: of the list that the document is; else it is all of it.
using TakeJson = std::function<Status(const nlohmann::ordered_json& value, bool is_item)>;

/// Gives every item of a document that is a list, or all of one that is not, as soon as it is whole; ends at the first fault
/// of `take`. Gives whether it was a list. A mistake is told with its line and column; what stands before it has been taken.
[[nodiscard]] Result<bool> read_json(const ReadBytes& bytes, const JsonLimits& limits, const TakeJson& take);

/// All of a document in memory, members by name. A mistake is told with its line and column.
[[nodiscard]] Result<JsonDocument<nlohmann::json>> read_json(std::string_view text, const JsonLimits& limits);
/// The same of a file inside another one: the name and the line and column stand in the fault's text.
[[nodiscard]] Result<JsonDocument<nlohmann::json>> read_json(std::string_view text, const JsonLimits& limits,
                                                             std::string_view name);

} // namespace relit
