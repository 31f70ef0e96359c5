// What every guest language offers that can be translated, beside its codec: programs, parsed once, and what is made of them.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "codec/codec.hpp"
#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/named_input.hpp"
#include "isa/text_types.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::isa {

struct Frontend;

/// A guest's program, parsed. What is in it only its own guest knows (ParsedAs). It does not look at its file any more, and
/// does not change: threads may share it.
class Program {
public:
    explicit Program(const Frontend& of) : frontend(of) {}
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    virtual ~Program() = default;

    const Frontend& frontend;
};
using ProgramPtr = std::unique_ptr<const Program>;

/// A program as one guest keeps it.
template <class T>
class ParsedAs final : public Program {
public:
    ParsedAs(const Frontend& of, T value) : Program(of), parsed(std::move(value)) {}
    const T parsed;
};
/// What is in a program of the guest that keeps its programs as T.
template <class T>
[[nodiscard]] const T& parsed_as(const Program& program) {
    return static_cast<const ParsedAs<T>&>(program).parsed;
}

/// A register that the file itself loads before the program runs, by the name that `relit run` knows it under.
struct Preset {
    std::string name; // "c96"
    std::vector<std::uint64_t> lanes;
};

/// A dispatch of a compute program, as far as drivers tell programs of it.
struct DispatchShape {
    std::array<std::uint32_t, 3> groups = {1, 1, 1};
    std::map<std::uint32_t, std::uint32_t> storage_bytes; // of storage buffers, by binding
};
/// A word that the guest's driver keeps for programs in a constant buffer.
struct DriverWord {
    std::uint32_t binding = 0, offset = 0; // of the constant buffer; bytes
    std::uint32_t value = 0;
};

using ir::ContextKey;

/// Everything is a pure function of its arguments. Programs are the front end's own, as parse() gives them.
struct Frontend {
    const codec::Codec& codec; // of its files; the front end has its name
    Result<ProgramPtr> (*parse)(Bytes file);
    /// Of two vertex programs that run one after the other one program; nullptr: the guest has no such thing.
    Result<ProgramPtr> (*join)(const Program& first, const Program& second) = nullptr;
    ir::Stage (*stage)(const Program& program);
    /// The IR of a program, in its literal form: files, masked stores, one origin a guest instruction.
    Result<ir::Module> (*lift)(const Program& program, ir::ContextReader& context);
    /// A step of the guest's own on the lifted module, once its registers are values and operations are combined; nullptr:
    /// none. What it makes is optimised further: it forgets Module::is_reduced where it makes copies of instructions that were
    /// there.
    Status (*lower)(const Program& program, ir::Module& module, ir::ContextReader& context) = nullptr;
    /// What the file loads into registers before the program runs.
    Result<std::vector<Preset>> (*presets)(const Program& program, const ir::Context& context);
    /// The same from a dump of the machine's constants, in the order in which the machine gives them.
    Result<std::vector<Preset>> (*presets_of_dump)(Bytes dump);
    /// The names that the file gives to what a run is given; nullptr: files of the guest have none.
    std::vector<NamedInput> (*named_inputs)(const Program& program) = nullptr;
    /// What its driver tells a compute program of a dispatch; nullptr: nothing. `module` is the program's.
    std::vector<DriverWord> (*driver_words)(const Program& program, const ir::Module& module,
                                            const ir::Context& context, const DispatchShape& shape) = nullptr;
    /// By location: the Vulkan format that a host binds for an input, where the context keys that were read say what
    /// memory holds. nullptr: they never do.
    std::map<std::uint32_t, std::string> (*vertex_formats)(const ir::Context& read) = nullptr;
    /// The program as bytes, everything zeroed that a translation must not depend on.
    std::vector<std::uint8_t> (*canonical)(const Program& program);
    std::span<const ContextKey> context_keys;
    /// Where programs of several stages are linked: how far the bindings of one stage lie from those of the stage before
    /// it; 0: as lifted, they do not overlap.
    std::uint32_t bindings_of_stage = 0;
    /// What a stage is given at a location that the stage before it does not write, as bits.
    std::array<std::uint32_t, 4> unwritten{};

    [[nodiscard]] std::string_view name() const { return codec.name; }
};

/// Whether two programs are vertex programs that their machine runs one after the other.
[[nodiscard]] inline bool are_joined(const Program& first, const Program& second) {
    const Frontend& frontend = first.frontend;
    return &frontend == &second.frontend && frontend.join != nullptr && frontend.stage(first) == ir::Stage::Vertex &&
           frontend.stage(second) == ir::Stage::Vertex;
}

// ---- of files that lie in memory

/// Parses a file and lifts its program.
[[nodiscard]] inline Result<ir::Module> lift(const Frontend& frontend, Bytes file, ir::ContextReader& context) {
    const auto program = frontend.parse(file);
    if (!program) return std::unexpected(program.error());
    return frontend.lift(**program, context);
}
/// Parses a file; the canonical bytes of its program.
[[nodiscard]] inline Result<std::vector<std::uint8_t>> canonical(const Frontend& frontend, Bytes file) {
    const auto program = frontend.parse(file);
    if (!program) return std::unexpected(program.error());
    return frontend.canonical(**program);
}
/// Parses a file; what it loads into registers.
[[nodiscard]] inline Result<std::vector<Preset>> presets(const Frontend& frontend, Bytes file,
                                                         const ir::Context& context = {}) {
    const auto program = frontend.parse(file);
    if (!program) return std::unexpected(program.error());
    return frontend.presets(**program, context);
}

} // namespace relit::isa
