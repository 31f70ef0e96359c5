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
    std::string device;                                 // a part of a Vulkan device's name; empty: the first device
    std::uint32_t samples = 64;                         // random inputs; 1 to 1,048,576
    std::uint64_t seed = 1;                             // of the first sample; the next sample has the next seed
    std::uint32_t loop_limit = 32768;                   // iterations; interpreter and device both end a loop then
    std::optional<std::array<std::uint32_t, 3>> groups; // workgroups of a compute program, 1 to 65,535 each
    bool pack_constants = false;                        // as TranslateOptions::pack_constants
    bool allow_unknown = false;                         // as TranslateOptions::allow_unknown
    ContextValues context;
    /// Is called with lines such as "spirv: 4096 of 8192 samples", from the calling thread.
    std::function<void(std::string_view)> progress;
};

/// The first result that differs through one language, in one way of running the program.
struct VerifyDifference {
    std::string language; // "spirv" or "glsl"
    /// "alone": an invocation out of any pipeline; "grid": a dispatch; "pipeline": an invocation of a draw.
    std::string ran;
    std::uint32_t sample = 0;          // or the number of the draw, from 0
    std::string where;                 // "r0.x", or the word of a buffer
    std::uint64_t wanted = 0, got = 0; // bits: the interpreter's, the device's
    std::string instruction;           // of the guest: where the difference began
};

struct Verification {
    /// True if each language that can translate the program agrees, and every output was compared.
    bool agrees = false;
    std::string device; // its whole name
    std::vector<VerifyDifference> differences;
    std::vector<std::string> notes; // what was assumed or guessed of the program
    std::string report;             // JSON (docs/schemas/verify.json)
};

/// Runs the program on random inputs in the interpreter and on the device, through SPIR-V and GLSL (docs/agreement.md).
/// Errors: 2 for options, 3 for the file, 4 for a program that no language can express, 6 for the device. A driver that
/// crashes ends the process.
[[nodiscard]] Expected<Verification> verify(std::string_view language, File file, const VerifyOptions& options = {});

} // namespace relit::api
