// Register values as JSON: the same shape for every guest, in and out of `run` and `verify`.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "run/interpreter.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace relit::cli {

/// One object or a list of them: "v0": [1, "3f800000", ...], "c3": [...], "a0": 5. Lanes left out, and inputs left out,
/// are 0, 0, 0, 1; constants left out are 0. A name that the module does not have is a fault.
[[nodiscard]] Result<std::vector<run::State>> states_of(const ir::Module& module, std::string_view json, bool& is_list);

/// The state with every input as if it had been left out.
[[nodiscard]] run::State default_state(const ir::Module& module);

/// Outputs, registers and the parts of storage buffers that the program can write.
[[nodiscard]] nlohmann::ordered_json to_json(const ir::Module& module, const run::State& state, bool numbers);

} // namespace relit::cli
