#include "machine/r500/stream/packet_text.hpp"

#include "base/lines.hpp"
#include "machine/r500/registers/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::string_view kMore = "+ ";

/// Puts the lines of one packet together.
class LineMaker {
public:
    LineMaker(const Packet& packet, Dwords stream) : packet_(packet), stream_(stream) {}

    /// The next `count` dwords; the first line says the head as well.
    void add(std::size_t count, std::string text, bool known = true) {
        const bool is_first = lines_.empty();
        const std::size_t all = count + (is_first ? 1 : 0);
        lines_.push_back(
            {at_, stream_.subspan(at_, all), (is_first ? "" : std::string(kMore)) + std::move(text), known});
        at_ += static_cast<std::uint32_t>(all);
    }
    [[nodiscard]] std::vector<PacketLine> take() { return std::move(lines_); }

private:
    const Packet& packet_;
    Dwords stream_;
    std::uint32_t at_ = packet_.at;
    std::vector<PacketLine> lines_;
};

std::string numbers_text(Dwords dwords) {
    std::string text;
    for (const std::uint32_t dword : dwords) text += fmt::format("{}{:#010x}", text.empty() ? "" : ", ", dword);
    return text;
}

void add_registers(LineMaker& lines, const Packet& packet) {
    for (std::size_t i = 0; i < packet.body.size(); ++i) {
        const std::uint32_t number = packet.register_of(i);
        lines.add(1, fmt::format("{} = {}", register_name(number), value_text(number, packet.body[i])),
                  register_at(number).has_value());
    }
}

/// Instructions of fragment programs have six dwords; vertex programs and constants four.
std::size_t dwords_a_line(const Packet& packet) {
    return packet.reg == reg::GA_US_VECTOR_DATA && packet.body.size() % 6 == 0 ? 6 : 4;
}

void add_port(LineMaker& lines, const Packet& packet) {
    const std::size_t step = dwords_a_line(packet);
    for (std::size_t i = 0; i < packet.body.size(); i += step) {
        const Dwords part = packet.body.subspan(i, std::min(step, packet.body.size() - i));
        lines.add(part.size(), fmt::format("{} <= {}", register_name(packet.reg), numbers_text(part)));
    }
}

/// How many dwords of a body are in the line that begins with dword i.
std::size_t body_line(Form form, std::size_t i) {
    constexpr std::size_t kArray = 3, kPlain = 4;
    if (form == Form::Draw && i == 0) return 1;
    if (form == Form::DrawFormat && i == 0) return 2;
    if (form == Form::Arrays) return i == 0 ? 1 : kArray;
    return kPlain;
}

std::string body_text(const OpInfo* op, Dwords body, std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t i = first; i < first + count; ++i) {
        const auto number = op != nullptr ? register_of_body(*op, i) : std::nullopt;
        text += fmt::format("{}{}", text.empty() ? "" : ", ",
                            number ? value_text(*number, body[i]) : fmt::format("{:#010x}", body[i]));
    }
    return text;
}

void add_command(LineMaker& lines, const Packet& packet) {
    const OpInfo* const op = op_info(packet.opcode);
    const std::string name = op != nullptr ? std::string(op->name) : fmt::format("packet3[{:#04x}]", packet.opcode);
    for (std::size_t i = 0; i < packet.body.size();) {
        const std::size_t count = std::min(body_line(op != nullptr ? op->form : Form::Data, i), packet.body.size() - i);
        const std::string text = body_text(op, packet.body, i, count);
        lines.add(count, i == 0 ? fmt::format("{} {}", name, text) : text, i != 0 || op != nullptr);
        i += count;
    }
}

/// Whether text says all of the packet: no reserved bit of its head is set.
bool is_plain(const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::Registers:
            return packet.header == register_header(packet.reg, packet.one_register, packet.body.size());
        case PacketKind::Command: return packet.header == command_header(packet.opcode, packet.body.size());
        case PacketKind::Filler: return packet.header == isa::r500::kFiller;
        case PacketKind::Pair:
        case PacketKind::Cut: return false;
    }
    return false;
}

