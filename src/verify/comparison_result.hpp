// The findings of a comparison of a program in the interpreter and on a device.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "isa/frontend.hpp"
#include "lang/target.hpp"
#include "verify/beginning.hpp"
#include "verify/compared.hpp"
#include "verify/device_run.hpp"
#include "verify/samples.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::verify {

/// Told of progress: "spirv: 4096 of 8192 samples".
using Tell = std::function<void(std::string_view)>;

/// A language through which a program comes to the device.
struct NamedBackEnd {
    BackEnd back_end;
    std::string_view name;
};
inline constexpr NamedBackEnd kBackEnds[] = {{BackEnd::SpirV, "spirv"}, {BackEnd::Glsl, "glsl"}};

/// A program as lifted.
struct LiftedProgram {
    const isa::Program& program;
    const ir::Module& module;
    /// The same lifted to be traced (ir::ContextReader::Wanted::traceable): its registers are compared where a difference begins.
    const ir::Module* traceable = nullptr;
};

/// How a program is compared.
/// Inputs that invocations alone are given instead of random ones: states of a module of lower_pipeline_io(), and its textures.
struct GivenInputs {
    std::vector<run::State> states;
    std::vector<ir::Bound> textures;
};

struct CompareOptions {
    std::uint32_t samples = 64;
    std::optional<GivenInputs> given{}; // instead of `samples` and `seed`: of a graphics program, which then runs alone
    std::uint64_t seed = 1;             // of the first sample; the next has the next one
    std::uint32_t loop_limit = 32768;
    std::optional<std::array<std::uint32_t, 3>> groups{};         // workgroups of a compute program; none: few
    lang::ConstantLayout constants = lang::ConstantLayout::Whole; // in pipelines and grids
    ir::Context context{};                                        // of the program
    Tell tell = [](std::string_view) {};
    std::span<const NamedBackEnd> back_ends = kBackEnds;
    ChangeModule change_for_device{}; // plants a fault into what the device gets: for tests of what verify says of it
};

/// How samples were run on the device: one program invocation each, out of any pipeline; dispatches over a grid of
/// workgroups; invocations of draws.
enum class ComparisonMode : std::uint8_t { Alone, Grid, Pipeline };

struct Finding {
    std::uint32_t sample = 0; // or which draw
    Difference difference;
    Beginning began;
    // Of an invocation alone: what it was given, what the interpreter made of it and what the device did. Else empty.
    run::State given{}, wanted{}, got{};
};

struct ComparisonResult {
    std::string_view language;
    ComparisonMode mode = ComparisonMode::Alone;
    std::uint32_t samples = 0;      // that were run
    std::uint32_t not_compared = 0; // of these: docs/agreement.md says when
    std::vector<OutputCount> outputs{};
    std::uint32_t operands_hidden = 0; // that agree where the driver knows no operand before it runs the program
    std::uint64_t by_chance = 0;       // words of memory that the program leaves to chance, of all samples
    std::optional<Finding> finding;
    std::optional<Fault> refused{}; // where the language refuses the program: why; nothing was run

    /// Returns true if some result was compared, and no difference found.
    [[nodiscard]] bool agrees() const { return !refused && !finding && not_compared < samples; }
};

/// Notes that the language refuses the program; other faults are none of the language.
[[nodiscard]] bool note_refusal(ComparisonResult& result, const Fault& fault);
/// Fails with the first refusal if all languages refuse the program.
[[nodiscard]] Status some_language_translates(std::span<const ComparisonResult> results);

struct Verified {
    std::vector<ComparisonResult> results;
    std::array<std::uint32_t, 3> groups{}; // workgroups of a dispatch, of ComparisonMode::Grid
    std::string not_drawn{};               // why a graphics program was not run in a pipeline; empty: it was

    /// Every language that translates the program agrees, in each way in which it ran, and every output was compared.
    [[nodiscard]] bool agrees() const;
    /// The outputs that a language never compared, in no way in which the program ran.
    [[nodiscard]] std::vector<OutputCount> never_compared(std::string_view language) const;
};

} // namespace relit::verify
