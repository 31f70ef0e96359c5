#include "isa/r500/text/directives.hpp"

#include "base/text.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace relit::isa::r500 {
namespace {

constexpr std::size_t kOnALine = 8;
constexpr double kGreatest = std::numeric_limits<float>::max();
constexpr std::uint32_t kMostFillers = std::uint32_t{1} << 20, kMostRegister = 0x7ffc;

std::string number_text(std::uint32_t value) {
    std::string text;
    if (value < 10) {
        print_number(text, value);
    } else {
        print_hex(text, value);
    }
    return text;
}

/// Whether the fields own every bit that is set.
bool say_all(std::span<const FieldRow> fields, RegisterWord word) {
    for (const FieldRow& row : fields) word.set(row.field, 0U);
    return word.raw[0] == 0;
}

bool begins_with_letter(std::string_view name) { return !name.empty() && (name[0] < '0' || name[0] > '9'); }

std::string field_text(const RegisterTable& table, const FieldRow& row, std::uint32_t value) {
    const std::string_view name = name_of(values_of(table, row), value);
    return std::string(row.field.name) + "=" + (begins_with_letter(name) ? std::string(name) : std::to_string(value));
}

/// Lists the packets of one stream.
class PacketLister {
public:
    PacketLister(std::span<const RegisterPacket> packets, ProgramMemory memory, const StreamLines& lines)
        : packets_(packets), memory_(memory), lines_(lines) {}

    void run() {
        Upload next{memory_.code}; // where constants would go on by themselves; of code: nowhere
        for (std::size_t i = 0; i < packets_.size();) {
            const auto upload = upload_at(packets_, i);
            if (!upload || (upload->memory != memory_.code && upload->memory != memory_.constants)) {
                next = {memory_.code};
                i += packets_[i].is_filler() ? fillers(i) : reg(packets_[i]);
                continue;
            }
            if (upload->is_code()) {
                code(*upload, i);
                next = {memory_.code};
            } else {
                if (next == *upload) lines_.directive(packets_[i].offset, {}, ".upload");
                next = constants(*upload, i);
            }
            i += 2;
        }
    }

private:
    std::size_t fillers(std::size_t first) {
        std::size_t count = 1;
        while (first + count < packets_.size() && count < kMostFillers && packets_[first + count].is_filler()) ++count;
        lines_.directive(packets_[first].offset, {}, ".filler " + std::to_string(count));
        return count;
    }
    std::size_t reg(const RegisterPacket& packet) {
        std::string text = packet.one_register ? ".port " : ".reg ";
        text += register_text(program_registers(), packet.reg) + " =";
        for (std::size_t first = 0; first < packet.values.size(); first += kOnALine) {
            const std::size_t end = std::min(packet.values.size(), first + kOnALine);
            for (std::size_t i = first; i < end; ++i) {
                text += ' ' + value_text(program_registers(), packet.register_of(i), packet.values[i]);
                if (i + 1 < packet.values.size()) text += ',';
            }
            lines_.directive(packet.offset_of(first), std::span(packet.values).subspan(first, end - first), text);
            text = "   ";
        }
        return 1;
    }
    void code(const Upload& upload, std::size_t i) {
        const RegisterPacket& data = packets_[i + 1];
        const std::uint32_t each = upload.dwords_each();
        lines_.directive(packets_[i].offset, {}, ".code " + std::to_string(upload.first));
        for (std::uint32_t at = 0; at < data.values.size(); at += each)
            lines_.code(data.offset_of(at), upload.first + at / each, std::span(data.values).subspan(at, each));
    }
    /// Gives the upload that would go on after it.
    Upload constants(Upload upload, std::size_t i) {
        const RegisterPacket& data = packets_[i + 1];
        for (std::uint32_t at = 0; at < data.values.size(); at += 4, ++upload.first) {
            const auto lanes = std::span(data.values).subspan(at, 4);
            lines_.directive(data.offset_of(at), lanes,
                             ".const " + std::to_string(upload.first) + " = " + constant_text(lanes));
        }
        return upload;
    }

