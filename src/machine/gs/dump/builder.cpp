#include "machine/gs/dump/builder.hpp"

#include "machine/gs/packets/gif.hpp"
#include "machine/gs/packets/pieces.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr double kSteps = 16; // of a coordinate

std::uint32_t steps(double value, unsigned bits) {
    const auto whole = static_cast<std::int64_t>(std::floor(value * kSteps + 0.5));
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(whole) & relit::detail::low_mask(bits));
}

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

Qword written(std::uint8_t address, std::uint64_t value) {
    return PackedAddress{}.set(PackedAddress::value, value).set(PackedAddress::address, std::uint32_t{address}).raw;
}

} // namespace

Builder& Builder::fail_with(std::string text) {
    if (!fault_) fault_ = Fault{FaultKind::Usage, std::move(text), {}, 0, 0};
    return *this;
}

Builder& Builder::serial(std::string_view serial) {
    set_body(dump_.header, serial);
    return *this;
}

Builder& Builder::crc(std::uint32_t crc) {
    dump_.header.crc = crc;
    return *this;
}

Builder& Builder::through(Path path) {
    end_transfer();
    path_ = path;
    return *this;
}

Builder& Builder::write(std::uint8_t address, std::uint64_t value) {
    writes_.push_back(written(address, value));
    return *this;
}

Builder& Builder::write_privileged(std::uint16_t offset, std::uint64_t value) {
    if (offset % 8 != 0 || offset >= kPrivilegedBytes)
        return fail_with(fmt::format("no privileged register at 0x{:x}", offset));
    for (std::size_t i = 0; i < 8; ++i) page_[offset + i] = static_cast<std::uint8_t>(value >> 8 * i);
    if (dump_.events.empty() && transfer_.empty() && writes_.empty()) dump_.privileged = page_;
    return *this;
}

/// Gathers the registers that wait into tags.
void Builder::end_writes() {
    static constexpr Descriptor kAddress[] = {Descriptor::AD};
    const std::vector<Qword> writes = std::move(writes_);
    writes_.clear();
    if (!writes.empty()) packed(kAddress, writes);
}

void Builder::end_transfer() {
    end_writes();
    if (transfer_.empty()) return;
    if (last_tag_) transfer_[*last_tag_ + 1] |= 0x80; // EOP
    dump_.add(EventKind::Transfer, static_cast<std::uint8_t>(path_), transfer_);
    transfer_.clear();
    last_tag_.reset();
}

bool Builder::check_list(std::size_t registers, std::size_t values) {
    if (registers == 0 || registers > 16) {
        fail_with(fmt::format("a tag has 1 to 16 registers, not {}", registers));
    } else if (values % registers != 0) {
        fail_with(fmt::format("{} values are not whole loops of {} registers", values, registers));
    } else {
        return true;
    }
    return false;
}

Builder& Builder::packed(std::span<const Descriptor> registers, std::span<const Qword> data, std::optional<Prim> prim) {
    end_writes();
    if (!check_list(registers.size(), data.size())) return *this;
    GifTag tag = tag_of(registers);
    if (prim) tag.set(GifTag::sets_prim, true).set(GifTag::prim, static_cast<std::uint32_t>(value_of(*prim)));
    while (!data.empty()) {
        const std::size_t loops = std::min<std::size_t>(data.size() / registers.size(), kMostLoops);
        tag.set(GifTag::loops, static_cast<std::uint32_t>(loops));
        last_tag_ = transfer_.size();
        append(transfer_, tag.raw);
        for (const Qword& qword : data.first(loops * registers.size())) append(transfer_, qword);
        data = data.subspan(loops * registers.size());
        tag.set(GifTag::sets_prim, false).set(GifTag::prim, 0U); // once is enough: it empties the vertex queue
    }
    return *this;
}

Builder& Builder::listed(std::span<const Descriptor> registers, std::span<const std::uint64_t> values) {
    end_writes();
    if (!check_list(registers.size(), values.size())) return *this;
    GifTag tag = tag_of(registers);
    tag.set(GifTag::format, TagFormat::RegList);
    while (!values.empty()) {
        const std::size_t loops = std::min<std::size_t>(values.size() / registers.size(), kMostLoops);
        tag.set(GifTag::loops, static_cast<std::uint32_t>(loops));
        last_tag_ = transfer_.size();
        append(transfer_, tag.raw);
        for (const std::uint64_t value : values.first(loops * registers.size()))
            append(transfer_, word_of<RawWord>(value).raw);
        transfer_.resize((transfer_.size() + kQword - 1) / kQword * kQword);
        values = values.subspan(loops * registers.size());
    }
    return *this;
}

Builder& Builder::upload(const Upload& to, Bytes pixels) {
    const std::size_t bits = std::size_t{to.width} * to.height * layout_of(to.format).bits;
    if (pixels.size() != (bits + 7) / 8)
        return fail_with(fmt::format("an upload of {}x{} pixels requires {} bytes, not {}", to.width, to.height,
                                     (bits + 7) / 8, pixels.size()));
    BitBltBuf buffer;
    buffer.set(BitBltBuf::destination, to.base).set(BitBltBuf::destination_width, to.buffer_width);
    buffer.set(BitBltBuf::destination_format, to.format);
    set<Address::BITBLTBUF>(buffer);
    set<Address::TRXPOS>(TrxPos{}.set(TrxPos::destination_x, to.x).set(TrxPos::destination_y, to.y));
    set<Address::TRXREG>(TrxReg{}.set(TrxReg::width, to.width).set(TrxReg::height, to.height));
    set<Address::TRXDIR>(TrxDir{}.set(TrxDir::direction, Direction::HostToLocal));
    end_writes();
    last_tag_ = append_image(transfer_, GifTag{}.set(GifTag::format, TagFormat::Image), pixels);
    return *this;
}

Builder& Builder::raw(Bytes packets) {
    end_transfer();
    if (packets.size() % kQword != 0) return fail_with("packets are multiples of 16 bytes");
    transfer_.assign(packets.begin(), packets.end());
    end_transfer();
    return *this;
}

Builder& Builder::vsync(std::uint8_t field) {
    end_transfer();
    dump_.add(EventKind::Registers, 0, page_);
    dump_.add(EventKind::VSync, field, {});
    return *this;
}

Builder& Builder::read_back(std::uint32_t qwords) {
    end_transfer();
    dump_.add_read_fifo(qwords);
    return *this;
}

Result<Dump> Builder::finish() {
    end_transfer();
    Builder done(path_);
    std::swap(done, *this);
    if (done.fault_) return std::unexpected(*done.fault_);
    return std::move(done.dump_);
}

Qword packed_vertex(double x, double y, std::uint32_t z) {
    return PackedXyz{}.set(PackedXyz::x, steps(x, 16)).set(PackedXyz::y, steps(y, 16)).set(PackedXyz::z, z).raw;
}

Qword packed_colour(std::uint32_t r, std::uint32_t g, std::uint32_t b, std::uint32_t a) {
    PackedRgbaq colour;
    colour.set(PackedRgbaq::r, r).set(PackedRgbaq::g, g).set(PackedRgbaq::b, b).set(PackedRgbaq::a, a);
    return colour.raw;
}

Qword packed_texel(double u, double v) {
    return PackedUv{}.set(PackedUv::u, steps(u, 14)).set(PackedUv::v, steps(v, 14)).raw;
}

Qword packed_coordinates(float s, float t, float q) {
    return PackedSt{}.set(PackedSt::s, bits_of(s)).set(PackedSt::t, bits_of(t)).set(PackedSt::q, bits_of(q)).raw;
}

} // namespace relit::machine::gs
