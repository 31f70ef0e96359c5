// What a file says about a vertex program: its slots, and the names and state around them. Read from raw microcode, from
// a container, from a stream of methods or from text of any.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/rsx/cg/encoding/any_container.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/encoding/methods.hpp"
#include "isa/rsx/encoding/order.hpp"
#include "isa/rsx/vp/encoding/word.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::isa::rsx::vp {

enum class FileKind : std::uint8_t { Microcode, Text, Container, Stream };

/// A constant that the file gives a value: bits of x, y, z, w.
struct LoadedConstant {
    std::uint32_t index = 0;
    std::array<std::uint32_t, 4> lanes{};
    [[nodiscard]] bool operator==(const LoadedConstant&) const = default;
};

struct Program {
    FileKind kind = FileKind::Microcode;
    ByteOrder order;            // of the file
    std::vector<Word128> slots; // from slot 0; code after END may be reached by jumps and calls
    std::uint32_t start = 0;    // the slot where it begins
    std::uint32_t first = 0;    // a container says nothing of the slots before
    std::optional<cg::AnyContainer> container;
    MethodState state;                     // what a stream of methods leaves
    StateValues machine_state;             // what the file says of it
    std::vector<LoadedConstant> constants; // sorted by index
    std::vector<cg::ConstantName> constant_names;
    std::vector<std::uint64_t> offsets; // of a stream: where in the file each slot came from
    std::vector<cg::Bound> bound;       // the names of attributes, varyings and textures
    std::vector<std::string> warnings;

    /// Where in the file (for text: in what it assembles to) the slot stands.
    [[nodiscard]] std::uint64_t offset_of(std::size_t slot) const;
    /// The slots that run if nothing jumps, the one with END included.
    [[nodiscard]] std::uint32_t length() const;
};

/// The words that a file holds from its start on, whole slots only.
[[nodiscard]] std::vector<Word128> words_of(Bytes file);
/// The words as a file holds them.
[[nodiscard]] std::vector<std::uint8_t> bytes_of(std::span<const Word128> slots);
/// Whether a word looks like what compilers write: known, its unused bit 0, its condition the one that always passes
/// or tested.
[[nodiscard]] bool is_plain(const Word128& word);
/// The slot that the word jumps to or calls; nothing where it does neither, or an address register is added.
[[nodiscard]] std::optional<std::uint32_t> target_of(const Word128& word);

} // namespace relit::isa::rsx::vp
