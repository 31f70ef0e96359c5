#include "tests/support/gs/streams.hpp"

#include "isa/shared/random.hpp"
#include "machine/gs/packets/pieces.hpp"
#include "tests/support/gs/random.hpp"

#include <algorithm>

namespace relit::test {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): tags and registers
using Octets = std::vector<std::uint8_t>;

constexpr std::size_t kQwordBytes = 16;
constexpr std::array kPaths{api::gs::Path::Path1, api::gs::Path::Path2, api::gs::Path::Path3};

void append64(Octets& into, std::uint64_t low, std::uint64_t high) {
    for (const std::uint64_t half : {low, high})
        for (unsigned i = 0; i < 8; ++i) into.push_back(static_cast<std::uint8_t>(half >> 8 * i));
}

class Host {
public:
    explicit Host(std::uint64_t seed) : random_(~seed), suite_(static_cast<GsSuite>(seed % kGsSuiteNames.size())) {
        steps_ = gs_random_steps(suite_, seed);
    }

    std::vector<GsPiece> run() {
        set_display();
        while (next_ < steps_.size()) {
            if (steps_[next_].reads_back)
                pieces_.push_back({.kind = GsPiece::Kind::ReadBack, .bytes = {}, .value = steps_[next_++].value});
            else
                packet();
            if (random_.one_in(16)) show();
            if (random_.one_in(4)) finish(random_.below(kPaths.size()));
        }
        for (std::size_t path = 0; path < kPaths.size(); ++path) finish(path);
        show();
        return std::move(pieces_);
    }

private:
    /// Some of the next steps as one packet; a part of it may come later.
    void packet() {
        const std::size_t path = random_.below(kPaths.size());
        finish(path);
        Octets bytes;
        const std::size_t count = run_of(1 + random_.below(8));
        if (steps_[next_].address == static_cast<std::uint8_t>(Address::HWREG) && count > 1)
            image(bytes, count / 2);
        else if (is_listed(count) && random_.one_in(2))
            listed(bytes, count);
        else
            addressed(bytes, count);
        if (random_.one_in(6)) packed(bytes);
        const std::size_t qwords = bytes.size() / kQwordBytes;
        const std::size_t now = random_.one_in(3) ? random_.below(static_cast<std::uint32_t>(qwords)) + 1 : qwords;
        const auto cut = bytes.begin() + static_cast<std::ptrdiff_t>(now * kQwordBytes);
        send(path, Octets(bytes.begin(), cut));
        later_[path].assign(cut, bytes.end());
    }
    void finish(std::size_t path) {
        if (!later_[path].empty()) send(path, std::move(later_[path]));
        later_[path].clear();
    }
    void send(std::size_t path, Octets bytes) { pieces_.push_back({.path = kPaths[path], .bytes = std::move(bytes)}); }

    /// How many of the next steps, at most, go into one packet: writes of HWREG alone, or other writes alone.
    std::size_t run_of(std::size_t most) const {
        const auto is_data = [&](std::size_t at) {
            return steps_[at].address == static_cast<std::uint8_t>(Address::HWREG);
        };
        std::size_t count = 1;
        while (count < most && next_ + count < steps_.size() && !steps_[next_ + count].reads_back &&
               is_data(next_ + count) == is_data(next_))
            ++count;
        return count;
    }
    bool is_listed(std::size_t count) const {
        const auto* from = &steps_[next_];
        return std::all_of(from, from + count, [](const GsStep& step) { return step.address <= 0x0d; });
    }
    void tag(Octets& into, TagFormat format, std::size_t loops, std::uint64_t registers, std::uint32_t count) {
        GifTag tag;
        tag.set(GifTag::format, format).set(GifTag::loops, static_cast<std::uint32_t>(loops));
        tag.set(GifTag::registers, registers).set(GifTag::count, count).set(GifTag::last, random_.one_in(2));
        append(into, tag.raw);
    }
    void image(Octets& into, std::size_t qwords) {
        tag(into, TagFormat::Image, qwords, 0, 0);
        for (std::size_t i = 0; i < qwords; ++i, next_ += 2)
            append64(into, steps_[next_].value, steps_[next_ + 1].value);
    }
    void listed(Octets& into, std::size_t count) {
        std::uint64_t registers = 0;
        for (std::size_t i = 0; i < count; ++i) registers |= std::uint64_t{steps_[next_ + i].address} << 4 * i;
        tag(into, TagFormat::RegList, 1, registers, static_cast<std::uint32_t>(count));
        for (std::size_t i = 0; i < count; i += 2)
            append64(into, steps_[next_ + i].value, i + 1 < count ? steps_[next_ + i + 1].value : random_.next());
        next_ += count;
    }
    void addressed(Octets& into, std::size_t count) {
        tag(into, TagFormat::Packed, count, static_cast<std::uint64_t>(Descriptor::AD), 1);
        for (std::size_t i = 0; i < count; ++i, ++next_) append64(into, steps_[next_].value, steps_[next_].address);
    }
    /// Vertices whose Q goes through the latch.
    void packed(Octets& into) {
        const std::size_t loops = 1 + random_.below(3);
        tag(into, TagFormat::Packed, loops, 0x512, 3); // ST, RGBAQ, XYZ2
        for (std::size_t i = 0; i < loops; ++i) {
            append64(into, random_.next(), 0x3f000000 + random_.below(1U << 24));
            append64(into, random_.next(), random_.next());
            append64(into, random_.below(1U << 11) | std::uint64_t{random_.below(1U << 10)} << 32,
                     random_.next() & 0xffffff);
        }
    }

