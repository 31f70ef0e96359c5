// Random inputs with the awkward values in them, and what counts as agreement.
#pragma once

#include "ir/bound.hpp"
#include "ir/module.hpp"
#include "run/interpreter.hpp"
#include "run/trace.hpp"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace relit::verify {

/// Inputs and constants: zeros, denormals, infinities, NaNs, extremes, small integers, ordinary numbers; the same for
/// the same seed.
[[nodiscard]] run::State sample_state(const ir::Module& module, std::uint64_t seed);

/// Awkward: values as in sample_state(). Ordinary: numbers from -2 to 2, with which more of a program can be compared, as
/// little becomes infinite or NaN.
enum class Values : std::uint8_t { Awkward, Ordinary };

/// Fills memory with such values, and with as many small whole numbers: sizes, indices, counts.
void fill_with_sample(std::vector<std::uint8_t>& bytes, std::mt19937_64& random, Values values = Values::Awkward);

/// Returns what is bound to the textures and images of a module, one entry a resource: small textures of one level, numbers
/// from 0 to 1, sampled without filters, so that devices and interpreter see the same texels; the same for the same seed.
[[nodiscard]] std::vector<ir::Bound> sample_textures(const ir::Module& module, std::uint64_t seed);

/// How closely results must agree (docs/agreement.md): bit for bit, or, where a program uses operations that carry an
/// error bound, within a relative distance. In host floats any NaN equals any NaN and denormals may be flushed; a program
/// that says what becomes of denormals is exact but for NaN.
struct Agreement {
    bool host_floats = false;
    double relative = 0;
    bool any_nan = false;  // one NaN is as good as another
    bool doubles = false;  // it computes with floats of 64 bits, whose halves may lie in two registers or words
    bool halves = false;   // and with floats of 16 bits, two of which may be packed into a register of 32
    bool looks_up = false; // it samples or gathers texels, at coordinates that devices round
    std::optional<std::uint32_t> untyped{}; // a resource whose words have no type: the registers of a grid
};
/// Returns true if the operation finds texels by coordinates that are floats.
[[nodiscard]] bool is_lookup(const ir::Inst& inst);
[[nodiscard]] Agreement agreement_of(const ir::Module& module);

struct Difference {
    std::string where; // "r3.y"
    std::uint64_t wanted = 0, got = 0;
    std::optional<run::TracedLane> lane{}; // of which register or word of memory, without bits
    std::size_t invocation = 0;            // of a grid: whose register it is
};
/// Returns true if the operation computes with floats, whose denormals a host may flush.
[[nodiscard]] bool may_flush(const ir::Inst& inst);
/// Which denormals a host flushes: those of every width, or all but those of 16 bits.
enum class Flushes : std::uint8_t { All, AllButHalves };
/// The module with every float operation flushing denormals, as some hosts run it.
[[nodiscard]] ir::Module flushing_module(const ir::Module& module, Flushes what = Flushes::All);
/// Returns true if some operation computes with floats of 16 bits.
[[nodiscard]] bool uses_halves(const ir::Module& module);

/// The module with fused multiply-adds of doubles rounding twice, as some hosts run it; nothing where it has none.
[[nodiscard]] std::optional<ir::Module> unfused_module(const ir::Module& module);

[[nodiscard]] std::optional<Difference> compare(const ir::Module& module, const run::State& wanted,
                                                const run::State& got, Agreement agreement);

} // namespace relit::verify
