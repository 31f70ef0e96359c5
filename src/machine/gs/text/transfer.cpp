#include "machine/gs/text/transfer.hpp"

#include "base/text.hpp"
#include "machine/gs/packets/pieces.hpp"
#include "machine/gs/state/layout.hpp"
#include "machine/gs/text/data.hpp"
#include "machine/gs/text/fields.hpp"
#include "machine/gs/text/text.hpp"

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

/// A visitor that ignores everything.
struct NullVisitor {
    void tag(const GifTag&) {}
    void packed(unsigned, const std::uint8_t*) {}
    void listed(unsigned, std::uint64_t) {}
    void padding(std::uint64_t) {}
    void image(Bytes) {}
};

bool is_image(const GifTag& tag) {
    return tag[GifTag::format] == TagFormat::Image || tag[GifTag::format] == TagFormat::Image3;
}

std::optional<Descriptor> descriptor_named(std::string_view name) {
    for (unsigned i = 0; i < 16; ++i)
        if (equal_ignoring_case(packed_info(i).name, name)) return static_cast<Descriptor>(i);
    return {};
}

GifTag address_tag() {
    static constexpr Descriptor kAddress[] = {Descriptor::AD};
    return tag_of(kAddress);
}

bool is_address_tag(const GifTag& tag) {
    const GifTag usual = address_tag();
    return tag[GifTag::format] == TagFormat::Packed && tag[GifTag::count] == usual[GifTag::count] &&
           tag[GifTag::registers] == usual[GifTag::registers];
}

/// "RGBAQ XYZ2)", the bracket already taken.
Status read_registers(Scanner& in, GifTag& tag) {
    std::vector<Descriptor> descriptors;
    while (!in.accept(')')) {
        (void)in.accept(',');
        const std::string_view name = in.while_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+");
        const auto descriptor = descriptor_named(name);
        if (!descriptor) return fail_here(in, fmt::format("\"{}\" is not a register of a tag", name));
        if (descriptors.size() == 16) return fail_here(in, "at most 16 registers make a loop");
        descriptors.push_back(*descriptor);
    }
    if (descriptors.empty()) return fail_here(in, "at least one register is expected");
    const GifTag list = tag_of(descriptors);
    tag.set(GifTag::count, list[GifTag::count]).set(GifTag::registers, list[GifTag::registers]);
    return {};
}

Status read_prim(Scanner& in, GifTag& tag) {
    Prim prim;
    if (Status read = read_fields(in, Prim::fields, prim.raw); !read) return read;
    if (!in.accept(')')) return fail_here(in, "')' is expected");
    if (value_of(prim) > relit::detail::low_mask(GifTag::prim.width()))
        return fail_here(in, "PRIM of a tag has 11 bits");
    tag.set(GifTag::prim, static_cast<std::uint32_t>(value_of(prim)));
    return {};
}

/// A field of the tag whose value stands in brackets: how it is read.
using Bracketed = Status (*)(Scanner& in, GifTag& tag);
Bracketed bracketed(std::string_view name) {
    if (equal_ignoring_case(name, "REGS")) return read_registers;
    return equal_ignoring_case(name, "PRIM") ? read_prim : nullptr;
}

} // namespace

Result<TagText> read_tag(Scanner& in) {
    TagText text;
    bool has_pre = false, has_prim = false, has_registers = false;
    while (!in.at_end()) {
        Scanner ahead = in;
        const std::string_view name = ahead.word();
        const Bracketed special = bracketed(name);
        if (special != nullptr && ahead.accept('=') && ahead.accept('(')) {
            in = ahead;
            if (Status read = special(in, text.tag); !read) return std::unexpected(read.error());
        } else if (Status read = read_field(in, GifTag::fields, text.tag.raw); !read) {
            return std::unexpected(read.error());
        }
        text.has_loops |= equal_ignoring_case(name, "NLOOP");
        text.has_last |= equal_ignoring_case(name, "EOP");
        has_pre |= equal_ignoring_case(name, "PRE");
        has_prim |= equal_ignoring_case(name, "PRIM");
        has_registers |= equal_ignoring_case(name, "REGS") || equal_ignoring_case(name, "NREG");
        if (!in.accept(',') && !in.at_end()) return fail_here(in, "',' is expected");
    }
    if (has_prim && !has_pre) text.tag.set(GifTag::sets_prim, true);
    if (has_registers || is_image(text.tag)) return text;
    const GifTag usual = address_tag();
    text.tag.set(GifTag::count, usual[GifTag::count]).set(GifTag::registers, usual[GifTag::registers]);
    return text;
}

