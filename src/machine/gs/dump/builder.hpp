// Makes dumps from C++: set registers, send packets, upload images, end frames. What it makes is always a valid dump.
#pragma once

#include "machine/gs/dump/dump.hpp"
#include "machine/gs/packets/packed.hpp"

#include <initializer_list>
#include <optional>

namespace relit::machine::gs {

/// The word of a general register by its address.
template <Address address>
struct WordOf;
#define GS_REG(address, name, word, effect, purpose) \
    template <>                                      \
    struct WordOf<Address::name> {                   \
        using type = word;                           \
    };
#include "machine/gs/state/registers.inc"
#undef GS_REG
/// The word of a privileged register by its offset.
template <Offset offset>
struct PrivilegedWordOf;
#define GS_PRIVILEGED(offset, name, word, purpose) \
    template <>                                    \
    struct PrivilegedWordOf<Offset::name> {        \
        using type = word;                         \
    };
#include "machine/gs/state/privileged.inc"
#undef GS_PRIVILEGED

/// Where an image goes: base in blocks of 256 bytes, buffer width in 64 pixels, the rest in pixels.
struct Upload {
    std::uint32_t base = 0, buffer_width = 0;
    PixelFormat format = PixelFormat::Ct32;
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// A quadword of any PACKED layout.
using Qword = std::array<std::uint32_t, 4>;

/// Writes a dump from front to back. The first mistake is kept and comes out of finish().
class Builder {
public:
    explicit Builder(Path path = Path::Path3) : path_(path) {}

    Builder& serial(std::string_view serial);
    Builder& crc(std::uint32_t crc);
    /// Transfers from here on go this way.
    Builder& through(Path path);

    /// Writes a general register: set<Address::FRAME_1>(Frame{}.set(Frame::width, 10U)).
    template <Address address>
    Builder& set(const typename WordOf<address>::type& word) {
        return write(static_cast<std::uint8_t>(address), value_of(word));
    }
    /// The same for any address.
    Builder& write(std::uint8_t address, std::uint64_t value);
    /// Sets a privileged register. The pages of privileged registers stand in front of vsyncs.
    template <Offset offset>
    Builder& set(const typename PrivilegedWordOf<offset>::type& word) {
        return write_privileged(static_cast<std::uint16_t>(offset), value_of(word));
    }
    /// In steps of 8 bytes.
    Builder& write_privileged(std::uint16_t offset, std::uint64_t value);

    /// Sends whole loops of up to sixteen registers; `prim` is written in front of them.
    Builder& packed(std::span<const Descriptor> registers, std::span<const Qword> data, std::optional<Prim> prim = {});
    Builder& packed(std::initializer_list<Descriptor> registers, std::initializer_list<Qword> data,
                    std::optional<Prim> prim = {}) {
        return packed(std::span(registers.begin(), registers.size()), std::span(data.begin(), data.size()), prim);
    }
    /// The same with registers as they are, without PACKED layouts.
    Builder& listed(std::span<const Descriptor> registers, std::span<const std::uint64_t> values);
    /// Sends pixels of a rectangle, row by row.
    Builder& upload(const Upload& to, Bytes pixels);
    /// Bytes for the path as they are, in multiples of 16.
    Builder& raw(Bytes packets);

    /// Ends a frame: a page of privileged registers, and the vsync.
    Builder& vsync(std::uint8_t field = 0);
    Builder& read_back(std::uint32_t qwords);

    /// The dump; the builder is as new.
    [[nodiscard]] Result<Dump> finish();

private:
    void end_writes();
    void end_transfer();
    Builder& fail_with(std::string text);
    bool check_list(std::size_t registers, std::size_t values);

    Path path_;
    Dump dump_ = empty_dump();
    std::vector<std::uint8_t> page_ = std::vector<std::uint8_t>(kPrivilegedBytes);
    std::vector<Qword> writes_;           // registers that wait for a tag
    std::vector<std::uint8_t> transfer_;  // tags and data that wait for the end of the transfer
    std::optional<std::size_t> last_tag_; // in transfer_
    std::optional<Fault> fault_;
};

/// "XYZ2" of a vertex in window coordinates with a fraction of 1/16; out of range wraps.
[[nodiscard]] Qword packed_vertex(double x, double y, std::uint32_t z);
[[nodiscard]] Qword packed_colour(std::uint32_t r, std::uint32_t g, std::uint32_t b, std::uint32_t a = 0x80);
[[nodiscard]] Qword packed_texel(double u, double v);
[[nodiscard]] Qword packed_coordinates(float s, float t, float q = 1.0F);

} // namespace relit::machine::gs
