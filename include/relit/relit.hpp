// The public interface of the Relit library. Self-contained; C++23.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::api {

/// An error and its position. `code` is the exit code of the program for it (docs/exit-codes.md). If memory is
/// exhausted, functions that return Expected return code 5, "out of memory"; other functions throw std::bad_alloc.
struct Error {
    int code = 0;
    std::string text;
    std::optional<std::uint64_t> offset; // bytes from the start of binary input
    std::uint32_t line = 0, column = 0;  // in text input, from 1; 0: unknown
};

template <class T>
using Expected = std::expected<T, Error>;

/// The bytes of a guest's file; they must remain valid during the call.
using File = std::span<const std::uint8_t>;
/// Names and values of a guest's options, as `relit --help` lists them: {"constants", "d3d"}.
using Choices = std::map<std::string, std::string, std::less<>>;
/// Context keys of a translation: {"nv2a.arithmetic", 1}. docs/isa/ lists the full names, and the numbers of named
/// values. An unknown key is an error (code 2).
using ContextValues = std::map<std::string, std::uint64_t, std::less<>>;
using Facts [[deprecated("ContextValues")]] = ContextValues;

/// Returns the names of the guest languages: "nv2a".
[[nodiscard]] std::vector<std::string> languages();
/// Certain: a magic number or a header identifies the file. Plausible: nothing identifies it, but all of it looks like
/// the output of a compiler or assembler.
enum class Sureness : std::uint8_t { No, Plausible, Certain };
struct Recognition {
    struct Candidate {
        std::string language, why; // why: "the header of a vertex program's container"
    };
    /// The language of the only candidate, certain or plausible. Empty if there are none or several.
    std::string language;
    Sureness sureness = Sureness::No;  // of the candidates
    std::vector<Candidate> candidates; // the certain ones, otherwise the plausible ones
};
/// Recognises a file by its contents. The suffix of `name` (".vp", ".fpo") selects among plausible languages; it never
/// makes a language plausible. A GS dump is not a program and has none of these languages.
[[nodiscard]] Recognition recognise(File file, std::string_view name = {});
using Guess [[deprecated("Recognition")]] = Recognition;
[[deprecated("recognise()")]] [[nodiscard]] inline Recognition guess(File file, std::string_view name = {}) {
    return recognise(file, name);
}

/// Returns text that assemble() turns back into the same bytes.
[[nodiscard]] Expected<std::string> disassemble(std::string_view language, File file, const Choices& choices = {});
[[nodiscard]] Expected<std::vector<std::uint8_t>> assemble(std::string_view language, std::string_view text,
                                                           const Choices& choices = {});

enum class Host : std::uint8_t { SpirV, GlslVulkan, GlslOpenGl };

/// Debug information in SPIR-V. Lines: names of variables, and the guest instruction of every instruction.
enum class DebugInfo : std::uint8_t { None, Lines };

/// Returns the names of the optional features of hosts: "int64".
[[nodiscard]] std::vector<std::string> features();

/// The host that a caller translates for, the context, and the form of the output.
struct TranslateOptions {
    Host host = Host::SpirV;
    std::uint32_t version = 0; // 0: the default; SPIR-V 0x10300 and up; GLSL 450, 430, 330
    /// The optional features that the host has, by the names of features(); another name is an error (code 2). A
    /// program that requires more is refused (code 4). Shader::reflection lists the features that the shader uses
    /// ("features"). "loops_end_at_head" is no feature but a need of a driver, lavapipe: loops are left at their head.
    std::vector<std::string> features;
    bool literal = false; // GLSL: one statement per register write, with the guest's names
    ContextValues context;
    /// If true, words of the guest that do not decode are omitted, and Shader::reflection lists each ("approximate").
    /// Otherwise a program that can reach such a word is refused (code 4).
    bool allow_unknown = false;
    /// If true, uniform blocks contain only the constants that the program reads; Shader::reflection lists them
    /// ("members": `offset` in the block, `guest_offset` in the guest's constants). `literal` excludes it (code 2).
    bool pack_constants = false;
    DebugInfo debug_info = DebugInfo::Lines;
};
using Wish [[deprecated("TranslateOptions")]] = TranslateOptions;

struct Shader {
    std::vector<std::uint32_t> spirv;
    std::string glsl;
    /// JSON: interface, context keys read and inferred, approximate parts, features used, cache key.
    std::string reflection;
    std::string key; // 32 hex digits; equal keys mean equal output
};

[[nodiscard]] Expected<Shader> translate(std::string_view language, File file, const TranslateOptions& options = {});

/// Two shaders of one draw; both have the key and the reflection of the pair.
struct ShaderPair {
    Shader vertex, fragment;
};
/// Translates a vertex and a fragment program with matching interfaces: variables that the fragment shader does not
/// read are left out of the vertex shader.
[[nodiscard]] Expected<ShaderPair> translate_pair(std::string_view vertex_language, File vertex,
                                                  std::string_view fragment_language, File fragment,
                                                  const TranslateOptions& options = {});

/// A program of a draw, and its guest language.
struct Part {
    std::string_view language;
    File file;
};
/// Shaders by stage: vertex, tess_control, tess_eval, geometry, fragment. Each has the key and the reflection of the
/// whole draw.
struct LinkedShaders {
    std::map<std::string, Shader, std::less<>> stages;
    std::string reflection;
};
/// Translates programs with matching interfaces between stages. `parts` are in the order of the pipeline, a vertex
/// program first. Two vertex programs at the front (Maxwell's VertexA and VertexB) run one after the other and become
/// one shader.
[[nodiscard]] Expected<LinkedShaders> translate_linked(std::span<const Part> parts,
                                                       const TranslateOptions& options = {});

} // namespace relit::api
