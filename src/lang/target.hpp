// The options and the result of a translation, shared by every host language.
#pragma once

#include "base/result.hpp"
#include "ir/context.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::lang {

/// Native: inputs, outputs, uniform blocks as a pipeline would have them. Harness: a compute shader that runs one
/// program invocation an item, everything in two storage buffers (see Layout), so that a host can compare values.
enum class Interface : std::uint8_t { Native, Harness };

/// Which rows of a guest's constant buffer a uniform block of the native interface holds. Whole: each where the guest has
/// it. Packed: those that the program uses, one after the other (buffers that it looks up at computed addresses stay whole).
enum class ConstantLayout : std::uint8_t { Whole, Packed };

enum class Dialect : std::uint8_t { SpirV, GlslVulkan, GlslOpenGl };

struct Target {
    Dialect dialect = Dialect::SpirV;
    Interface interface = Interface::Native;
    std::uint32_t version = 0;       // SPIR-V 0x10300 and up; GLSL 450, 430, 330; 0: the dialect's default
    bool literal = false;            // one statement per register write, guest names kept
    bool debug_lines = true;         // SPIR-V: name variables, and the guest instruction of every instruction
    bool leaves_out_unknown = false; // guest words that do not decode are left out, and reported, rather than refused
    // Every operation of the module beside what it became: GLSL in comments, SPIR-V as the source that its lines are of.
    bool debug_operations = false;
    bool line_instructions =
        false; // GLSL: the guest's instructions of each line are told (Artifact::line_instructions)
    // What the device reports to be able to keep, of floats of 32 bits: denormals; the sign of zero, Inf and NaN (of the
    // other widths that it has too).
    bool keeps_denormals = false, keeps_signed_zero = false;
    bool flushes_denormals =
        false; // of 32 bits, where a SPIR-V shader requires that, whatever it does with other widths
    bool has_int64 = false, has_int16 = false, has_int8 = false, has_float16 = false, has_float64 = false;
    bool has_atomic_int64 = false;  // on storage buffers
    bool has_subgroups = true;      // of four invocations or more, with ballots, votes and shuffles
    bool has_demote = false;        // fragments can become helpers (OpDemoteToHelperInvocation)
    bool fuses = true;              // the device's fused multiply-add rounds once; where not, doubles help out
    bool loops_end_at_head = false; // loops are left at their head only, as one driver needs it (docs/devices.md)
    ConstantLayout constants = ConstantLayout::Whole;
    std::uint32_t loop_limit = 0; // iterations of a loop before it is left; 0: no limit

    /// Whether 64-bit floats can be written. In SPIR-V they are beside 64-bit integers only.
    [[nodiscard]] bool has_doubles() const { return has_float64 && (has_int64 || dialect != Dialect::SpirV); }
    /// Whether uniform blocks are packed: those of a harness are as the guest has them.
    [[nodiscard]] bool packs_constants() const {
        return constants == ConstantLayout::Packed && interface == Interface::Native;
    }
};

/// Where a harness keeps one item of a program's state: counted in 32-bit words from the start of the invocation's
/// record. Every lane of a file takes ceil(bits / 32) words; buffers take size / 4 words. Slots and records begin at
/// rows of kRowWords words, which a shader reads and writes as one uvec4.
struct Slot {
    std::string name; // of the file or resource
    bool is_resource = false;
    std::uint32_t index = 0; // in Module::files or Module::resources
    std::uint32_t word = 0;  // first word
    std::uint32_t words = 0; // without what fills the last row
};
inline constexpr std::uint32_t kRowWords = 4;
[[nodiscard]] constexpr std::uint32_t rows_of(std::uint32_t words) { return (words + kRowWords - 1) / kRowWords; }

/// Storage buffers of set 1. Binding 0: a row that begins with the number of invocations, then `in_words` words an invocation (Input
/// files, constant buffers), all read only. Binding 1: `out_words` words an invocation (Output files, then storage buffers, which the
/// host fills first, then one row whose first word is not 0 where a loop limit was reached).
/// Workgroups are kHarnessGroup x 1 x 1; the invocation is gl_GlobalInvocationID.x.
struct Layout {
    std::vector<Slot> in, out;
    std::uint32_t in_words = 0, out_words = 0;
    std::uint32_t loop_limit_word = 0;
};
[[nodiscard]] Layout layout_of(const ir::Module& module);
inline constexpr std::uint32_t kHarnessGroup = 64;

/// A row of a uniform block that has a name of its own, or several as an array.
struct Member {
    std::string name;
    std::uint32_t offset = 0;       // bytes, in the block
    std::uint32_t guest_offset = 0; // bytes, in the guest's constant buffer
    std::uint32_t count = 1;        // rows of 16 bytes
    bool is_array = false;
    [[nodiscard]] bool operator==(const Member&) const = default;
};

/// A thing of the native interface.
struct Binding {
    std::string kind; // "input", "output", "uniform", "storage", "texture", "image", "builtin"
    std::string name;
    std::uint32_t set = 0, binding = 0, location = 0;
    std::uint32_t index = 0; // of an output at the location: 1 is the second source of blending
    std::uint32_t size = 0;
    std::string type;              // "vec4[16]"
    std::vector<Member> members{}; // of a uniform block: what is known of its rows
};

/// What a shader requires of its host: bit i for row i of features.inc.
using FeatureSet = std::uint32_t;

struct Artifact {
    std::vector<std::uint32_t> words; // SPIR-V
    std::string text;                 // GLSL
    std::vector<Binding> interface;
    std::vector<std::string> approximate;  // what this language cannot express exactly, one sentence each
    std::vector<ir::Assumption> assumed{}; // context keys that were not given
    std::string partial{};                 // of literal GLSL: only what guest instructions became
    FeatureSet features = 0;               // that the code uses
    /// Of GLSL, if the target asks for it: for each line of the text the numbers of the guest's instructions (indices in
    /// Module::origins) that it came from, ascending. A line that names a value is of the instructions that compute it; one that reads a
    /// name is not of those that computed it.
    std::vector<std::vector<std::uint32_t>> line_instructions{};
};

/// Artifact::approximate has it if the module has an FFma.
inline constexpr std::string_view kMayRoundTwice =
    "a fused multiply-add may be rounded twice by a device that has none";

/// Writes a module as lower() leaves it: SPIR-V block by block, GLSL by its tree. Fails with NotSupported where the target lacks what the
/// program needs; the text names it.
[[nodiscard]] Result<Artifact> to_spirv(const ir::Module& module, const Target& target);
[[nodiscard]] Result<Artifact> to_glsl(const ir::Module& module, const Target& target);

/// Makes every register file of the guest an output, so that a harness can see it; for literal or optimised modules
/// before to_ssa.
void observe_registers(ir::Module& module);

} // namespace relit::lang
