// One operation of NV2A text as it was read, and the making of a word out of up to three of them.
#pragma once

#include "base/result.hpp"
#include "isa/nv2a/encoding/word.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/reader.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace relit::isa::nv2a {

struct Source {
    Operand operand{};
    std::uint32_t index = 0; // of the input or the raw constant
    bool relative = false;   // the constant's index counts from A0
    std::uint32_t named = 0; // how many constants the name stands for; 0: the source has no name
    std::size_t at = 0;
    /// Whether both read the same lanes of the same register.
    [[nodiscard]] bool same(const Source& other) const {
        return operand.mux == other.operand.mux && operand.reg == other.operand.reg && index == other.index &&
               operand.swizzle == other.operand.swizzle && operand.negate == other.operand.negate &&
               relative == other.relative;
    }
};

enum class TargetKind : std::uint8_t { Nowhere, Temp, Output, Constant, Address };

struct Destination {
    TargetKind kind = TargetKind::Nowhere;
    std::uint32_t number = 0;
    std::uint32_t mask = 15;
    std::size_t at = 0;
};

/// Either `mac` or `ilu` is set; both for a move, which either unit can do, and neither for nop.
struct Operation {
    Mac mac = Mac::Nop;
    Ilu ilu = Ilu::Nop;
    Destination target;
    std::array<Source, 3> sources{};
    unsigned count = 0;
    std::size_t at = 0;
};

/// A move that either unit can do.
[[nodiscard]] constexpr bool is_move(const Operation& op) { return op.mac == Mac::Mov && op.ilu == Ilu::Mov; }

inline constexpr std::size_t kMaxJoined = 3; // MAC to a temporary, MAC or ILU to an output, ILU to a temporary

/// "#name vector N" and "#name matrix4 N".
struct NamedConstants {
    std::uint32_t first = 0;
    std::uint32_t count = 1;
};
using Names = std::map<std::string, NamedConstants, std::less<>>;

/// Reads operations; each function gives false and fills `fault` where the text is wrong.
struct OperationReader {
    Reader& in;
    const Names& names;
    Numbering numbering;
    Fault& fault;
    bool d3d = false; // a source for Direct3D: mov to a0 is arl

    bool operation(Operation& into);
    /// The mnemonic alone: which units, how many sources; `name` is how it was spelled.
    bool mnemonic(Operation& into, std::string_view& name);
    bool target(Destination& into);
    /// A destination without its mask.
    bool target_register(Destination& into, std::string_view name);
    bool source(Source& into);
    bool wrong(std::size_t at, std::string text);

private:
    struct Index {
        std::int64_t number = 0;
        bool relative = false;
    };
    /// ".xyz", or ",xyz" as xemu writes it, or nothing for all lanes.
    bool mask(Destination& into);
    bool source_register(Source& into, std::string_view name);
    bool numbered(std::string_view name, std::uint32_t limit, std::uint32_t& number, std::size_t at);
    bool output_in_brackets(std::uint32_t& number);
    bool input_in_brackets(std::uint32_t& number);
    bool constant(Source& into, std::string_view digits);
    bool sum_in_brackets(Index& into);
    bool term(Index& into, bool negative);
    bool named_constant(Source& into);
    bool constant_target(Destination& into, const Source& constant);
    bool raw_number(Source& into, std::int64_t shown);
    void sources_of_alias(std::string_view name, Operation& into);
};

/// What to do where one word would read two different inputs. Some assemblers silently take the last for both.
enum class TwoInputs : std::uint8_t { Error, Last };

/// The word that the joined operations make (without FINAL); a fault with its offset where they do not fit together.
[[nodiscard]] Result<Word128> join(std::span<const Operation> operations, const Reader& in, TwoInputs two_inputs,
                                   Fill fill);

} // namespace relit::isa::nv2a
