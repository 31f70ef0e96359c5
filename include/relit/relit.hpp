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

/// An error and its place. `code` is the exit code of the program for it (docs/exit-codes.md). Where memory is exhausted, what gives
/// Expected gives code 5, "out of memory"; other functions throw std::bad_alloc.
struct Error {
    int code = 0;
    std::string text;
    std::optional<std::uint64_t> offset; // bytes from the start of binary input
    std::uint32_t line = 0, column = 0;  // of text input, counted from 1; 0: unknown
};

template <class T>
using Expected = std::expected<T, Error>;

/// The bytes of a guest's file; they must remain valid during the call.
using File = std::span<const std::uint8_t>;
/// Names and values as in `relit --help`: {"constants", "d3d"}.
using Choices = std::map<std::string, std::string, std::less<>>;
/// Context keys of a translation: {"nv2a.arithmetic", 1}. Full names, and the numbers of named values, as listed in docs/isa/;
/// unknown keys are refused (code 2).
using ContextValues = std::map<std::string, std::uint64_t, std::less<>>;

/// The names of the guest languages: "nv2a".
[[nodiscard]] std::vector<std::string> languages();
/// Certain: a magic number or a header identifies the file. Plausible: nothing identifies it, but all of it looks like the
/// output of a compiler or assembler.
enum class Sureness : std::uint8_t { No, Plausible, Certain };
struct Guess {
    struct Candidate {
        std::string language, why; // why: "the header of a vertex program's container"
    };
    /// That of the only candidate, plausible or certain. Empty if there are none or several.
    std::string language;
    Sureness sureness = Sureness::No;  // of the candidates
    std::vector<Candidate> candidates; // the certain ones, otherwise the plausible ones
};
/// Recognises a file by its contents. The suffix of `name` (".vp", ".fpo") selects among plausible languages; it never makes
/// one plausible. GS dumps are not programs and have none of these languages.
[[nodiscard]] Guess guess(File file, std::string_view name = {});

/// Text that assemble() turns back into the same bytes.
[[nodiscard]] Expected<std::string> disassemble(std::string_view language, File file, const Choices& choices = {});
[[nodiscard]] Expected<std::vector<std::uint8_t>> assemble(std::string_view language, std::string_view text,
                                                           const Choices& choices = {});

enum class Host : std::uint8_t { SpirV, GlslVulkan, GlslOpenGl };

/// Debug information of SPIR-V. Lines: names of variables, and the guest instruction of every instruction.
enum class DebugInfo : std::uint8_t { None, Lines };

/// The names of what a host may be able to do beyond the least: "int64".
[[nodiscard]] std::vector<std::string> features();

/// How to translate.
struct TranslateOptions {
    Host host = Host::SpirV;
    std::uint32_t version = 0; // 0: the default; SPIR-V 0x10300 and up; GLSL 450, 430, 330
    /// What the host can do, by the names of features(); others are refused (code 2). A program that requires more is refused
    /// (code 4). Shader::reflection lists those that the shader uses ("features").
    std::vector<std::string> features;
    bool literal = false; // GLSL: one statement per register write, guest names kept
    ContextValues context;
    /// Omits guest words that do not decode, and lists each in Shader::reflection ("unfaithful"); otherwise a program
    /// that can reach one is refused (code 4).
    bool allow_unknown = false;
    /// Uniform blocks contain only the constants in use; Shader::reflection lists them
    /// ("members": `offset` in the block, `guest_offset` in the guest's constants). Not with `literal` (code 2).
    bool pack_constants = false;
    DebugInfo debug_info = DebugInfo::Lines;
};

struct Shader {
    std::vector<std::uint32_t> spirv;
    std::string glsl;
    std::string
        reflection;  // JSON: interface, context keys read and inferred, unfaithful parts, features used, cache key
    std::string key; // 32 hex digits: equal keys, equal output
};

[[nodiscard]] Expected<Shader> translate(std::string_view language, File file, const TranslateOptions& options = {});

/// Two shaders of one draw; both have the key and the reflection of the pair.
struct ShaderPair {
    Shader vertex, fragment;
};
/// A vertex and a fragment program with matching interfaces: the vertex shader does not output what the fragment shader does not
/// read.
[[nodiscard]] Expected<ShaderPair> translate_pair(std::string_view vertex_language, File vertex,
                                                  std::string_view fragment_language, File fragment,
                                                  const TranslateOptions& options = {});

/// A program of a draw.
struct Part {
    std::string_view language;
    File file;
};
/// By stage: vertex, tess_control, tess_eval, geometry, fragment. All have the key and the reflection of all.
struct LinkedShaders {
    std::map<std::string, Shader, std::less<>> stages;
    std::string reflection;
};
/// Programs in the order of the pipeline, a vertex program first, with matching interfaces between stages. Two vertex
/// programs at the front (Maxwell's VertexA and VertexB) run one after the other and become one shader.
[[nodiscard]] Expected<LinkedShaders> translate_linked(std::span<const Part> parts,
                                                       const TranslateOptions& options = {});

} // namespace relit::api
