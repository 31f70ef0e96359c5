// Compares what a program computes on a Vulkan device with what the interpreter computes. Link relit::verify (CMake) or
// relit-verify (pkg-config), which need glslang.
#pragma once

#include <relit/relit.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::api {

struct VerifyOptions {
    std::string device; // a part of a Vulkan device's name, or its index; empty: a CPU device, or else the first device
    std::uint32_t samples = 64; // random inputs; 1 to 1,048,576
    std::uint64_t seed = 1;     // of sample 0; sample n has seed + n. Alone, all have the textures of sample 0
    /// Iterations of a loop, 1 or more. Interpreter and device both end it then, and the sample is not compared.
    std::uint32_t loop_limit = 32768;
    /// Workgroups of a compute program along x, y and z, 1 to 65,535 each; empty: a few.
    std::optional<std::array<std::uint32_t, 3>> groups;
    bool pack_constants = false; // as TranslateOptions::pack_constants, in a grid and a pipeline
    bool allow_unknown = false;  // as TranslateOptions::allow_unknown
    ContextValues context;
    /// Is called with lines such as "spirv: 4096 of 8192 samples", from the calling thread.
    std::function<void(std::string_view)> progress;
};

/// The first result that differs through one language, in one way of running the program.
struct VerifyDifference {
    std::string language; // "spirv" or "glsl"
    /// "alone": an invocation out of any pipeline; "grid": a dispatch; "pipeline": an invocation of a draw.
    std::string ran;
    std::uint32_t sample = 0;          // or the number of the draw, both from 0
    std::string where;                 // "r0.x", or the word of a buffer
    std::uint64_t wanted = 0, got = 0; // bits: the interpreter's, the device's
    std::string instruction;           // where the difference began: "instruction 3: ADD ..."
};

struct Verification {
    /// True if each language that can translate the program agrees, and every output was compared.
    bool agrees = false;
    std::string device; // its whole name
    std::vector<VerifyDifference> differences;
    std::vector<std::string> notes; // for people: what was assumed or guessed of the program
    std::string report;             // JSON (docs/schemas/verify.json)
};

/// Runs the program on random inputs in the interpreter and on the device, through SPIR-V and GLSL (docs/agreement.md).
/// Errors: 2 for options, also if the context must give the size of a workgroup, 3 for the file, 4 for a program that no
/// language can express, 6 for the device. Differences are no error. A driver that crashes ends the process.
[[nodiscard]] Expected<Verification> verify(std::string_view language, File file, const VerifyOptions& options = {});

} // namespace relit::api
