// Dumps as text.
#include "base/text.hpp"
#include "machine/gs/dump/playback.hpp"
#include "machine/gs/packets/gif.hpp"
#include "machine/gs/text/data.hpp"
#include "machine/gs/text/fields.hpp"
#include "machine/gs/text/text.hpp"

#include <algorithm>
#include <bitset>
#include <cstring>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::size_t kBlock = 256; // memory is shown in such parts
constexpr std::size_t kNameWidth = 11;

/// Says what registers are for: once, always or never.
class Purposes {
public:
    explicit Purposes(Notes notes) : notes_(notes) {}

    std::string of(const RegisterInfo* info, bool privileged) {
        if (info == nullptr || notes_ == Notes::None) return {};
        const std::size_t index = info->address % kAddresses + (privileged ? kAddresses : 0);
        if (notes_ == Notes::First && seen_[index]) return {};
        seen_[index] = true;
        return std::string(info->purpose);
    }

private:
    static constexpr std::size_t kAddresses = 0x2000;
    Notes notes_;
    std::bitset<2 * kAddresses> seen_;
};

/// Counts what register writes make the GS do, as a replay counts it: draws and transfers, the first of each being 1.
class Numbers {
public:
    explicit Numbers(const Front& front) {
        if (front.state) machine_.restore(registers_of(*front.state), work_);
    }

    // what GifWrites tells
    void write(std::uint8_t address, std::uint64_t value) {
        work_.clear();
        machine_.write(address, value, work_);
        for (const Work& work : work_.items) {
            if (std::holds_alternative<Draw>(work)) started_ = fmt::format("draw {}", ++draws_);
            if (std::holds_alternative<StartTransfer>(work)) started_ = fmt::format("transfer {}", ++transfers_);
        }
    }
    void take_data(Bytes) {}
    /// What the last write started: "draw 12", or nothing.
    [[nodiscard]] std::string take_started() { return std::exchange(started_, {}); }
    [[nodiscard]] std::uint64_t draws() const { return draws_; }

private:
    Machine machine_;
    WorkList work_;
    std::uint64_t draws_ = 0, transfers_ = 0;
    std::string started_;
};

/// A name and, after it, fields in a column of their own.
std::string named(std::string_view name, Fields fields, ConstUnits word) {
    std::string text = fmt::format("{:<{}} ", name, kNameWidth);
    print_fields(text, fields, word);
    while (text.back() == ' ') text.pop_back();
    return text;
}

std::string quoted(std::string_view bytes) {
    std::string text = "\"";
    for (const char c : bytes) {
        const auto code = static_cast<unsigned char>(c);
        const bool plain = code >= 0x20 && code < 0x7f && c != '"' && c != '\\';
        text += plain ? std::string(1, c) : fmt::format("\\x{:02x}", code);
    }
    return text + '"';
}

std::string registers_of(const GifTag& tag) {
    std::string text = "REGS=(";
    for (std::uint32_t i = 0; i < tag.register_count(); ++i) {
        if (i != 0) text += ' ';
        text += packed_info(tag.descriptor(i)).name;
    }
    return text + ')';
}

/// Whether NREG and REGS say no more than a list of names does.
bool is_plain_list(const GifTag& tag) {
    const unsigned bits = 4 * tag.register_count();
    return bits >= 64 || tag[GifTag::registers] >> bits == 0;
}

std::string print_tag(const GifTag& tag) {
    const TagFormat format = tag[GifTag::format];
    const bool list = format == TagFormat::Packed || format == TagFormat::RegList;
    GifTag rest;
    rest.set(GifTag::r0, tag[GifTag::r0]);
    std::string text =
        fmt::format("FLG={}, NLOOP={}", kTagFormatNames[static_cast<unsigned>(format)], tag[GifTag::loops]);
    if (tag[GifTag::last]) text += ", EOP=1";
    print_fields(text, std::span(GifTag::fields).subspan(2, 1), rest.raw);
    const auto prim = word_of<Prim>(tag[GifTag::prim]);
    if (!tag[GifTag::sets_prim] && tag[GifTag::prim] != 0) text += ", PRE=0";
    if (tag[GifTag::sets_prim] || tag[GifTag::prim] != 0) {
        text += ", PRIM=(";
        print_fields(text, Prim::fields, prim.raw);
        text += ')';
    }
    if (list && is_plain_list(tag)) return text + ", " + registers_of(tag);
    if (list || tag[GifTag::count] != 0) text += fmt::format(", NREG={}", tag[GifTag::count]);
    if (list || tag[GifTag::registers] != 0) text += fmt::format(", REGS=0x{:x}", tag[GifTag::registers]);
    return text;
}