    std::span<const RegisterPacket> packets_;
    ProgramMemory memory_;
    const StreamLines& lines_;
};

} // namespace

std::string register_text(const RegisterTable& table, std::uint32_t reg) {
    if (const auto found = register_at(table, reg)) return found->name();
    std::string text;
    print_hex(text, reg, 4);
    return text;
}

std::string value_text(const RegisterTable& table, std::uint32_t reg, std::uint32_t value) {
    const auto found = register_at(table, reg);
    const auto fields = found ? fields_of(table, *found->row) : std::span<const FieldRow>{};
    const RegisterWord word{{{value}}};
    if (value == 0 || fields.size() < 2 || !say_all(fields, word)) return number_text(value);
    std::string text;
    for (const FieldRow& row : fields)
        if (const std::uint32_t part = word[row.field]; part != 0)
            text += (text.empty() ? "{" : ", ") + field_text(table, row, part);
    return text + "}";
}

std::string constant_text(std::span<const std::uint32_t> lanes) {
    std::string text;
    for (const std::uint32_t bits : lanes) {
        if (!text.empty()) text += ", ";
        const auto number = std::bit_cast<float>(bits);
        if (std::isfinite(number)) {
            text += shortest_decimal(number);
        } else {
            print_hex(text, bits);
        }
    }
    return text;
}

void list_packets(std::span<const RegisterPacket> packets, ProgramMemory memory, const StreamLines& lines) {
    PacketLister(packets, memory, lines).run();
}

// ---- a stream from text

void StreamWriter::begin(Upload upload) {
    end_upload();
    upload_ = upload;
    is_open_ = true;
}

void StreamWriter::end_upload() {
    if (is_open_ && !dwords_.empty()) write_upload(stream_, upload_, dwords_);
    dwords_.clear();
    is_open_ = false;
}

bool StreamWriter::is_next(const Upload& upload) const {
    return is_open_ && upload_.memory == upload.memory &&
           upload_.first + dwords_.size() / upload_.dwords_each() == upload.first;
}

void StreamWriter::add_constant(std::uint32_t number, const std::array<std::uint32_t, 4>& lanes) {
    const Upload upload{memory_.constants, number};
    if (!is_next(upload)) begin(upload);
    dwords_.insert(dwords_.end(), lanes.begin(), lanes.end());
}

bool StreamWriter::add_code(std::span<const std::uint32_t> dwords) {
    if (!is_open_ || !upload_.is_code()) begin_code(0);
    if (upload_.first + dwords_.size() / upload_.dwords_each() >= code_limit()) return false;
    dwords_.insert(dwords_.end(), dwords.begin(), dwords.end());
    return true;
}

bool DirectiveReader::knows(std::string_view name) {
    constexpr std::string_view kNames[] = {"reg", "port", "const", "code", "filler", "upload"};
    return std::ranges::find(kNames, name) != std::end(kNames);
}

bool DirectiveReader::read(const Token& name) {
    if (stream_.size() > kMostStreamBytes - 4 * kMostFillers) return in_.wrong(name, "the stream grows too large");
    if (name.text == "const") return constant();
    if (stream_.lacks_code()) return in_.wrong(name, ".code has no instruction");
    if (name.text == "reg") return reg(false);
    if (name.text == "port") return reg(true);
    if (name.text == "code") return code();
    if (name.text == "filler") return filler();
    stream_.end_upload(); // .upload
    return true;
}

