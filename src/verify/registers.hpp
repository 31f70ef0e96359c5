// Register values as JSON: the same shape for every guest, in and out of `run` and `verify`.
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "ir/module.hpp"
#include "isa/frontend.hpp"
#include "run/interpreter.hpp"
#include "verify/set_source.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace relit {
class JsonWriter;
}

namespace relit::verify {

/// Returns true for constant and storage buffers: what has registers that a set can name.
[[nodiscard]] inline bool is_buffer(const ir::Resource& resource) {
    return resource.kind == ir::ResourceKind::ConstantBuffer || resource.kind == ir::ResourceKind::StorageBuffer;
}

/// The state with every input omitted: 0, 0, 0, 1; every constant 0.
[[nodiscard]] run::State default_state(const ir::Module& module);

/// Textures of one texel, 0, 0, 0, 1, for all textures and images; one entry a resource.
[[nodiscard]] std::vector<ir::Bound> default_textures(const ir::Module& module);

/// "v12": a register of a file, or "c3": 16 bytes of a buffer.
struct RegisterPosition {
    bool is_resource = false;
    std::uint32_t index = 0, reg = 0;
};
/// Which registers a name can mean: those that a run is given, or all others, which are its results. Buffers are both.
enum class Registers : std::uint8_t { Given, Results };
[[nodiscard]] std::optional<RegisterPosition> position_of(const ir::Module& module, std::string_view name,
                                                          Registers which);
/// Returns false for a register of an input that the pipeline does not fill, as the program has its value from elsewhere.
[[nodiscard]] bool is_read(const ir::Module& module, const RegisterPosition& position);
/// Lanes are counted from the register's first; those of a buffer are words of 32 bits.
void set_lane(const ir::Module& module, run::State& state, const RegisterPosition& position, std::size_t lane,
              std::uint64_t bits);
[[nodiscard]] std::uint64_t lane_at(const ir::Module& module, const run::State& state, const RegisterPosition& position,
                                    std::size_t lane);

/// Sets what the program has of the presets' registers.
void apply(const ir::Module& module, const std::vector<isa::Preset>& presets, run::State& state);

/// One set: {"v0": [1, "3f800000", ...], "c3": [...], "a0": 5}. What is omitted is as in `base`. Names that the module does
/// not have go to `source`.
[[nodiscard]] Result<run::State> state_of(const ir::Module& module, const run::State& base,
                                          const nlohmann::ordered_json& set, SetSource& source);

/// Hex digits, or a number: floats that are not finite as text.
void write_lane(JsonWriter& json, std::uint64_t bits, ir::Kind kind, bool numbers);

/// Writes what an invocation is given, as state_of() reads it: inputs and constants. Textures are not in a state.
void write_inputs(JsonWriter& json, const ir::Module& module, const run::State& state);

/// Outputs, registers and the parts of storage buffers that the program can write; whether a loop limit ended it, and of a
/// fragment program with annotate_end() whether it was discarded.
void write_results(JsonWriter& json, const ir::Module& module, const run::State& state, bool numbers);

} // namespace relit::verify