    template <class Register>
    void set(const Register& word) {
        pieces_.push_back(
            {.kind = GsPiece::Kind::Privileged, .bytes = {}, .offset = Register::kOffset, .value = word.value()});
    }
    template <class T = std::uint16_t>
    T any(std::uint32_t limit) {
        return static_cast<T>(random_.below(limit));
    }
    void set_display() {
        using namespace api::gs; // NOLINT(google-build-using-namespace): registers of the display
        using Octet = std::uint8_t;
        const auto rows = static_cast<std::uint16_t>(8 + random_.below(40));
        set(PMODE{.EN1 = 1, .EN2 = any<Octet>(2), .MMOD = 1, .ALP = any<Octet>(256)});
        set(SMODE2{.INT = any<Octet>(2), .FFMD = any<Octet>(2)});
        set(DISPFB1{.FBP = any(8), .FBW = static_cast<Octet>(1 + random_.below(3)), .PSM = any<Octet>(3)});
        set(DISPLAY1{.DX = 600, .DY = 40, .MAGH = 3, .DW = 4 * 80 - 1, .DH = rows});
        set(DISPFB2{.FBP = any(8), .FBW = 2});
        set(DISPLAY2{.DX = 620, .DY = 42, .MAGH = 3, .DW = 4 * 64 - 1, .DH = rows});
        set(EXTBUF{.EXBP = any(256), .EXBW = 2});
        set(EXTDATA{.SX = 600, .SY = 40, .SMPH = 3, .WW = 31, .WH = 15});
        set(EXTWRITE{.WRITE = random_.one_in(4) ? Octet{1} : Octet{0}});
    }
    void show() {
        if (random_.one_in(3)) set_display();
        pieces_.push_back({.kind = GsPiece::Kind::Vsync, .bytes = {}, .value = random_.below(2)});
    }

    isa::Random random_;
    GsSuite suite_;
    std::vector<GsStep> steps_;
    std::size_t next_ = 0;
    std::array<Octets, kPaths.size()> later_;
    std::vector<GsPiece> pieces_;
};

void feed(api::gs::Machine& machine, const GsPiece& piece, std::vector<Octets>& seen) {
    switch (piece.kind) {
        case GsPiece::Kind::Packets: return;
        case GsPiece::Kind::Privileged: (void)machine.write_privileged(piece.offset, piece.value); return;
        case GsPiece::Kind::ReadBack:
            return seen.push_back(machine.read_transfer_fifo(static_cast<std::uint32_t>(piece.value)));
        case GsPiece::Kind::Vsync:
            return seen.push_back(machine.vsync({.field = static_cast<unsigned>(piece.value)}).rgba);
    }
}

} // namespace

std::vector<GsPiece> gs_random_stream(std::uint64_t seed) { return Host(seed).run(); }

GsPosition gs_random_position(const std::vector<GsPiece>& stream, GsPosition behind, std::uint64_t seed) {
    isa::Random random(seed);
    GsPosition position{behind.piece + random.below(static_cast<std::uint32_t>(stream.size() - behind.piece) + 1), 0};
    if (position.piece == stream.size()) return position;
    position.byte = random.below(static_cast<std::uint32_t>(stream[position.piece].bytes.size()) + 1);
    if (position.piece == behind.piece) position.byte = std::max(position.byte, behind.byte);
    return position;
}

void gs_feed(api::gs::Machine& machine, const std::vector<GsPiece>& stream, GsPosition& at, GsPosition until,
             std::vector<Octets>& seen) {
    const auto packets = [&](std::size_t end) {
        const GsPiece& piece = stream[at.piece];
        at.byte += machine.gif_transfer(piece.path, std::span(piece.bytes).subspan(at.byte, end - at.byte));
    };
    for (; at.piece < until.piece; ++at.piece, at.byte = 0) {
        if (stream[at.piece].kind == GsPiece::Kind::Packets)
            packets(stream[at.piece].bytes.size());
        else
            feed(machine, stream[at.piece], seen);
    }
    if (at.piece < stream.size() && until.byte > at.byte) packets(until.byte);
}

} // namespace relit::test
