// The state block of a dump: everything of the GS that is saved, as plain members.
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"
#include "machine/gs/state/layout.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::machine::gs {

inline constexpr std::uint32_t kFirstSavedVersion = 1, kLastSavedVersion = 9, kUsualSavedVersion = 8;

/// One of the four paths: its tag with the loops that are left in place of NLOOP, and which register of the loop is next.
struct SavedPath {
    std::array<std::uint32_t, 4> tag{};
    std::uint32_t next_register = 0;
    [[nodiscard]] bool operator==(const SavedPath&) const = default;
};

struct SavedContext {
#define SAVED_CONTEXT(name, type, first, last) type name{};
#include "machine/gs/state/saved_context.inc"
#undef SAVED_CONTEXT
    [[nodiscard]] bool operator==(const SavedContext&) const = default;
};

/// Members that the version does not have are zero.
struct SavedState {
    std::uint32_t version = kUsualSavedVersion;
#define SAVED_GENERAL(name, type, first, last) type name{};
#include "machine/gs/state/saved.inc"
#undef SAVED_GENERAL
    std::array<SavedContext, 2> context{};
#define SAVED_VERTEX(name, type, first, last) type name{};
#include "machine/gs/state/saved_vertex.inc"
#undef SAVED_VERTEX
    std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(kMemoryBytes); // always 4 MiB
    std::array<SavedPath, 4> paths{};
    std::uint32_t q = 0x3f800000;     // the Q latch, bits of a float
    std::vector<std::uint8_t> unread; // what follows in the block; all of it after a version that is not known
    [[nodiscard]] bool operator==(const SavedState&) const = default;
};

/// Whether blocks of this version can be read.
[[nodiscard]] constexpr bool is_known_version(std::uint32_t version) {
    return version >= kFirstSavedVersion && version <= kLastSavedVersion;
}
/// Bytes of a block of a known version: 4194752 in version 8.
[[nodiscard]] std::size_t saved_size(std::uint32_t version);
/// Bytes that write_saved appends.
[[nodiscard]] std::size_t saved_size(const SavedState& state);

/// Calls visit(name, member) for every member in front of the memory that `version` has, in the order of the block.
/// `name` is that of a register where the member is one; members of contexts end in _1 or _2.
template <class State, class Visit>
void each_saved(State& state, std::uint32_t version, Visit&& visit) {
#define SAVED_GENERAL(name, type, first, last) \
    if (version >= (first) && version <= (last)) visit(#name, state.name);
#include "machine/gs/state/saved.inc"
#undef SAVED_GENERAL
#define SAVED_CONTEXT(name, type, first, last) \
    if (version >= (first) && version <= (last)) visit(#name "_1", state.context[0].name);
#include "machine/gs/state/saved_context.inc"
#undef SAVED_CONTEXT
#define SAVED_CONTEXT(name, type, first, last) \
    if (version >= (first) && version <= (last)) visit(#name "_2", state.context[1].name);
#include "machine/gs/state/saved_context.inc"
#undef SAVED_CONTEXT
#define SAVED_VERTEX(name, type, first, last) \
    if (version >= (first) && version <= (last)) visit(#name, state.name);
#include "machine/gs/state/saved_vertex.inc"
#undef SAVED_VERTEX
}

/// Reads as much of a block as there is; `complete` tells whether it was all.
struct SavedReading {
    SavedState state;
    bool complete = false;
};
[[nodiscard]] SavedReading read_saved(Bytes block);
/// Appends the block.
void write_saved(const SavedState& state, std::vector<std::uint8_t>& into);

} // namespace relit::machine::gs
