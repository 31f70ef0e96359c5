// The Cg binary container (.vpo, .fpo): a header, a table of parameters, a header of the program, its microcode. All of
// its dwords are big-endian; offsets count bytes from the file's start, 0 is none. (Field order: RPCS3 CgBinaryProgram.h)
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"
#include "base/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::rsx::cg {

inline constexpr std::size_t kMaxFile = std::size_t{1} << 20; // bytes; larger ones are refused, as are longer lists
inline constexpr std::uint32_t kMaxParameters = 4096, kMaxConstants = 65536, kMaxName = 200;
inline constexpr std::uint32_t kRevision = 6;

enum class Profile : std::uint32_t { Vertex = 0x1b5b, Fragment = 0x1b5c };

/// Words of dwords in the order of the file: bits 32 and up are the second.
using Number = Field<std::uint32_t>;

struct Header : Word<Header, 256> {
    static constexpr Number profile{"profile", 0, 32}, revision{"revision", 32, 32}, size{"size", 64, 32};
    static constexpr Number parameters{"parameters", 96, 32}, table{"table", 128, 32};
    static constexpr Number program{"program", 160, 32}, code_size{"code.size", 192, 32}, code{"code", 224, 32};
    static constexpr auto fields = fields_of(profile, revision, size, parameters, table, program, code_size, code);
};
static_assert(covers(Header::fields, 256));

/// `default` and `constants` are offsets: of four floats, and of a count with as many offsets into the microcode.
struct Parameter : Word<Parameter, 384> {
    static constexpr Number type{"type", 0, 32}, resource{"resource", 32, 32}, variability{"variability", 64, 32};
    static constexpr Number index{"index", 96, 32}, name{"name", 128, 32}, value{"default", 160, 32};
    static constexpr Number constants{"constants", 192, 32}, semantic{"semantic", 224, 32};
    static constexpr Number direction{"direction", 256, 32}, number{"number", 288, 32};
    static constexpr Number referenced{"referenced", 320, 32}, shared{"shared", 352, 32};
    static constexpr auto fields = fields_of(type, resource, variability, index, name, value, constants, semantic,
                                             direction, number, referenced, shared);
};
static_assert(covers(Parameter::fields, 384));

struct VertexHeader : Word<VertexHeader, 192> {
    static constexpr Number instructions{"instructions", 0, 32}, slot{"slot", 32, 32}, registers{"registers", 64, 32};
    static constexpr Number inputs{"inputs", 96, 32}, outputs{"outputs", 128, 32}, clip{"clip", 160, 32};
    static constexpr auto fields = fields_of(instructions, slot, registers, inputs, outputs, clip);
};
static_assert(covers(VertexHeader::fields, 192));

/// `partial` has two bits a texture: 1 two of 16 bits, 2 one of 32. The last half dword is not in the file.
struct FragmentHeader : Word<FragmentHeader, 192> {
    static constexpr Number instructions{"instructions", 0, 32}, inputs{"inputs", 32, 32}, partial{"partial", 64, 32};
    static constexpr Number texcoords{"texcoords", 112, 16}, texcoords_2d{"texcoords.2d", 96, 16};
    static constexpr Number centroid{"texcoords.centroid", 144, 16};
    static constexpr Number registers{"registers", 136, 8}, from_h0{"output.h0", 128, 8};
    static constexpr Number depth{"depth", 184, 8}, kills{"kills", 176, 8}, absent{"-", 160, 16};
    static constexpr auto fields = fields_of(instructions, inputs, partial, texcoords, texcoords_2d, centroid,
                                             registers, from_h0, depth, kills, absent);
};
static_assert(covers(FragmentHeader::fields, 192));

inline constexpr std::uint32_t kHeaderBytes = 32, kParameterBytes = 48, kVertexBytes = 24, kFragmentBytes = 22;
inline constexpr std::uint32_t kValueBytes = 16;

/// What a run of bytes of the file is.
enum class Kind : std::uint8_t { Header, Parameter, Program, Code, Name, Value, Constants, Gap, Record, Halves };
struct Region {
    std::uint32_t offset = 0, size = 0;
    Kind kind = Kind::Gap;
    std::uint32_t index = 0; // of a parameter, of a record
};

/// A container whose offsets have been checked.
struct Container {
    std::vector<std::uint8_t> file;
    Header header;
    std::vector<Parameter> parameters;
    VertexHeader vertex;         // of a vertex program
    FragmentHeader fragment;     // of a fragment program
    std::vector<Region> regions; // all bytes of the file, in order
    std::vector<std::string> warnings;

    [[nodiscard]] Profile profile() const { return static_cast<Profile>(header[Header::profile]); }
    [[nodiscard]] Bytes bytes(std::uint32_t offset, std::uint32_t size) const {
        return Bytes(file).subspan(offset, size);
    }
    [[nodiscard]] Bytes code() const { return bytes(header[Header::code], header[Header::code_size]); }
};

/// The profile whose container the file says to be, whole or not.
[[nodiscard]] std::optional<Profile> profile_of(Bytes file);
/// Reads and checks a container of this profile. Nothing in it is larger than the file.
[[nodiscard]] Result<Container> read(Bytes file, Profile profile);

/// The text at an offset of the file; empty for offset 0.
[[nodiscard]] std::string_view string_at(const Container& container, std::uint32_t offset);
[[nodiscard]] std::string_view name_of(const Container& container, const Parameter& parameter);
/// Its default, as bits; nothing where it has none.
[[nodiscard]] std::optional<std::array<std::uint32_t, 4>> value_of(const Container& container,
                                                                   const Parameter& parameter);
/// Where the microcode holds the parameter, in bytes from its start.
[[nodiscard]] std::vector<std::uint32_t> constants_of(const Container& container, const Parameter& parameter);

} // namespace relit::isa::rsx::cg
