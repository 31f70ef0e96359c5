#include "isa/r500/text/program_dump.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "isa/r500/encoding/stream.hpp"
#include "isa/r500/text/dword_text.hpp"
#include "isa/r500/text/kernel_log.hpp"
#include "isa/shared/printed_programs.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace relit::isa::r500 {
namespace {

constexpr std::string_view kVertexHead = "Final vertex program code", kFlowHead = "Flow Control Ops:";
constexpr std::string_view kFragmentHead = "0:CMN_INST";
constexpr std::size_t kVertexDwords = 4, kMostDwordsEach = 6, kPrintedDigits = 8, kMostInstructions = 1024,
                      kMostSlots = 16;
constexpr std::uint32_t kFragmentTypes = 3, kFlowType = 2, kTextureType = 3; // of the two low bits of the first word

/// A word that a line of a listing has: after `mark` stands its value.
struct PrintedWord {
    std::string_view mark;
    std::uint8_t word;
};
constexpr PrintedWord kVertexWords[] = {{"op: 0x", 0}, {"src0: 0x", 1}, {"src1: 0x", 2}, {"src2: 0x", 3}};
constexpr PrintedWord kFragmentWords[] = {{"0:CMN_INST", 0}, {"1:RGB_ADDR", 1},   {"2:ALPHA_ADDR", 2},
                                          {"3 RGB_INST", 3}, {"4 ALPHA_INST", 4}, {"5 RGBA_INST", 5},
                                          {"1:TEX_INST", 1}, {"2:TEX_ADDR", 2},   {"3:TEX_DXDY", 3},
                                          {"2:FC_INST", 2},  {"3:FC_ADDR", 3}};

struct FlowSlot {
    std::uint32_t upper = 0, lower = 0, loop = 0;
    [[nodiscard]] auto operator<=>(const FlowSlot&) const = default;
};
/// A program as it is printed.
struct PrintedProgram {
    std::uint32_t line = 0; // of its first instruction
    std::vector<std::uint32_t> dwords;
    std::uint32_t flow_ops = 0;
    std::vector<FlowSlot> slots;
};

/// The number of eight hex digits that stands at the beginning of a text, after blanks, a colon and 0x.
std::optional<std::uint32_t> printed_number(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(": \t"), text.size()));
    if (text.starts_with("0x")) text.remove_prefix(2);
    const auto value = parse_hex(text.substr(0, kPrintedDigits), kPrintedDigits);
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}
/// The number after a mark in a line.
std::optional<std::uint32_t> number_after(std::string_view line, std::string_view mark) {
    const std::size_t at = line.find(mark);
    return at == std::string_view::npos ? std::nullopt : printed_number(line.substr(at + mark.size()));
}

std::uint8_t bits_of_words(std::initializer_list<unsigned> words) {
    unsigned bits = 0;
    for (const unsigned word : words) bits |= 1U << word;
    return static_cast<std::uint8_t>(bits);
}

/// Collects the programs of one kind, line by line.
class ListingReader {
public:
    explicit ListingReader(ProgramKind kind)
        : kind_(kind), each_(kind == ProgramKind::Vertex ? kVertexDwords : kMostDwordsEach) {}

