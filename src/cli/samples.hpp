// Random inputs with the awkward values in them, and what counts as agreement.
#pragma once

#include "ir/module.hpp"
#include "ir/picture.hpp"
#include "run/interpreter.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relit::cli {

/// Inputs and constants: zeros, denormals, infinities, NaNs, extremes, small integers, ordinary numbers; the same for
/// the same seed.
[[nodiscard]] run::State sample_state(const ir::Module& module, std::uint64_t seed);

/// What is bound to the textures and images of a module, one entry a resource: small pictures of one level, numbers
/// from 0 to 1, sampled without filters, so that devices and interpreter see the same texels; the same for the same seed.
[[nodiscard]] std::vector<ir::Bound> sample_pictures(const ir::Module& module, std::uint64_t seed);

/// How closely results must agree (docs/agreement.md): bit for bit, or, where a program uses operations that carry an
/// error bound, within a relative distance. In host floats any NaN equals any NaN and denormals may be flushed; a program
/// that says what becomes of denormals is exact but for NaN.
struct Agreement {
    bool host_floats = false;
    double relative = 0;
    bool any_nan = false; // one NaN is as good as another
};
[[nodiscard]] Agreement agreement_of(const ir::Module& module);

struct Difference {
    std::string where; // "r3.y"
    std::uint64_t wanted = 0, got = 0;
};
/// The module with every float operation flushing denormals, as some hosts run it.
[[nodiscard]] ir::Module flushing_twin(const ir::Module& module);

[[nodiscard]] std::optional<Difference> compare(const ir::Module& module, const run::State& wanted,
                                                const run::State& got, Agreement agreement);

} // namespace relit::cli
