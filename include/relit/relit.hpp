// Relit as a library: what a program that links it may use. Self-contained; C++23.
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

/// What went wrong and where. `code` is the exit code that the program would give (docs/exit-codes.md).
struct Error {
    int code = 0;
    std::string text;
    std::optional<std::uint64_t> offset; // bytes from the start of binary input
    std::uint32_t line = 0, column = 0;  // of text input, counted from 1; 0: not known
};

template <class T>
using Expected = std::expected<T, Error>;

/// A guest's file as bytes; the caller keeps them alive during the call.
using File = std::span<const std::uint8_t>;
/// Names and values as in `relit --help`: {"constants", "d3d"}.
using Choices = std::map<std::string, std::string, std::less<>>;
/// Context keys beside the code: {"nv2a.arithmetic", 1}. Full names and the numbers that stand for named values, as docs/isa/ has
/// them; others are refused (code 2).
using ContextValues = std::map<std::string, std::uint64_t, std::less<>>;

/// The names of the guest languages: "nv2a".
[[nodiscard]] std::vector<std::string> languages();
/// How surely a file is of a language: Certain where a magic number or a header says so, Plausible where nothing does but
/// all of it is what compilers and assemblers write.
enum class Sureness : std::uint8_t { No, Plausible, Certain };
struct Guess {
    struct Candidate {
        std::string language, why; // why: "the header of a vertex program's container"
    };
    /// The only candidate's, plausible or certain. Empty where nothing recognises the file, and where several do.
    std::string language;
    Sureness sureness = Sureness::No;  // of the candidates
    std::vector<Candidate> candidates; // the certain ones, or where there are none the plausible ones
};
/// What a file is taken for. The ending of its `name` (".vp", ".fpo") chooses among languages that are plausible; it makes
/// none so. Dumps of the GS are no programs, and none of these languages.
[[nodiscard]] Guess guess(File file, std::string_view name = {});

/// Text that assemble() turns back into the same bytes.
[[nodiscard]] Expected<std::string> disassemble(std::string_view language, File file, const Choices& choices = {});
[[nodiscard]] Expected<std::vector<std::uint8_t>> assemble(std::string_view language, std::string_view text,
                                                           const Choices& choices = {});

enum class Host : std::uint8_t { SpirV, GlslVulkan, GlslOpenGl };

/// What SPIR-V says about itself. Lines: names of variables, and the guest instruction of every instruction.
enum class DebugInfo : std::uint8_t { None, Lines };

struct Wish {
    Host host = Host::SpirV;
    std::uint32_t version = 0; // 0: the usual one; SPIR-V 0x10300 and up; GLSL 450, 430, 330
    bool literal = false;      // GLSL: one statement per register write, guest names kept
    ContextValues context;
    /// Guest words that do not decode are left out, each named in Shader::reflection ("unfaithful"); otherwise a program
    /// that can reach one is refused (code 4).
    bool allow_unknown = false;
    /// Uniform blocks hold only the constants that are used, one after the other; Shader::reflection says which
    /// ("members": `offset` in the block, `guest_offset` in the guest's constants). Not with `literal` (code 2).
    bool pack_constants = false;
    DebugInfo debug_info = DebugInfo::Lines;
};

struct Shader {
    std::vector<std::uint32_t> spirv;
    std::string glsl;
    std::string
        reflection;  // JSON: interface, context keys read and assumed, what could not be said faithfully, cache key
    std::string key; // 32 hex digits: equal keys, equal output
};

[[nodiscard]] Expected<Shader> translate(std::string_view language, File file, const Wish& wish = {});

/// Two shaders that are drawn together; both have the key and the reflection of the pair.
struct ShaderPair {
    Shader vertex, fragment;
};
/// A vertex and a fragment program with one interface: what the one does not read the other does not hand on.
[[nodiscard]] Expected<ShaderPair> translate_pair(std::string_view vertex_language, File vertex,
                                                  std::string_view fragment_language, File fragment,
                                                  const Wish& wish = {});

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
/// Programs in the order of the pipeline, a vertex program first, with one interface each from stage to stage. Two vertex
/// programs at the front (Maxwell's VertexA and VertexB) run one after the other and become one shader.
[[nodiscard]] Expected<LinkedShaders> translate_linked(std::span<const Part> parts, const Wish& wish = {});

} // namespace relit::api