    Status line(std::string_view text, std::uint32_t number) {
        if (kind_ == ProgramKind::Vertex && text.find(kVertexHead) != text.npos) return begin_program();
        if (kind_ == ProgramKind::Fragment && text.find(kFragmentHead) != text.npos) in_code_ = true;
        if (!in_code_) return {};
        if (kind_ == ProgramKind::Vertex && text.find(kFlowHead) != text.npos) return begin_flow(text, number);
        if (text.find("uw->") != text.npos) return flow_slot(text, number);
        const std::span<const PrintedWord> words =
            kind_ == ProgramKind::Vertex ? std::span<const PrintedWord>(kVertexWords) : kFragmentWords;
        for (const PrintedWord& row : words)
            if (const std::size_t at = text.find(row.mark); at != text.npos)
                if (const Status read = word(row, text.substr(0, at), text.substr(at + row.mark.size()), number); !read)
                    return read;
        return {};
    }
    Result<std::vector<PrintedProgram>> take() {
        if (const Status ended = end_instruction(); !ended) return std::unexpected(ended.error());
        end_program();
        if (programs_.empty()) return fail_line(1, 1, "no program of this kind is printed");
        if (programs_.size() > kMostListedPrograms)
            return fail_line(programs_.back().line, 1,
                             fmt::format("more than {} programs are printed", kMostListedPrograms));
        return std::move(programs_);
    }

private:
    Status begin_program() {
        if (const Status ended = end_instruction(); !ended) return ended;
        end_program();
        in_code_ = true;
        return {};
    }
    Status word(const PrintedWord& row, std::string_view before, std::string_view after, std::uint32_t line) {
        const auto value = printed_number(after);
        if (!value) return fail_line(line, 1, fmt::format("{} has no eight hex digits", row.mark));
        if (row.word == 0)
            if (const Status begun = begin_instruction(before, line); !begun) return begun;
        if (found_ == 0 || (found_ >> row.word & 1) != 0)
            return fail_line(line, 1, fmt::format("{} stands in no instruction that lacks it", row.mark));
        current_[row.word] = *value;
        found_ |= static_cast<std::uint8_t>(1U << row.word);
        return {};
    }
    /// `before`: the number of the instruction stands at its end.
    Status begin_instruction(std::string_view before, std::uint32_t line) {
        if (const Status ended = end_instruction(); !ended) return ended;
        before = trim(before);
        if (before.ends_with(':')) before.remove_suffix(1);
        const auto number = parse_integer(before.substr(before.find_last_of(" \t") + 1));
        if (kind_ == ProgramKind::Fragment && number == 0) end_program(), in_code_ = true;
        const std::size_t next = program_.dwords.size() / each_;
        if (!number || static_cast<std::uint64_t>(*number) != next)
            return fail_line(line, 1, fmt::format("instruction {} is expected", next));
        if (next >= kMostInstructions) return fail_line(line, 1, "the program has more than 1024 instructions");
        if (next == 0) program_.line = line;
        begun_ = line;
        current_ = {};
        found_ = kBegun;
        return {};
    }
    Status end_instruction() {
        if (found_ == 0) return {};
        const std::uint32_t type = current_[0] & kFragmentTypes;
        const std::uint8_t wanted = kind_ == ProgramKind::Vertex ? bits_of_words({0, 1, 2, 3})
                                    : type == kFlowType          ? bits_of_words({0, 2, 3})
                                    : type == kTextureType       ? bits_of_words({0, 1, 2, 3})
                                                                 : bits_of_words({0, 1, 2, 3, 4, 5});
        if ((found_ & ~kBegun) != wanted)
            return fail_line(begun_, 1, "the instruction is cut off: words of it are missing");
        program_.dwords.insert(program_.dwords.end(), current_.begin(),
                               current_.begin() + static_cast<std::ptrdiff_t>(each_));
        found_ = 0;
        return {};
    }
    Status begin_flow(std::string_view text, std::uint32_t line) {
        if (const Status ended = end_instruction(); !ended) return ended;
        const auto ops = number_after(text, kFlowHead);
        if (!ops) return fail_line(line, 1, "the operations of flow control have no eight hex digits");
        program_.flow_ops = *ops;
        return {};
    }
    Status flow_slot(std::string_view text, std::uint32_t line) {
        if (program_.slots.size() >= kMostSlots)
            return fail_line(line, 1, "the program has more than 16 flow-control slots");
        const auto upper = number_after(text, "uw->"), lower = number_after(text, "lw->"),
                   loop = number_after(text, "data->");
        if (!upper || !lower || !loop) return fail_line(line, 1, "a flow-control slot is cut off");
        program_.slots.push_back({*upper, *lower, *loop});
        return {};
    }
    void end_program() {
        if (!program_.dwords.empty() && programs_.size() <= kMostListedPrograms &&
            known_.emplace(program_.dwords, program_.flow_ops, program_.slots).second)
            programs_.push_back(std::move(program_));
        program_ = {};
        in_code_ = false;
    }

    static constexpr std::uint8_t kBegun = 0x80;