class TextPrinter {
public:
    TextPrinter(const Front& front, const TextOptions& options, const TextSink& sink)
        : front_(front), sink_(sink), purposes_(options.notes), numbers_(front) {
        if (front.state) gif_ = gif_of(*front.state);
        page_ = front.privileged;
        page_.resize(kPrivilegedBytes);
    }

    void run(const NextPart& next) {
        header();
        if (!has_no_front(front_.header.container)) {
            if (front_.state) state(*front_.state);
            privileged();
        }
        while (const auto one = next()) part(*one);
    }

    // what walk() finds in a transfer
    void tag(const GifTag& tag) {
        depth_ = 1;
        writes_.tag(tag);
        sink_({offset_,
               depth_,
               ".tag " + print_tag(tag),
               {},
               "a GIF tag: how many loops of which registers follow",
               GifTag::fields,
               tag.raw,
               packet_,
               numbers_.draws()});
        offset_ += kQword;
        depth_ = 2;
    }
    void packed(unsigned descriptor, const std::uint8_t* qword) {
        writes_.packed(descriptor, qword);
        const auto word = qword_of<PackedAddress>(qword);
        if (static_cast<Descriptor>(descriptor) == Descriptor::AD) {
            address_and_data(word);
        } else {
            const auto* info = general_register(descriptor);
            std::string text = named(packed_info(descriptor).name, packed_fields(descriptor), half(descriptor, word));
            if (is_packed_whole(descriptor)) high_bits(text, word, 64);
            say_register(std::move(text), info, packed_fields(descriptor), word.raw);
        }
        offset_ += kQword;
    }
    void listed(unsigned descriptor, std::uint64_t value) {
        writes_.listed(descriptor, value);
        const RegisterInfo* info = general_register(descriptor);
        const auto word = word_of<RawWord>(value);
        static constexpr Field<std::uint64_t> kAll{"-", 0, 64};
        static constexpr auto kNothing = fields_of(kAll);
        const Fields fields = info != nullptr ? info->fields : kNothing;
        say_register(named(packed_info(descriptor).name, fields, word.raw), info, fields, word.raw);
        offset_ += 8;
    }
    void padding(std::uint64_t value) {
        if (value != 0) say(fmt::format(".pad 0x{:x}", value), {});
        offset_ += 8;
    }
    void image(Bytes bytes) { data(bytes); }

private:
    void say(std::string text, std::string note) {
        sink_({offset_, depth_, std::move(text), std::move(note), {}, {}, {}, packet_, numbers_.draws()});
    }
    /// A line that writes a register; `info` is null where there is none.
    void say_register(std::string text, const RegisterInfo* info, Fields fields, ConstUnits word,
                      bool privileged = false) {
        std::string note = numbers_.take_started();
        if (const std::string purpose = purposes_.of(info, privileged); !purpose.empty())
            note += (note.empty() ? "" : ": ") + purpose;
        TextLine line{offset_, depth_, std::move(text), std::move(note), {}, fields, {}, packet_, numbers_.draws()};
        if (info != nullptr) line.purpose = info->purpose;
        std::ranges::copy(word, line.word.begin());
        sink_(line);
    }
    void directive(std::string text, std::string note = {}) {
        depth_ = 0;
        say(std::move(text), std::move(note));
        depth_ = 1;
    }
    void data(Bytes bytes) {
        const std::uint64_t from = offset_;
        print_data(bytes, [&](std::size_t at, std::string text) {
            offset_ = from + at;
            say(std::move(text), {});
        });
        offset_ = from + bytes.size();
    }

    static ConstUnits half(unsigned descriptor, const PackedAddress& word) {
        return ConstUnits(word.raw).first(is_packed_whole(descriptor) ? 2 : 4);
    }
    static void high_bits(std::string& text, const PackedAddress& word, unsigned from) {
        const Field<std::uint64_t> high{"-", from, 128 - from};
        if (word.extract(high) == 0) return;
        fmt::format_to(std::back_inserter(text), "{}[127:{}]=0x{:x}", text.find('=') == text.npos ? " " : ", ", from,
                       word.extract(high));
    }
    void address_and_data(const PackedAddress& word) {
        const std::uint32_t address = word[PackedAddress::address];
        const RegisterInfo* info = general_register(address);
        std::string text = info != nullptr
                               ? named(info->name, info->fields, ConstUnits(word.raw).first(2))
                               : fmt::format(".reg 0x{:02x}, 0x{:016x}", address, word[PackedAddress::value]);
        if (info != nullptr || word.extract(PackedAddress::r0) != 0) high_bits(text, word, 72);
        if (info == nullptr) return say(std::move(text), "no register");
        say_register(std::move(text), info, info->fields, ConstUnits(word.raw).first(2));
    }