/// NAME = value, value ...
bool DirectiveReader::reg(bool one_register) {
    RegisterPacket packet{.one_register = one_register};
    const Token name = in_.peek();
    if (!register_name(packet.reg) || !in_.expect('=')) return false;
    do {
        std::uint32_t number = 0;
        if (packet.values.size() == kMostPacketValues)
            return in_.wrong(in_.peek(), "a packet has 16384 values at most");
        if (!value(packet.register_of(packet.values.size()), number)) return false;
        packet.values.push_back(number);
    } while (in_.accept(','));
    if (packet.register_of(packet.values.size() - 1) > kMostRegister)
        return in_.wrong(name, "more values than there are registers from here");
    stream_.add(packet);
    return true;
}

bool DirectiveReader::register_name(std::uint32_t& number) {
    const Token name = in_.peek();
    if (const auto found = register_named(table_, name.text)) return number = found->number(), (void)in_.take(), true;
    const auto value = parse_integer(name.text);
    if (name.kind != TokenKind::Word || !value) return in_.wrong(name, quoted(name.text) + " is no register");
    if (*value < 0 || *value > kMostRegister || *value % 4 != 0)
        return in_.wrong(name, "registers have numbers from 0 to 0x7ffc, multiples of 4");
    number = static_cast<std::uint32_t>(*value);
    (void)in_.take();
    return true;
}

/// A number, or {FIELD=value, ...}: fields that are not named are 0.
bool DirectiveReader::value(std::uint32_t reg, std::uint32_t& into) {
    if (!in_.accept('{')) return in_.number(into);
    const auto found = register_at(table_, reg);
    const auto fields = found ? fields_of(table_, *found->row) : std::span<const FieldRow>{};
    RegisterWord word;
    do {
        if (!field(fields, word)) return false;
    } while (in_.accept(','));
    into = word.raw[0];
    return in_.expect('}');
}

bool DirectiveReader::field(std::span<const FieldRow> fields, RegisterWord& word) {
    const Token name = in_.take();
    const FieldRow* row = field_named(fields, name.text);
    if (row == nullptr) return in_.wrong(name, quoted(name.text) + " is no field of this register");
    if (!in_.expect('=')) return false;
    const Token at = in_.peek();
    if (const auto named = value_named(values_of(table_, *row), at.text); named && begins_with_letter(at.text)) {
        (void)in_.take();
        word.set(row->field, *named);
        return true;
    }
    std::uint32_t number = 0;
    if (!in_.number(number, static_cast<std::uint32_t>(detail::low_mask(row->field.width())))) return false;
    word.set(row->field, number);
    return true;
}

/// N = x, y, z, w
bool DirectiveReader::constant() {
    std::uint32_t number = 0;
    std::array<std::uint32_t, 4> lanes{};
    const Token at = in_.peek();
    if (!in_.index(number, 512, "constant") || !in_.expect('=')) return false;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        if ((i != 0 && !in_.expect(',')) || !lane(lanes[i])) return false;
    if (stream_.lacks_code()) return in_.wrong(at, ".code has no instruction");
    stream_.add_constant(number, lanes);
    return true;
}

/// A decimal number, or the bits of a float as 0x and eight digits.
bool DirectiveReader::lane(std::uint32_t& bits) {
    const Token at = in_.peek();
    const std::string_view text = in_.number_text();
    if (text.starts_with("0x")) {
        const auto hex = parse_hex(text.substr(2), 8);
        if (hex) return bits = static_cast<std::uint32_t>(*hex), true;
    } else if (const auto number = parse_decimal(text); number && std::abs(*number) <= kGreatest) {
        return bits = std::bit_cast<std::uint32_t>(static_cast<float>(*number)), true;
    }
    return in_.wrong(at, "a number is expected, or the bits of a float as 0x and eight digits");
}

bool DirectiveReader::code() {
    std::uint32_t number = 0;
    if (!in_.index(number, stream_.code_limit(), "instruction")) return false;
    stream_.begin_code(number);
    return true;
}

bool DirectiveReader::filler() {
    std::uint32_t count = 1;
    if (!in_.number(count, kMostFillers)) return false;
    for (std::uint32_t i = 0; i < count; ++i) stream_.add({});
    return true;
}

} // namespace relit::isa::r500
