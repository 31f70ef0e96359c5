// JSON that is read value by value as it comes: of a list one item at a time, of any length, nested to a bounded depth.
#pragma once

#include "base/result.hpp"
#include "cli/program.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace relit::cli {

/// Input that is nested deeper is a fault.
inline constexpr std::size_t kDeepestJson = 64;

/// A value of the document. `is_item`: of the list that the document is; else it is all of it.
using TakeJson = std::function<Status(const nlohmann::ordered_json& value, bool is_item)>;

/// Gives every item of a document that is a list, or all of one that is not, as soon as it is whole; ends at the first fault
/// of `take`. Gives whether it was a list. A mistake is told with its line and column; what stands before it has been taken.
[[nodiscard]] Result<bool> read_json(const ReadBytes& read, const TakeJson& take);

} // namespace relit::cli