    void header() {
        const Header& h = front_.header;
        directive(fmt::format(".gs {}", name_of(h.container)));
        if (has_no_front(h.container)) return;
        directive(fmt::format(".crc 0x{:08x}", h.crc), "of the game");
        if (front_.state) directive(fmt::format(".version {}", front_.state->version), "of the state");
        if (h.container == Container::Current) body(h);
        offset_ = h.container == Container::Current ? 44 + h.body.size() : 8;
    }

    void body(const Header& h) {
        const std::uint32_t version = front_.state ? front_.state->version : kUsualSavedVersion;
        if (h.state_version != version)
            directive(fmt::format(".header state_version={}", h.state_version), "not that of the state");
        Header usual = h;
        set_body(usual, h.serial(), h.shot_width, h.shot_height, h.screenshot());
        if (usual != h) {
            directive(
                fmt::format(".header serial_offset={}, serial_size={}, shot_width={}, shot_height={}, "
                            "shot_offset={}, shot_size={}",
                            h.serial_offset, h.serial_size, h.shot_width, h.shot_height, h.shot_offset, h.shot_size));
            directive(".body", "serial and screenshot");
            return data(h.body);
        }
        if (!h.serial().empty()) directive(".serial " + quoted(h.serial()));
        if (h.shot_width == 0 && h.shot_height == 0 && h.screenshot().empty()) return;
        directive(fmt::format(".screenshot {}, {}", h.shot_width, h.shot_height), "RGBA");
        data(h.screenshot());
    }

    void state(const SavedState& state) {
        offset_ += sizeof(state.version);
        if (is_known_version(state.version)) {
            directive(".state", "omitted members are zero");
            each_saved(state, state.version, [&](std::string_view name, const auto& member) {
                saved(name, member, sizeof(member));
                offset_ += sizeof(member);
            });
            memory(state.memory);
            paths(state);
        }
        if (state.unread.empty()) return;
        directive(".unread", "the end of the state");
        data(state.unread);
    }
    void saved(std::string_view name, std::uint64_t value, std::size_t bytes) {
        if (value == 0) return;
        const RegisterInfo* info = register_of_saved(name, bytes);
        if (info == nullptr) return say(fmt::format("{:<{}} 0x{:x}", name, kNameWidth, value), {});
        const auto word = word_of<RawWord>(value);
        say_register(named(name, info->fields, word.raw), info, info->fields, word.raw);
    }
    void paths(const SavedState& state) {
        for (std::size_t i = 0; i < state.paths.size(); ++i, offset_ += 20) {
            const SavedPath& path = state.paths[i];
            if (path == SavedPath{}) continue;
            GifTag tag;
            tag.raw = path.tag;
            directive(
                fmt::format(".path {}, {}, {}", name_of(static_cast<Path>(i)), path.next_register, print_tag(tag)),
                "loops that are left, next register, tag");
        }
        std::string q;
        static constexpr Field<std::uint32_t> kQ{"Q", 0, 32};
        print_value(q, kQ, state.q);
        if (state.q != kOne) directive(".q " + q, "the latch");
        offset_ += sizeof(state.q);
    }

    void memory(Bytes memory) {
        directive(".memory", "omitted members are zero");
        const std::uint64_t from = offset_;
        blocks(memory, from);
        offset_ = from + memory.size();
    }
    /// The runs of blocks that are not zero.
    void blocks(Bytes memory, std::uint64_t from) {
        const auto is_zero = [&](std::size_t at) {
            static constexpr std::array<std::uint8_t, kBlock> kZeros{};
            return std::memcmp(memory.data() + at, kZeros.data(), kBlock) == 0;
        };
        for (std::size_t at = 0; at < memory.size(); at += kBlock) {
            if (is_zero(at)) continue;
            std::size_t end = at;
            while (end < memory.size() && !is_zero(end)) end += kBlock;
            offset_ = from + at;
            say(fmt::format(".at 0x{:06x}", at), {});
            data(memory.subspan(at, end - at));
            at = end - kBlock;
        }
    }

