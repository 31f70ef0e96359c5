// Plans and units as JSON: plan.json of a store, and a line for each unit.
#pragma once

#include "base/result.hpp"
#include "batch/unit.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace relit::batch {

/// {"format": 1, "verb": ..., "options": [...], "option_files": [...], "version": ...}
[[nodiscard]] std::string plan_text(const Plan& plan);
/// A fault (bad input) if it is none, or of another format.
[[nodiscard]] Result<Plan> plan_from(std::string_view text);

/// {"name": ..., "files": [...], "inputs": ..., "key": ...}, with a shard "shard" and "cost", and a line end. Bytes of names that are not
/// UTF-8 stay.
[[nodiscard]] std::string unit_line(const Unit& unit);
/// A fault (bad input) if the line is none.
[[nodiscard]] Result<Unit> unit_from(std::string_view line);

} // namespace relit::batch
