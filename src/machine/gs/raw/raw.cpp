#include "machine/gs/raw/raw.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"
#include "codec/codec.hpp"
#include "codec/numbers.hpp"
#include "machine/gs/packets/gif.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

using codec::Extent;

/// A tag of the DMA controller's source chains, which stands in front of its data. Bits 16-25 are unused; TTE sends the upper
/// half, which has two codes for the VIF or nothing.
struct DmaTag : Word<DmaTag, 128> {
    static constexpr Field<std::uint32_t> quadwords{"QWC", 0, 16}, r0{"-", 16, 10}, priority{"PCE", 26, 2},
        id{"ID", 28, 3}, interrupt{"IRQ", 31, 1}, address{"ADDR", 32, 31}, scratchpad{"SPR", 63, 1},
        first{"VIF0", 64, 32}, second{"VIF1", 96, 32};
    static constexpr auto fields =
        fields_of(quadwords, r0, priority, id, interrupt, address, scratchpad, first, second);
};
static_assert(covers(DmaTag::fields, 128));

/// IDs of tags. They and the codes of the VIF were not compared with a document.
constexpr std::uint32_t kCnt = 1, kNext = 2, kRef = 3, kEnd = 7;
constexpr std::string_view kIdNames[] = {"REFE", "CNT", "NEXT", "REF", "REFS", "CALL", "RET", "END"};

/// Returns whether the codes send the data straight to the GIF: none, or DIRECT (0x50, DIRECTHL 0x51) with the count of the tag. NOP and
/// the FLUSH codes may stand in front.
bool are_direct(const DmaTag& tag) {
    constexpr std::uint32_t kNop = 0, kFlushE = 0x10, kFlush = 0x11, kFlushA = 0x13, kDirect = 0x50, kDirectHl = 0x51;
    const auto is_quiet = [](std::uint32_t code) {
        const std::uint32_t command = code >> 24 & 0x7f;
        return command == kNop || command == kFlushE || command == kFlush || command == kFlushA;
    };
    const std::uint32_t first = tag[DmaTag::first], second = tag[DmaTag::second], command = second >> 24 & 0x7f;
    if (first == 0 && second == 0) return true;
    return is_quiet(first) && (command == kDirect || command == kDirectHl) &&
           (second & 0xffff) == tag[DmaTag::quadwords];
}

/// Returns whether bytes begin with a DMA tag whose data follow. Its ID lies in bits that are zero in a GIF tag, so that no bytes are both.
bool is_dma_tag(Bytes bytes) {
    if (bytes.size() < kQword) return false;
    const auto tag = qword_of<DmaTag>(bytes.data());
    const std::uint32_t id = tag[DmaTag::id];
    return tag[DmaTag::r0] == 0 && (id == kCnt || id == kNext || id == kRef || id == kEnd) && are_direct(tag);
}

/// Returns whether a quadword can be a tag as packers of packets write it. A tag of nothing but zeros is padding.
bool is_gif_tag(Bytes bytes) {
    if (bytes.size() < kQword) return false;
    const auto tag = qword_of<GifTag>(bytes.data());
    if (tag[GifTag::r0] != 0 || tag[GifTag::format] == TagFormat::Image3) return false;
    if (tag[GifTag::format] == TagFormat::Image) return tag[GifTag::registers] <= 0xf;
    const unsigned bits = 4 * tag.register_count();
    return bits >= 64 || tag[GifTag::registers] >> bits == 0;
}

bool is_zero_qword(Bytes qword) {
    return std::ranges::all_of(qword.first(kQword), [](std::uint8_t byte) { return byte == 0; });
}

bool begins_as_text(Bytes begin) {
    const auto is_character = [](std::uint8_t c) {
        return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\r' || c == '\t';
    };
    return !begin.empty() &&
           std::ranges::all_of(begin.first(std::min<std::size_t>(begin.size(), 2 * kQword)), is_character);
}

/// Finds what no packet contains, and whether the packets do anything. Told by walk() of each part in order.
class PacketCheck {
public:
    [[nodiscard]] const std::optional<std::pair<std::size_t, std::string>>& wrong() const { return wrong_; }
    [[nodiscard]] bool transfers() const { return transfers_; }
    [[nodiscard]] std::size_t messy() const { return messy_; }
    [[nodiscard]] std::size_t written() const { return written_; }