    void privileged() {
        directive(".privileged", "omitted members are zero");
        changes(Bytes(std::vector<std::uint8_t>(kPrivilegedBytes)), page_);
    }
    /// The registers and other words that differ between two pages.
    void changes(Bytes before, Bytes page) {
        const std::uint64_t from = offset_;
        for (std::size_t at = 0; at < kPrivilegedBytes; at += 8) {
            const std::uint64_t value = load64(page.data() + at);
            if (value == load64(before.data() + at)) continue;
            offset_ = from + at;
            const RegisterInfo* info = privileged_register(static_cast<std::uint32_t>(at));
            const auto word = word_of<RawWord>(value);
            if (info != nullptr) {
                say_register(named(info->name, info->fields, word.raw), info, info->fields, word.raw, true);
            } else {
                say(fmt::format(".at 0x{:04x}", at), {});
                say(fmt::format(".data 0x{:08x}, 0x{:08x}", word.raw[0], word.raw[1]), {});
            }
        }
        offset_ = from + kPrivilegedBytes;
    }

    void part(const PacketPart& part) {
        const Event& event = part.event;
        const std::string note = fmt::format("packet {}", part.number);
        offset_ = event.offset;
        packet_ = part.number + 1;
        switch (event.kind) {
            case EventKind::Transfer: return transfer(part, note);
            case EventKind::VSync: return vsync(event);
            case EventKind::ReadFifo: return directive(fmt::format(".fifo {}", event.size), note);
            case EventKind::Registers: return registers(part, note);
        }
    }
    void vsync(const Event& event) {
        if (front_.header.container == Container::Packets) return directive({}, "end of the frame, assumed");
        directive(fmt::format(".vsync {}", event.detail), fmt::format("end of frame {}", ++frames_));
    }
    void registers(const PacketPart& part, const std::string& note) {
        directive(".registers", note);
        offset_ = part.event.offset + 1;
        changes(page_, part.bytes);
        page_.assign(part.bytes.begin(), part.bytes.end());
    }
    void transfer(const PacketPart& part, const std::string& note) {
        const std::uint64_t head = front_.header.container == Container::Packets ? 0 : 6;
        const auto path = static_cast<Path>(part.event.detail);
        if (part.from == 0)
            directive(fmt::format(".transfer {}", name_of(path)), fmt::format("{}, {} bytes", note, part.event.size));
        offset_ = part.event.offset + head + part.from;
        data(part.bytes.subspan(walked(part, path == Path::Path1Window)));
    }
    /// How much of a part goes to the GIF.
    std::size_t walked(const PacketPart& part, bool window) {
        depth_ = 1;
        if (window && part.from != 0) return 0;
        GifPath& state = gif_.paths[part.event.detail & 3];
        if (!state.wants_tag()) depth_ = 2;
        const Bytes bytes = window ? part.bytes.first(std::min(part.bytes.size(), kWindowBytes)) : part.bytes;
        const std::size_t done = walk(state, bytes, window, *this);
        if (window) state.loops_left = 0;
        depth_ = 1;
        return done;
    }

    const Front& front_;
    const TextSink& sink_;
    Purposes purposes_;
    Gif gif_;
    std::vector<std::uint8_t> page_; // the privileged registers as the text knows them so far
    std::uint64_t offset_ = 0;
    unsigned depth_ = 0;
    std::uint64_t frames_ = 0, packet_ = 0;
    Numbers numbers_;
    GifWrites<Numbers> writes_{gif_.q, numbers_};
};

} // namespace

std::string value_text(const FieldInfo& field, std::uint64_t value) {
    std::string text;
    print_value(text, field, value);
    return text;
}

void print_text(const Front& front, const NextPart& next, const TextOptions& options, const TextSink& sink) {
    TextPrinter(front, options, sink).run(next);
}

void print_text(const Dump& dump, const TextOptions& options, const TextSink& sink) {
    print_text(dump, parts_of(dump), options, sink);
}

std::string print_line(const TextLine& line) {
    std::string text(std::size_t{4} * line.depth, ' ');
    text += line.text;
    if (!line.note.empty()) text += "  // " + line.note;
    return text;
}

std::string print_text(const Dump& dump, const TextOptions& options) {
    std::string text;
    print_text(dump, options, [&](const TextLine& line) { text += print_line(line) + '\n'; });
    return text;
}

} // namespace relit::machine::gs
