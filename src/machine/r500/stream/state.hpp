// What a stream has left in the chip: the values of all registers, both programs with their constants, vertex arrays.
#pragma once

#include "machine/r500/registers/registers.hpp"
#include "machine/r500/stream/packet.hpp"

#include <array>
#include <bitset>
#include <map>
#include <optional>
#include <vector>

namespace relit::machine::r500 {

/// The buffer that an address lies in: which entry of the relocations, and its handle where the table is known.
struct BufferRef {
    std::uint32_t relocation = 0;
    std::optional<std::uint32_t> handle;
    [[nodiscard]] bool operator==(const BufferRef&) const = default;
};

struct VertexArray {
    std::uint32_t size = 0, stride = 0; // in dwords
    std::uint32_t offset = 0;           // in bytes
    std::optional<BufferRef> buffer;    // none: the stream does not say
    [[nodiscard]] bool operator==(const VertexArray&) const = default;
};

/// Memory that is loaded through a port, with what of it was.
template <std::size_t Entries, std::size_t Each>
struct PortMemory {
    static constexpr std::size_t kEntries = Entries, kEach = Each;
    std::array<std::uint32_t, Entries * Each> dwords{};
    std::bitset<Entries> loaded;

    [[nodiscard]] Dwords entry(std::size_t i) const { return Dwords(dwords).subspan(i * Each, Each); }
    /// Nothing is beyond the end.
    void store(std::size_t at, std::uint32_t value) {
        if (at >= dwords.size()) return;
        dwords[at] = value;
        loaded.set(at / Each);
    }
    [[nodiscard]] bool operator==(const PortMemory&) const = default;
};

struct State {
    std::array<std::uint32_t, kRegisterBytes / 4> values{};
    std::bitset<kRegisterBytes / 4> written;
    PortMemory<isa::r500::kVertexVectors, 4> vertex_memory; // code from 0, constants from 1024, clip planes from 1536
    PortMemory<isa::r500::kFragmentInstructions, 6> fragment_code;
    PortMemory<256, 4> fragment_constants;
    std::map<std::uint32_t, BufferRef> buffers; // by the register whose address lies in them
    std::vector<VertexArray> arrays;

    /// `number` is that of a register.
    [[nodiscard]] RegisterWord operator[](std::uint32_t number) const { return word_of(values[number / 4]); }
    [[nodiscard]] bool has(std::uint32_t number) const { return written[number / 4]; }
    [[nodiscard]] const BufferRef* buffer(std::uint32_t number) const {
        const auto found = buffers.find(number);
        return found == buffers.end() ? nullptr : &found->second;
    }
    /// Ports store into their memory, and move on.
    void write(std::uint32_t number, std::uint32_t value);
    [[nodiscard]] bool operator==(const State&) const = default;

private:
    void store_fragment(std::uint32_t value);

    std::size_t vertex_at_ = 0, fragment_at_ = 0; // the dword that a port stores next
};

} // namespace relit::machine::r500