void add_raw(std::vector<PacketLine>& lines, const Packet& packet, Dwords stream) {
    constexpr std::size_t kStep = 8;
    for (std::uint32_t at = packet.at; at < packet.at + packet.size();) {
        const std::size_t count = std::min<std::size_t>(kStep, packet.at + packet.size() - at);
        const Dwords part = stream.subspan(at, count);
        lines.push_back({at, part, fmt::format(".dword {}", numbers_text(part)), false});
        at += static_cast<std::uint32_t>(count);
    }
}

// ---- reading

constexpr std::size_t kMarkLookedAt = std::size_t{1} << 16;

constexpr std::string_view kNameLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";

class PacketParser {
public:
    Status line(std::string_view text, std::uint32_t number) {
        Scanner in(text.substr(0, text.find("//")), number);
        if (in.at_end()) return {};
        if (dwords_.size() + body_.size() > kMostTextDwords) return fault(in, "the text says more than 256 MiB");
        if (in.accept('+')) return more(in);
        end_packet();
        const std::uint32_t column = in.column();
        const std::string_view name = in.while_of(kNameLetters);
        if (name.starts_with('.')) return directive(in, name, column);
        if (equal_ignoring_case(name, "FILLER")) return filler(in);
        if (in.peek() == '[' && equal_ignoring_case(name, "packet3")) return unknown_command(in);
        if (const OpInfo* const op = op_named(name)) return command(in, op, static_cast<std::uint32_t>(op->op));
        return first_register(in, name, column);
    }
    std::vector<std::uint32_t> take() { return end_packet(), std::move(dwords_); }

private:
    enum class Open : std::uint8_t { None, Registers, Port, Command };

    static Status fault(Scanner& in, std::string_view text) {
        return fail_line(in.line(), in.column(), std::string(text));
    }
    static Status at_end(Scanner& in) { return in.at_end() ? Status{} : fault(in, "expected the end of the line"); }

    void end_packet() {
        if (open_ != Open::None && !body_.empty()) {
            dwords_.push_back(open_ == Open::Command ? command_header(opcode_, body_.size())
                                                     : register_header(reg_, open_ == Open::Port, body_.size()));
            dwords_.insert(dwords_.end(), body_.begin(), body_.end());
        }
        body_.clear();
        open_ = Open::None;
    }
    Status add(Scanner& in, std::uint32_t number) {
        const auto value = parse_value(in, number);
        if (!value) return std::unexpected(value.error());
        if (body_.size() >= kMostBody) return fault(in, fmt::format("a packet has at most {} dwords", kMostBody));
        body_.push_back(*value);
        return {};
    }
    /// Values with commas between them; `number_of(i)` is the register of dword i of the body.
    template <class NumberOf>
    Status values(Scanner& in, const NumberOf& number_of) {
        do {
            if (const Status added = add(in, number_of(body_.size())); !added) return added;
        } while (in.accept(','));
        return at_end(in);
    }
    Status directive(Scanner& in, std::string_view name, std::uint32_t column) {
        if (name == ".r500") return at_end(in);
        if (name == ".submission") return (void)in.while_of("0123456789"), at_end(in);
        if (name != ".dword")
            return fail_line(in.line(), column,
                             fmt::format("{} is no directive: there are .r500, .submission and .dword", name));
        const Status read = values(in, [](std::size_t) { return kRegisterBytes; });
        dwords_.insert(dwords_.end(), body_.begin(), body_.end());
        body_.clear();
        return read;
    }
    Status filler(Scanner& in) { return dwords_.push_back(isa::r500::kFiller), at_end(in); }
    Status unknown_command(Scanner& in) {
        (void)in.accept('[');
        const auto opcode = parse_integer(in.while_of("0123456789abcdefABCDEFxX"));
        if (!opcode || *opcode < 0 || *opcode > 0xff || !in.accept(']'))
            return fault(in, "expected packet3[0x00] to packet3[0xff]");
        return command(in, op_info(static_cast<std::uint32_t>(*opcode)), static_cast<std::uint32_t>(*opcode));
    }
    Status command(Scanner& in, const OpInfo* op, std::uint32_t opcode) {
        open_ = Open::Command, op_ = op, opcode_ = opcode;
        return command_values(in);
    }
    Status command_values(Scanner& in) {
        return values(in, [this](std::size_t i) {
            return op_ == nullptr ? kRegisterBytes : register_of_body(*op_, i).value_or(kRegisterBytes);
        });
    }
    Result<std::uint32_t> number_of(Scanner& in, std::string_view name, std::uint32_t column) {
        if (equal_ignoring_case(name, "reg") && in.accept('[')) {
            const auto number = parse_integer(in.while_of("0123456789abcdefABCDEFxX"));
            if (number && *number >= 0 && *number < kRegisterBytes && *number % 4 == 0 && in.accept(']'))
                return static_cast<std::uint32_t>(*number);
            return fail_line(in.line(), column, "expected reg[0x0000] to reg[0x7ffc]");
        }
        const auto number = register_number(name);
        if (!number || *number >= kRegisterBytes)
            return fail_line(in.line(), column, fmt::format("{} is no register and no operation", name));
        return *number;
    }
    Status first_register(Scanner& in, std::string_view name, std::uint32_t column) {
        const auto number = number_of(in, name, column);
        if (!number) return std::unexpected(number.error());
        reg_ = *number;
        if (in.accept("<=")) {
            open_ = Open::Port;
            return values(in, [](std::size_t) { return kRegisterBytes; });
        }
        if (!in.accept('=')) return fault(in, "expected = or <= after a register");
        open_ = Open::Registers;
        if (const Status added = add(in, reg_); !added) return added;
        return at_end(in);
    }
    /// The line of a packet that an earlier line has begun.
    Status more(Scanner& in) {
        if (open_ == Open::None) return fault(in, "no packet stands in front that could go on");
        if (open_ == Open::Command) return command_values(in);
        (void)in.peek();
        const std::uint32_t column = in.column();
        const auto number = number_of(in, in.while_of(kNameLetters), column);
        if (!number) return std::unexpected(number.error());
        const std::uint32_t next = reg_ + (open_ == Open::Port ? 0 : 4 * static_cast<std::uint32_t>(body_.size()));
        if (*number != next)
            return fail_line(in.line(), column, fmt::format("the packet goes on with {}", register_name(next)));
        if (!in.accept(open_ == Open::Port ? "<=" : "=")) return fault(in, "the packet goes on as it began");
        if (open_ == Open::Port) return values(in, [](std::size_t) { return kRegisterBytes; });
        if (const Status added = add(in, next); !added) return added;
        return at_end(in);
    }

