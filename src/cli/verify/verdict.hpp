// What `verify` finds, as text and as JSON.
#pragma once

#include "cli/io/program.hpp"
#include "cli/verify/compared.hpp"
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

namespace relit::cli {

/// A language through which a program comes to the device.
struct NamedBackEnd {
    verify::BackEnd back_end;
    std::string_view name;
};
inline constexpr NamedBackEnd kBackEnds[] = {{verify::BackEnd::SpirV, "spirv"}, {verify::BackEnd::Glsl, "glsl"}};

/// How samples were run on the device: one program invocation each, out of any pipeline; dispatches over a grid of
/// workgroups; invocations of draws.
enum class Ran : std::uint8_t { Alone, Grid, Pipeline };

struct Finding {
    std::uint32_t sample = 0; // or which draw
    verify::Difference difference;
    std::string instruction; // the guest's, where the difference began
    // Of an invocation alone: what it was given, what the interpreter made of it and what the device did. Else empty.
    run::State given{}, wanted{}, got{};
};

struct Verdict {
    std::string_view language;
    Ran ran = Ran::Alone;
    std::uint32_t samples = 0;      // that were run
    std::uint32_t not_compared = 0; // of these: docs/agreement.md says when
    std::vector<OutputCount> outputs{};
    std::uint32_t operands_hidden = 0; // that agree where the driver knows no operand before it runs the program
    std::uint64_t by_chance = 0;       // words of memory that the program leaves to chance, of all samples
    std::optional<Finding> finding;
    std::optional<Fault> refused{}; // where the language refuses the program: why; nothing was run

    /// Whether some result was compared, and no difference found.
    [[nodiscard]] bool agrees() const { return !refused && !finding && not_compared < samples; }
};

/// Notes that the language refuses the program; other faults are none of the language.
[[nodiscard]] bool note_refusal(Verdict& verdict, const Fault& fault);
/// Fails with the first refusal if all languages refuse the program.
[[nodiscard]] Status some_language_translates(std::span<const Verdict> verdicts);

struct Verified {
    std::vector<Verdict> verdicts;
    std::array<std::uint32_t, 3> groups{}; // workgroups of a dispatch, of Ran::Grid
    std::string not_drawn{};               // why a graphics program was not run in a pipeline; empty: it was

    /// Every language that translates the program agrees, in each way in which it ran, and every output was compared.
    [[nodiscard]] bool agrees() const;
    /// The outputs that a language never compared, in no way in which the program ran.
    [[nodiscard]] std::vector<OutputCount> never_compared(std::string_view language) const;
};

[[nodiscard]] std::string as_text(const Verified& verified, const Options& options, std::string_view device);
[[nodiscard]] std::string as_json(const Verified& verified, std::string_view device);

/// The module without the stores of guest instructions after `last`.
[[nodiscard]] ir::Module only_up_to(const ir::Module& module, std::uint32_t last);
/// The guest instruction where a difference began, found by halving: `agrees` tells whether the device still agrees when
/// only the first so many instructions store anything.
[[nodiscard]] Result<std::string> where_it_began(const ir::Module& module,
                                                 const std::function<Result<bool>(const ir::Module& cut)>& agrees);

} // namespace relit::cli