    void tag(const GifTag& tag) {
        std::array<std::uint8_t, kQword> bytes{};
        for (std::size_t i = 0; i < kQword; ++i) bytes[i] = static_cast<std::uint8_t>(tag.raw[i / 4] >> i % 4 * 8);
        if (!is_gif_tag(bytes)) {
            fail_here(tag[GifTag::format] == TagFormat::Image3 ? "FLG of a GIF tag is 3"
                                                               : "not a GIF tag: unused bits are set");
        } else if (tag[GifTag::format] == TagFormat::Image && tag[GifTag::loops] != 0 && !has_direction_) {
            fail_here("image data without a TRXDIR before them");
        }
        at_ += kQword;
    }
    void packed(unsigned descriptor, const std::uint8_t* qword) {
        constexpr std::uint32_t kNop = 0x7f, kNopOfTags = 0x0f; // addresses that packers fill up with
        if (static_cast<Descriptor>(descriptor) == Descriptor::Reserved)
            fail_here("a GIF tag lists the reserved register 0xb");
        if (static_cast<Descriptor>(descriptor) == Descriptor::AD) {
            const auto word = qword_of<PackedAddress>(qword);
            const std::uint32_t address = word[PackedAddress::address];
            if (general_register(address) == nullptr && address != kNop && address != kNopOfTags) {
                fail_here(fmt::format("A+D: no register has the address 0x{:02x}", address));
            } else if (word.extract(PackedAddress::r0) != 0) {
                fail_here("A+D: bits above the address are set");
            }
            note_write(address, word[PackedAddress::value]);
        } else if (static_cast<Descriptor>(descriptor) != Descriptor::Nop) {
            const auto word = qword_of<PackedAddress>(qword);
            const std::span<const FieldInfo> fields = packed_info(descriptor).fields;
            messy_ +=
                std::ranges::any_of(fields, [&](const FieldInfo& f) { return f.name == "-" && word.extract(f) != 0; });
            note_write(descriptor, 0);
        }
        ++written_;
        at_ += kQword;
    }
    void listed(unsigned descriptor, std::uint64_t) {
        if (static_cast<Descriptor>(descriptor) == Descriptor::Reserved)
            fail_here("a GIF tag lists the reserved register 0xb");
        note_write(descriptor, 0);
        ++written_;
        at_ += 8;
    }
    void padding(std::uint64_t) { at_ += 8; }
    void image(Bytes bytes) { at_ += bytes.size(); }

private:
    void fail_here(std::string text) {
        if (!wrong_) wrong_ = {at_, std::move(text)};
    }
    void note_write(std::uint32_t address, std::uint64_t value) {
        const std::uint32_t to = register_of(address);
        const auto is = [&](Address one) { return to == static_cast<std::uint32_t>(one); };
        if (is(Address::XYZ2) || is(Address::XYZF2)) transfers_ = true;
        if (!is(Address::TRXDIR)) return;
        const Direction direction = word_of<TrxDir>(value)[TrxDir::direction];
        has_direction_ = direction == Direction::HostToLocal;
        transfers_ = transfers_ || has_direction_ || direction == Direction::LocalToLocal;
    }

    std::size_t at_ = 0, messy_ = 0, written_ = 0;
    bool has_direction_ = false, transfers_ = false;
    std::optional<std::pair<std::size_t, std::string>> wrong_;
};

/// The file's offset of a place in the bytes.
std::uint64_t offset_of(const RawPackets& packets, std::size_t at) {
    for (const RawPackets::Piece& piece : packets.pieces)
        if (at >= piece.at && at < piece.at + piece.size) return piece.offset + (at - piece.at);
    return packets.pieces.empty() ? at : packets.pieces.back().offset + packets.pieces.back().size;
}

/// Checks all packets.
Status check_packets(RawPackets& packets, Extent extent) {
    GifPath path;
    PacketCheck check;
    const std::size_t done = walk(path, packets.bytes(), false, check);
    if (const auto& wrong = check.wrong()) return fail_at(offset_of(packets, wrong->first), wrong->second);
    if (extent == Extent::Whole && done != packets.bytes().size())
        return fail_at(offset_of(packets, done),
                       fmt::format("{} bytes are left after the last quadword", packets.bytes().size() - done));
    if (extent == Extent::Whole && !path.wants_tag())
        return fail_at(offset_of(packets, done),
                       fmt::format("the file ends inside a packet: {} loops of its tag are missing", path.loops_left));
    if (check.written() == 0) return fail_at(0, "no packet writes a register");
    if (check.messy() * 4 > check.written())
        return fail_at(0, "unused bits are set in more than one of four quadwords");
    packets.transfers = check.transfers();
    return {};
}