    std::vector<std::uint32_t> dwords_, body_;
    Open open_ = Open::None;
    const OpInfo* op_ = nullptr;
    std::uint32_t reg_ = 0, opcode_ = 0;
};

} // namespace

std::optional<std::uint32_t> register_of_body(const OpInfo& op, std::size_t i) {
    if (op.form == Form::Draw && i == 0) return reg::VAP_VF_CNTL;
    if (op.form == Form::DrawFormat && i == 1) return reg::VAP_VF_CNTL;
    if (op.form == Form::Arrays && i == 0) return reg::VAP_VTX_NUM_ARRAYS;
    if (op.form == Form::Arrays && i % 3 == 1) return reg::VAP_VTX_AOS_ATTR;
    return std::nullopt;
}

std::vector<PacketLine> lines_of(const Packet& packet, Dwords stream) {
    if (!is_plain(packet)) {
        std::vector<PacketLine> raw;
        add_raw(raw, packet, stream);
        return raw;
    }
    LineMaker lines(packet, stream);
    if (packet.kind == PacketKind::Filler)
        lines.add(0, "FILLER");
    else if (packet.kind == PacketKind::Command)
        add_command(lines, packet);
    else if (packet.one_register)
        add_port(lines, packet);
    else
        add_registers(lines, packet);
    return lines.take();
}

bool is_packet_text(std::string_view text) {
    for (std::string_view line : TextLines(text.substr(0, kMarkLookedAt))) {
        line = trim(line.substr(0, line.find("//")));
        if (!line.empty()) return line == kPacketTextMark;
    }
    return false;
}

Result<std::vector<std::uint32_t>> parse_packets(std::string_view text) {
    PacketParser parser;
    const auto read_line = [&](std::string_view line, std::uint32_t number) { return parser.line(line, number); };
    if (const Status read = each_line(text, read_line); !read) return std::unexpected(read.error());
    return parser.take();
}

} // namespace relit::machine::r500