bool TransferReader::is_directive(std::string_view name) {
    return name == "tag" || name == "reg" || name == "pad" || name == "upload";
}

Status TransferReader::directive(Scanner& in, std::string_view name) {
    if (is_data_directive(name)) return data(in, name);
    if (bytes_.size() + 8 * kQword > most_) return fail_here(in, "more data than fits here");
    if (name == "pad") return pad(in);
    if (name == "reg") return reg(in);
    return name == "upload" ? upload(in) : tag(in);
}

/// Lets the path go over what is new.
void TransferReader::look() {
    const std::size_t whole = (bytes_.size() - seen_) / kQword * kQword;
    if (whole == 0 || has_ended() || is_open_image()) return;
    seen_ += walk(path_, Bytes(bytes_).subspan(seen_, whole), number_ == 0, NullVisitor{});
}

bool TransferReader::is_open_image() const { return counted_ && is_image(path_.tag); }

bool TransferReader::has_ended() const {
    return number_ == 0 && seen_ != 0 && path_.wants_tag() && path_.tag[GifTag::last];
}

/// Makes sure that a tag or a register can follow.
Status TransferReader::ready(Scanner& in) {
    if (has_half() && !counted_) { // an odd list is padded
        GifPath next = path_;
        next.advance();
        if (next.wants_tag()) bytes_.resize(bytes_.size() + 8);
    }
    look();
    half_ = has_half();
    if (has_ended()) return fail_here(in, "the packet of path1.window has ended; what follows it is .data");
    if (!half_ && bytes_.size() % kQword != 0 && !is_open_image())
        return fail_here(in, "this is not at a multiple of 16 bytes");
    return {};
}

Status TransferReader::data(Scanner& in, std::string_view name) {
    if (has_half() && !counted_) {
        if (Status good = ready(in); !good) return good;
    }
    half_ = false;
    if (Status read = read_data(in, name, bytes_, most_); !read) return read;
    look();
    return {};
}

Status TransferReader::tag(Scanner& in) {
    const auto text = read_tag(in);
    if (!text) return std::unexpected(text.error());
    if (Status good = close(in, false); !good) return good;
    return open(in, text->tag, !text->has_loops, text->has_last);
}

Status TransferReader::open(Scanner& in, GifTag tag, bool counted, bool says_last) {
    if (Status good = ready(in); !good) return good;
    if (!path_.wants_tag() || half_)
        return fail_here(in, fmt::format("the tag before it requires {} more loops", path_.loops_left));
    if (counted) {
        counted_ = Counted{bytes_.size(), says_last};
        tag.set(GifTag::loops, kMostLoops);
    }
    append(bytes_, tag.raw);
    if (!counted) return look(), Status{};
    path_.begin(tag);
    seen_ = bytes_.size();
    return {};
}

/// Gives a counted tag its count.
Status TransferReader::close(Scanner& in, bool is_end) {
    if (!counted_) return {};
    GifTag tag = qword_of<GifTag>(bytes_.data() + counted_->at);
    if (is_end && !counted_->says_last) tag.set(GifTag::last, true);
    if (is_image(tag)) return close_image(in, tag);
    const auto loops = count_loops(in, tag);
    if (!loops) return std::unexpected(loops.error());
    tag.set(GifTag::loops, *loops);
    std::vector<std::uint8_t> packed;
    append(packed, tag.raw);
    std::ranges::copy(packed, bytes_.begin() + static_cast<std::ptrdiff_t>(counted_->at));
    bytes_.resize((bytes_.size() + kQword - 1) / kQword * kQword);
    seen_ = bytes_.size();
    path_.begin(tag);
    path_.loops_left = 0;
    half_ = false;
    counted_.reset();
    return {};
}

