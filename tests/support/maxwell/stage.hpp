// A stage of a graphics pipeline from the text of Maxwell programs, run by the interpreter for a test.
#pragma once

#include "lang/pipeline.hpp"
#include "run/interpreter.hpp"
#include "run/trace.hpp"
#include "translate/translate.hpp"

#include <bit>
#include <map>
#include <string_view>
#include <vector>

namespace relit::test {

/// Heads of programs; fields of the header's maps follow.
inline constexpr std::string_view kFragment = ".sph type=2, version=3, shader=5, ",
                                  kVertex = ".sph type=1, version=3, shader=1, ",
                                  kControl = ".sph type=1, version=3, shader=2, ",
                                  kEvaluation = ".sph type=1, version=3, shader=3, ",
                                  kGeometry = ".sph type=1, version=3, shader=4, ";

[[nodiscard]] inline std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// A program, and an invocation of it.
struct MaxwellStage {
    ir::Module module;
    run::State state;
    std::map<ir::Builtin, std::vector<std::uint32_t>> builtins{};
    std::vector<run::TracedLane> writes{}; // to registers

    /// The lane that travels so, of vertex 0 or another; nullptr where there is none.
    [[nodiscard]] std::uint64_t* lane(ir::Role role, ir::Semantic semantic, std::uint32_t number, std::uint32_t lane,
                                      std::uint32_t vertex = 0);
    void give(std::uint32_t location, std::uint32_t at, float value, std::uint32_t vertex = 0);
    [[nodiscard]] float made(std::uint32_t location, std::uint32_t at) {
        return made(ir::Semantic::User, location, at);
    }
    [[nodiscard]] float made(ir::Semantic semantic, std::uint32_t number, std::uint32_t at);
    void run();
};

/// The file that a text assembles to; a failed test where it does not.
[[nodiscard]] std::vector<std::uint8_t> assembled_maxwell(std::string_view head, std::string_view text);
[[nodiscard]] Result<ir::Module> lifted(std::string_view head, std::string_view text, const ir::Context& context);
/// Checked by the verifier.
[[nodiscard]] MaxwellStage stage_of(Result<ir::Module> module);
[[nodiscard]] MaxwellStage stage(std::string_view kind, std::string_view maps, std::string_view text,
                                 const ir::Context& context = {});
[[nodiscard]] unsigned count(const ir::Module& module, ir::Op op);

} // namespace relit::test
