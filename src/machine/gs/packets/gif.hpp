// GIF packets: cuts the bytes of a path into tags and data, and turns them into register writes. Allocates nothing.
#pragma once

#include "base/bytes.hpp"
#include "machine/gs/packets/packed.hpp"
#include "machine/gs/state/saved.hpp"

#include <algorithm>

namespace relit::machine::gs {

inline constexpr std::size_t kQword = 16;
/// The VU's memory. Path 1 in the old style sends its tail: no transfer of it is longer (reference 13.1).
inline constexpr std::size_t kWindowBytes = std::size_t{16} << 10;
inline constexpr std::uint32_t kOne = 0x3f800000; // 1.0 as the bits of a float

/// The 64 bits at `from`.
[[nodiscard]] constexpr std::uint64_t load64(const std::uint8_t* from) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{from[i]} << 8 * i;
    return value;
}
template <class W>
[[nodiscard]] constexpr W qword_of(const std::uint8_t* from) {
    const std::uint64_t low = load64(from), high = load64(from + 8);
    W word;
    word.raw = {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
    return word;
}

/// How far a path is in its tag. A tag goes on over transfers and packets.
struct GifPath {
    GifTag tag;
    std::uint32_t loops_left = 0;    // of its data; quadwords of an IMAGE
    std::uint32_t next_register = 0; // of the loop

    [[nodiscard]] bool wants_tag() const { return loops_left == 0; }
    [[nodiscard]] unsigned descriptor() const { return tag.descriptor(next_register); }
    void begin(const GifTag& next) {
        tag = next;
        loops_left = next[GifTag::loops];
        next_register = 0;
    }
    void advance() {
        if (++next_register < tag.register_count()) return;
        next_register = 0;
        --loops_left;
    }
    [[nodiscard]] bool operator==(const GifPath&) const = default;
    /// What cannot be, in a snapshot.
    [[nodiscard]] std::string_view fault() const {
        if (loops_left > 0x7fff) return "a path has more loops left than NLOOP can say";
        return next_register >= tag.register_count() ? "a path stands at a register that its tag does not have" : "";
    }
};

/// As dumps store them: NLOOP is what is left.
[[nodiscard]] GifPath path_of(const SavedPath& saved);
[[nodiscard]] SavedPath saved_of(const GifPath& path);

namespace detail {

template <class Visitor>
std::size_t walk_packed(GifPath& path, Bytes data, Visitor& visitor) {
    std::size_t at = 0;
    for (; path.loops_left != 0 && data.size() - at >= kQword; at += kQword) {
        visitor.packed(path.descriptor(), data.data() + at);
        path.advance();
    }
    return at;
}

/// Two registers a quadword; the half after an odd number of them is padding.
template <class Visitor>
std::size_t walk_list(GifPath& path, Bytes data, Visitor& visitor) {
    std::size_t at = 0;
    for (; path.loops_left != 0 && data.size() - at >= kQword; at += kQword) {
        for (const std::size_t half : {std::size_t{0}, std::size_t{8}}) {
            const std::uint64_t value = load64(data.data() + at + half);
            if (path.loops_left == 0) {
                visitor.padding(value);
                continue;
            }
            visitor.listed(path.descriptor(), value);
            path.advance();
        }
    }
    return at;
}

template <class Visitor>
std::size_t walk_image(GifPath& path, Bytes data, Visitor& visitor) {
    const std::size_t qwords = std::min<std::size_t>(data.size() / kQword, path.loops_left);
    visitor.image(data.first(qwords * kQword));
    path.loops_left -= static_cast<std::uint32_t>(qwords);
    return qwords * kQword;
}

template <class Visitor>
std::size_t walk_data(GifPath& path, Bytes data, Visitor& visitor) {
    switch (path.tag[GifTag::format]) {
        case TagFormat::Packed: return walk_packed(path, data, visitor);
        case TagFormat::RegList: return walk_list(path, data, visitor);
        case TagFormat::Image:
        case TagFormat::Image3: return walk_image(path, data, visitor);
    }
    return data.size();
}

} // namespace detail

/// Cuts data of a path into its parts and tells the visitor: tag(tag), packed(descriptor, qword), listed(descriptor,
/// value), padding(value), image(bytes). Gives how many bytes were cut: less than 16 may be left, and more where
/// `to_last` ends the walk after the packet's last tag.
template <class Visitor>
std::size_t walk(GifPath& path, Bytes data, bool to_last, Visitor&& visitor) {
    std::size_t at = 0;
    while (data.size() - at >= kQword) {
        if (path.wants_tag()) {
            path.begin(qword_of<GifTag>(data.data() + at));
            visitor.tag(path.tag);
            at += kQword;
        } else {
            at += detail::walk_data(path, data.subspan(at), visitor);
        }
        if (to_last && path.wants_tag() && path.tag[GifTag::last]) break;
    }
    return at;
}

/// A register write: an address and a value.
struct RegisterWrite {
    std::uint8_t address = 0;
    std::uint64_t value = 0;
};
/// What a PACKED quadword writes, for every descriptor but ST, AD, NOP and the reserved one.
[[nodiscard]] RegisterWrite unpack_register(unsigned descriptor, const std::uint8_t* qword, std::uint32_t q);
/// Q as the latch takes it: zero becomes the smallest normal number, NaN the largest (public emulators do so).
[[nodiscard]] constexpr std::uint32_t latched_q(std::uint32_t q) {
    constexpr std::uint32_t kSmallest = 0x00800000, kLargest = 0x7f7fffff, kInfinity = 0x7f800000;
    if ((q & 0x7fffffff) == 0) return kSmallest;
    return (q & 0x7fffffff) > kInfinity ? kLargest : q;
}

/// The GIF: four paths and the latch of Q.
struct Gif {
    std::array<GifPath, 4> paths{};
    std::uint32_t q = kOne;
};
[[nodiscard]] Gif gif_of(const SavedState& state);

/// Turns what walk() finds into writes: target.write(address, value), target.take_data(bytes) for what goes to HWREG.
template <class Target>
class GifWrites {
public:
    GifWrites(std::uint32_t& q, Target& target) : q_(q), target_(target) {}

    void tag(const GifTag& tag) {
        q_ = kOne;
        if (tag[GifTag::loops] != 0 && tag[GifTag::sets_prim] && tag[GifTag::format] == TagFormat::Packed)
            target_.write(std::uint8_t{0}, std::uint64_t{tag[GifTag::prim]});
    }
    void packed(unsigned descriptor, const std::uint8_t* qword) {
        switch (static_cast<Descriptor>(descriptor)) {
            case Descriptor::ST: return st(qword);
            case Descriptor::AD: return target_.write(qword[8], load64(qword));
            case Descriptor::Reserved:
            case Descriptor::Nop: return;
            default: return write(unpack_register(descriptor, qword, q_));
        }
    }
    void listed(unsigned descriptor, std::uint64_t value) {
        switch (static_cast<Descriptor>(descriptor)) {
            case Descriptor::AD:
            case Descriptor::Reserved:
            case Descriptor::Nop: return;
            default: return target_.write(static_cast<std::uint8_t>(descriptor), value);
        }
    }
    void padding(std::uint64_t) {}
    void image(Bytes bytes) { target_.take_data(bytes); }

private:
    void write(RegisterWrite write) { target_.write(write.address, write.value); }
    void st(const std::uint8_t* qword) {
        q_ = latched_q(qword_of<PackedSt>(qword)[PackedSt::q]);
        target_.write(static_cast<std::uint8_t>(Descriptor::ST), load64(qword));
    }

    std::uint32_t& q_;
    Target& target_;
};

/// Decodes one transfer of a path (0..3, the `detail` of its event). Gives how many bytes were looked at.
template <class Target>
std::size_t transfer(Gif& gif, std::uint8_t path, Bytes data, Target&& target) {
    GifPath& state = gif.paths[path & 3];
    const bool window = path == 0; // path 1 in the old style ends with its packet, or at the end of the VU's memory
    if (window) data = data.first(std::min(data.size(), kWindowBytes));
    const std::size_t done = walk(state, data, window, GifWrites(gif.q, target));
    if (window) state.loops_left = 0;
    return done;
}

} // namespace relit::machine::gs