Result<std::uint32_t> TransferReader::count_loops(Scanner& in, const GifTag& tag) {
    const std::size_t bytes = bytes_.size() - counted_->at - kQword;
    const std::size_t each = tag[GifTag::format] == TagFormat::Packed ? kQword : 8;
    const std::size_t count = bytes / each, list = tag.register_count();
    if (bytes % each != 0 || count % list != 0)
        return fail_here(
            in, fmt::format("the tag above has {} registers; its last loop lacks {}", list, list - count % list));
    if (count / list > kMostLoops) return fail_here(in, "a tag has at most 32767 loops");
    return static_cast<std::uint32_t>(count / list);
}

/// An image of any size: as many tags as it needs.
Status TransferReader::close_image(Scanner& in, GifTag tag) {
    const auto from = static_cast<std::ptrdiff_t>(counted_->at);
    std::vector<std::uint8_t> image(bytes_.begin() + from + static_cast<std::ptrdiff_t>(kQword), bytes_.end());
    if (Status good = close_upload(in, image.size()); !good) return good;
    bytes_.erase(bytes_.begin() + from, bytes_.end());
    path_.begin(qword_of<GifTag>(bytes_.data() + append_image(bytes_, tag, image)));
    path_.loops_left = 0;
    seen_ = bytes_.size();
    counted_.reset();
    upload_.reset();
    return {};
}

Status TransferReader::close_upload(Scanner& in, std::size_t bytes) const {
    const auto whole = [](std::size_t size) { return (size + kQword - 1) / kQword; };
    if (!upload_ || whole(*upload_) == whole(bytes)) return {};
    return fail_here(in, fmt::format("the upload above requires {} bytes, {} are there", *upload_, bytes));
}

Status TransferReader::registers(Scanner& in, std::string_view name, Scanner& before) {
    if (is_open_image()) {
        if (Status good = close(in, false); !good) return good;
    }
    if (Status good = ready(in); !good) return good;
    if (bytes_.size() + 2 * kQword > most_) return fail_here(in, "more data than fits here");
    if (path_.wants_tag() && !half_) {
        if (Status good = close(in, false); !good) return good;
        if (Status good = open(in, address_tag(), true, false); !good) return good;
    }
    switch (path_.tag[GifTag::format]) {
        case TagFormat::Packed: return packed(in, name, before);
        case TagFormat::RegList: return listed(in, name, before);
        case TagFormat::Image:
        case TagFormat::Image3: break;
    }
    return fail_here(in, fmt::format("the image requires {} more quadwords of .data", path_.loops_left));
}

Status TransferReader::packed(Scanner& in, std::string_view name, Scanner& before) {
    const unsigned descriptor = path_.descriptor();
    PackedAddress word;
    std::span<const FieldInfo> fields = packed_fields(descriptor);
    if (static_cast<Descriptor>(descriptor) == Descriptor::AD) {
        const RegisterInfo* info = general_register(name);
        if (info == nullptr) return fail_here(before, fmt::format("no register \"{}\"", name));
        word.set(PackedAddress::address, info->address);
        fields = info->fields;
    } else if (!equal_ignoring_case(name, packed_info(descriptor).name)) {
        return fail_here(before, fmt::format("the tag expects {} here", packed_info(descriptor).name));
    }
    if (Status read = read_fields(in, fields, word.raw); !read) return read;
    put(word.raw.data(), word.raw.size());
    return {};
}

Status TransferReader::listed(Scanner& in, std::string_view name, Scanner& before) {
    GifPath next = path_;
    if (half_) next.advance();
    const unsigned descriptor = next.descriptor();
    if (!equal_ignoring_case(name, packed_info(descriptor).name))
        return fail_here(before, fmt::format("the tag expects {} here", packed_info(descriptor).name));
    RawWord word;
    const RegisterInfo* info = general_register(descriptor);
    if (Status read = read_fields(in, info != nullptr ? info->fields : Fields{}, word.raw); !read) return read;
    put(word.raw.data(), word.raw.size());
    half_ = !half_;
    return {};
}

void TransferReader::put(const std::uint32_t* units, std::size_t count) {
    append(bytes_, std::span(units, count));
    look();
}