    ProgramKind kind_;
    std::size_t each_; // dwords of an instruction
    bool in_code_ = false;
    std::vector<PrintedProgram> programs_; // one more than may be
    std::set<std::tuple<std::vector<std::uint32_t>, std::uint32_t, std::vector<FlowSlot>>> known_;
    PrintedProgram program_;
    std::array<std::uint32_t, kMostDwordsEach> current_{};
    std::uint8_t found_ = 0; // the words of the instruction that were printed, by bit, and kBegun
    std::uint32_t begun_ = 0;
};

std::vector<std::uint8_t> bytes_of(const std::vector<std::uint32_t>& dwords) {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t dword : dwords) add_word(bytes, dword);
    return bytes;
}

/// A program as a file: its words, or a stream where registers say its flow control.
std::vector<std::uint8_t> bytes_of(const PrintedProgram& program) {
    if (program.slots.empty()) return bytes_of(program.dwords);
    std::vector<std::uint8_t> stream;
    const auto write = [&](std::uint32_t number, std::uint32_t value) {
        write_packet(stream, {.reg = number, .values = {value}});
    };
    write(reg::VAP_PVS_FLOW_CNTL_OPC, program.flow_ops);
    for (std::uint32_t i = 0; i < program.slots.size(); ++i) {
        write(reg::VAP_PVS_FLOW_CNTL_ADDRS_LW + 8 * i, program.slots[i].lower);
        write(reg::VAP_PVS_FLOW_CNTL_ADDRS_UW + 8 * i, program.slots[i].upper);
        write(reg::VAP_PVS_FLOW_CNTL_LOOP_INDEX + 4 * i, program.slots[i].loop);
    }
    write_upload(stream, {Upload::Memory::VertexCode, 0}, program.dwords);
    return stream;
}

Result<std::vector<std::uint8_t>> bytes_of_listing(std::string_view text, ProgramKind kind) {
    auto programs = programs_of_listing(text, kind);
    if (!programs) return std::unexpected(programs.error());
    return isa::only_printed(std::move(*programs));
}

/// The dwords of a log without gaps.
Result<std::vector<std::uint8_t>> bytes_of_log(std::string_view text) {
    const auto log = read_kernel_log(text);
    if (!log) return std::unexpected(log.error());
    if (log->streams.size() != 1 || log->streams[0].runs.size() != 1)
        return fail_line(1, 1, "the log has gaps or several streams: --isa r500 lists what it has");
    return bytes_of(log->streams[0].runs[0].dwords);
}

} // namespace

bool is_mesa_listing(std::string_view text, ProgramKind kind) {
    return text.find(kind == ProgramKind::Vertex ? kVertexHead : kFragmentHead) != std::string_view::npos;
}

Result<std::vector<ListedProgram>> programs_of_listing(std::string_view text, ProgramKind kind) {
    ListingReader reader(kind);
    const auto read_line = [&](std::string_view line, std::uint32_t number) { return reader.line(line, number); };
    if (const Status read = each_line(text, read_line); !read) return std::unexpected(read.error());
    const auto programs = reader.take();
    if (!programs) return std::unexpected(programs.error());
    const std::size_t each = kind == ProgramKind::Vertex ? kVertexDwords : kMostDwordsEach;
    std::vector<ListedProgram> all;
    for (const PrintedProgram& program : *programs)
        all.push_back({program.line, program.dwords.size() / each, bytes_of(program)});
    return all;
}

bool is_program_dump(std::string_view text, ProgramKind kind) {
    return is_mesa_listing(text, kind) || is_kernel_log(text) || is_dword_text(text);
}

Recognition recognise_dump(std::string_view text, ProgramKind kind, Recognition (*recognise_words)(Bytes)) {
    if (is_mesa_listing(text, kind))
        return plausible(kind == ProgramKind::Vertex ? "a vertex program that Mesa printed"
                                                     : "a fragment program that Mesa printed");
    const auto bytes = bytes_of_dump(text, kind);
    return bytes ? recognise_words(*bytes) : no("text that is no list of words");
}

Result<std::vector<std::uint8_t>> bytes_of_dump(std::string_view text, ProgramKind kind) {
    if (is_mesa_listing(text, kind)) return bytes_of_listing(text, kind);
    if (is_kernel_log(text)) return bytes_of_log(text);
    const auto listed = read_dword_text(text);
    if (!listed) return std::unexpected(listed.error());
    return bytes_of(listed->dwords);
}

} // namespace relit::isa::r500