/// Takes the data out of a chain.
Result<RawPackets> read_chain(Bytes file, Extent extent) {
    RawPackets packets;
    packets.is_chain = true;
    std::size_t at = 0;
    bool ended = false;
    while (at < file.size() && !ended) {
        const Bytes rest = file.subspan(at);
        if (rest.size() < kQword && extent == Extent::Beginning) break;
        if (rest.size() < kQword) return fail_at(at, "the file ends inside a DMA tag");
        const auto tag = qword_of<DmaTag>(rest.data());
        const std::uint32_t id = tag[DmaTag::id];
        if (id == kRef || id == 0 || (id > kRef && id < kEnd))
            return fail_at(
                at, fmt::format("the data of a DMA tag {} lie elsewhere in memory, not in this file", kIdNames[id]));
        if (!is_dma_tag(rest)) return fail_at(at, "not a DMA tag with data for the GIF behind it");
        std::size_t size = std::size_t{tag[DmaTag::quadwords]} * kQword;
        if (extent == Extent::Beginning) size = std::min(size, rest.size() - kQword);
        if (size > rest.size() - kQword)
            return fail_at(at, fmt::format("a DMA tag declares {} bytes, {} are there", size, rest.size() - kQword));
        if (size != 0) packets.pieces.push_back({packets.taken.size(), size, at + kQword});
        packets.taken.insert(packets.taken.end(), rest.data() + kQword, rest.data() + kQword + size);
        at += kQword + size;
        ended = id == kEnd;
    }
    for (; at < file.size() && extent == Extent::Whole; at += kQword)
        if (file.size() - at < kQword || !is_zero_qword(file.subspan(at)))
            return fail_at(at, "bytes follow the DMA tag END");
    packets.warnings.emplace_back("the DMA tags are left out: the packets between them are sent through path 3");
    if (!ended) packets.warnings.emplace_back("the chain ends without a DMA tag END");
    return packets;
}

/// Takes the bytes of a file for what its beginning is.
Result<RawPackets> take_bytes(Bytes file, Extent extent) {
    RawPackets packets;
    if (begins_as_text(file)) {
        auto bytes = codec::bytes_of_numbers(relit::text_of(file), extent);
        if (!bytes) return std::unexpected(bytes.error());
        if (is_dma_tag(*bytes)) {
            auto chain = read_chain(*bytes, extent);
            if (chain) chain->is_text = true;
            return chain;
        }
        packets.taken = std::move(*bytes);
        packets.is_text = true;
    } else if (is_dma_tag(file)) {
        return read_chain(file, extent);
    } else {
        packets.file = file;
    }
    packets.pieces.push_back({0, packets.bytes().size(), 0});
    return packets;
}

/// A fault in the bytes that the numbers of a text are, at the number.
Fault in_numbers(const Fault& fault, Bytes file) {
    const std::uint64_t offset = fault.offset.value_or(0);
    const codec::NumberLocation location = codec::location_of_byte(relit::text_of(file), offset);
    return fail_line(location.line, location.column, fmt::format("byte {} of the numbers: {}", offset, fault.text))
        .error();
}

Extent extent_of(Bytes begin) { return begin.size() < codec::kLookedAt ? Extent::Whole : Extent::Beginning; }

Result<RawPackets> take_packets(Bytes file, Extent extent) {
    auto packets = take_bytes(file, extent);
    if (!packets) return packets;
    if (const Status good = check_packets(*packets, extent); !good)
        return std::unexpected(packets->is_text ? in_numbers(good.error(), file) : good.error());
    return packets;
}

bool is_beyond_half(const Fault& fault, std::size_t size) { return fault.offset && 2 * *fault.offset >= size; }

} // namespace

bool may_be_raw(Bytes begin) {
    if (begins_as_text(begin)) return true;
    if (begin.size() < 2 * kQword) return false;
    const Bytes second = begin.subspan(kQword);
    if (is_dma_tag(begin)) return is_gif_tag(second) || is_dma_tag(second);
    return is_gif_tag(begin) && !is_zero_qword(begin);
}

std::optional<Fault> fault_of_raw(Bytes file) {
    if (file.size() > kMostRawBytes || !may_be_raw(file)) return {};
    auto packets = take_bytes(file, extent_of(file));
    // Two quadwords that are a DMA tag and a tag after it are no chance.
    if (!packets) return is_dma_tag(file) ? std::optional(packets.error()) : std::nullopt;
    const Status good = check_packets(*packets, extent_of(file));
    const std::size_t size = packets->is_text ? packets->bytes().size() : file.size();
    if (good || !is_beyond_half(good.error(), size)) return {};
    return packets->is_text ? in_numbers(good.error(), file) : good.error();
}

Result<RawPackets> read_raw(Bytes file) {
    if (file.size() > kMostRawBytes)
        return fail_at(kMostRawBytes, fmt::format("more than {} MiB of raw packets", kMostRawBytes >> 20));
    return take_packets(file, Extent::Whole);
}

bool spells_numbers(std::string_view text) {
    for (const std::string_view line : TextLines(text.substr(0, 4096))) {
        const std::string_view begin = trim(line);
        if (begin.empty() || begin.starts_with("//") || begin[0] == '#' || begin.starts_with("/*")) continue;
        if (begin[0] == '.') return false;
        return text.contains('{') || codec::bytes_of_numbers(begin).has_value();
    }
    return false;
}

Recognition recognise_raw(Bytes begin) {
    if (!may_be_raw(begin)) return no("no GIF packets");
    const auto packets = take_packets(begin, extent_of(begin));
    if (!packets) return no("no GIF packets to the end of the file");
    if (!packets->transfers) return no("GIF packets that neither draw nor transfer");
    return plausible(packets->is_text    ? "numbers that are GIF packets"
                     : packets->is_chain ? "a DMA chain of GIF packets"
                                         : "GIF packets from end to end");
}

} // namespace relit::machine::gs