/// ".pad value": the other half after an odd list.
Status TransferReader::pad(Scanner& in) {
    const auto value = read_number(in);
    if (!value) return std::unexpected(value.error());
    GifPath next = path_;
    if (has_half()) next.advance();
    if (counted_ || !has_half() || !next.wants_tag())
        return fail_here(in, "only an odd list that is over, of a tag with NLOOP, is padded");
    put(word_of<RawWord>(*value).raw.data(), 2);
    half_ = false;
    return {};
}

/// ".reg address, value [127:72]=...": any address, by A+D.
Status TransferReader::reg(Scanner& in) {
    const auto address = read_number(in, 0xff);
    if (!address) return std::unexpected(address.error());
    if (!in.accept(',')) return fail_here(in, "',' is expected");
    const auto value = read_number(in);
    if (!value) return std::unexpected(value.error());
    PackedAddress word;
    word.set(PackedAddress::address, static_cast<std::uint32_t>(*address)).set(PackedAddress::value, *value);
    (void)in.accept(',');
    if (Status read = read_fields(in, {}, word.raw); !read) return read;
    if (is_open_image()) {
        if (Status good = close(in, false); !good) return good;
    }
    if (Status good = ready(in); !good) return good;
    if (path_.wants_tag() && !half_) {
        if (Status good = close(in, false); !good) return good;
        if (Status good = open(in, address_tag(), true, false); !good) return good;
    }
    const bool fits =
        path_.tag[GifTag::format] == TagFormat::Packed && static_cast<Descriptor>(path_.descriptor()) == Descriptor::AD;
    if (!fits) return fail_here(in, "the tag does not expect A+D here");
    put(word.raw.data(), word.raw.size());
    return {};
}

/// ".upload DBP=.., DBW=.., DPSM=.., DSAX=.., DSAY=.., RRW=.., RRH=..", then data: the registers and the image.
Status TransferReader::upload(Scanner& in) {
    static constexpr auto kFields =
        fields_of(BitBltBuf::destination, BitBltBuf::destination_width, BitBltBuf::destination_format);
    static constexpr auto kCorner = fields_of(TrxPos::destination_x, TrxPos::destination_y);
    static constexpr auto kSize = fields_of(TrxReg::width, TrxReg::height);
    BitBltBuf buffer;
    TrxPos corner;
    TrxReg size;
    while (!in.at_end()) {
        Scanner ahead = in;
        const std::string_view name = ahead.word();
        const Status read = name.starts_with("RR") || name.starts_with("rr")     ? read_field(in, kSize, size.raw)
                            : name.starts_with("DSA") || name.starts_with("dsa") ? read_field(in, kCorner, corner.raw)
                                                                                 : read_field(in, kFields, buffer.raw);
        if (!read) return read;
        if (!in.accept(',') && !in.at_end()) return fail_here(in, "',' is expected");
    }
    if (!(counted_ && is_address_tag(path_.tag))) {
        if (Status good = close(in, false); !good) return good;
        if (Status good = open(in, address_tag(), true, false); !good) return good;
    }
    if (Status good = ready(in); !good) return good;
    const auto write = [&](Address address, const auto& word) {
        PackedAddress qword;
        qword.set(PackedAddress::address, static_cast<std::uint32_t>(address))
            .set(PackedAddress::value, value_of(word));
        put(qword.raw.data(), qword.raw.size());
    };
    write(Address::BITBLTBUF, buffer), write(Address::TRXPOS, corner);
    write(Address::TRXREG, size), write(Address::TRXDIR, TrxDir{});
    if (Status good = close(in, false); !good) return good;
    GifTag image;
    image.set(GifTag::format, TagFormat::Image);
    if (Status good = open(in, image, true, false); !good) return good;
    const std::size_t bits = layout_of(buffer[BitBltBuf::destination_format]).bits;
    upload_ = (std::size_t{size[TrxReg::width]} * size[TrxReg::height] * bits + 7) / 8;
    return {};
}

Result<std::vector<std::uint8_t>> TransferReader::finish(Scanner& in) {
    if (Status good = close(in, true); !good) return std::unexpected(good.error());
    if (has_half()) {
        if (Status good = ready(in); !good) return std::unexpected(good.error());
    }
    look();
    if (number_ == 0) path_.loops_left = 0;
    return std::move(bytes_);
}

} // namespace relit::machine::gs
