// The video BIOS of a card: every table decodes where another decoder says, its text gives it back, and what the kernel traced of
// its tables is what they do here.
#include "machine/r500/atom/code.hpp"
#include "machine/r500/atom/codec.hpp"
#include "machine/r500/atom/run/interpreter.hpp"
#include "machine/r500/atom/text/text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace relit::atom_corpus {
namespace {

namespace fs = std::filesystem;
using namespace machine::r500::atom;

fs::path folder() {
    const char* const corpus = std::getenv("RELIT_CORPUS");
    return fs::path(corpus != nullptr ? corpus : RELIT_SOURCE "/../shared/corpus") / "r500/foreign/atom";
}

std::string read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::uint8_t> read_rom() {
    const std::string text = read_text(folder() / "rom");
    return {text.begin(), text.end()};
}

#define SKIP_WITHOUT_ROM() \
    if (!fs::exists(folder() / "rom")) GTEST_SKIP() << "no BIOS at " << folder() << ": set RELIT_CORPUS"

/// tables.json is by a decoder of the reference's author.
TEST(AtomCorpus, EveryCommandTableDecodesAsTablesJsonSays) {
    SKIP_WITHOUT_ROM();
    const auto rom = read_rom();
    const auto image = read_image(rom);
    ASSERT_TRUE(image);
    EXPECT_TRUE(image->warnings.empty());
    const auto json = nlohmann::json::parse(read_text(folder() / "tables.json"));
    EXPECT_EQ(image->command_list, json["command_master"]);
    EXPECT_EQ(image->data_list, json["data_master"]);
    ASSERT_EQ(json["tables"].size(), 67U);
    for (const auto& wanted : json["tables"]) {
        const Table* const table = image->command(wanted["table"]);
        ASSERT_NE(table, nullptr) << wanted["table"];
        EXPECT_EQ(table->offset, wanted["offset"]);
        EXPECT_EQ(table->size, wanted["size"]);
        EXPECT_EQ(table->work_space, wanted["ws_dwords"]);
        EXPECT_EQ(table->parameters & kParameterBytes, wanted["ps_bytes"]);
        const Code code = sweep(rom, *table);
        std::vector<std::uint32_t> addresses;
        for (const Instruction& one : code.instructions) addresses.push_back(one.offset);
        EXPECT_EQ(addresses, wanted["addresses"].get<std::vector<std::uint32_t>>()) << wanted["table"];
        EXPECT_EQ(table->end() - code.end, wanted["trailing_data_bytes"]) << wanted["table"];
        EXPECT_EQ(code.instructions.back().opcode, wanted["last_opcode"]);
        for (const Instruction& one : code.instructions)
            for (const std::uint32_t target : targets_of(one)) EXPECT_TRUE(code.is_target(target)) << one.offset;
    }
}

TEST(AtomCorpus, TheImageComesBackFromItsText) {
    SKIP_WITHOUT_ROM();
    const auto rom = read_rom();
    EXPECT_EQ(kCodec.recognise(rom).sureness, Sureness::Certain);
    const auto listing = codec::list(kCodec, rom);
    ASSERT_TRUE(listing);
    EXPECT_EQ(listing->unknown, 0U);
    const auto again = codec::assemble(kCodec, codec::print(*listing));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, rom);
}

/// Compilers of AtomBIOS leave no attribute that the text would have to spell out, and count the work space in bytes.
TEST(AtomCorpus, AttributesAreTheUsualOnes) {
    SKIP_WITHOUT_ROM();
    const auto rom = read_rom();
    const auto image = read_image(rom);
    ASSERT_TRUE(image);
    std::size_t instructions = 0;
    for (const Table& table : image->tables) {
        if (table.kind != TableKind::Command) continue;
        std::uint32_t used = 0;
        for (const Instruction& one : sweep(rom, table).instructions) {
            ++instructions;
            const Form form = one.info().form;
            const bool has_operands = has_destination(form) || has_source(form);
            EXPECT_TRUE(!has_operands || one.attribute == usual_attribute(form, one.dst, one.src)) << one.offset;
            for (const Operand& operand : {one.dst, one.src})
                if (operand.kind == Kind::Ws && operand.value < 0x40) used = std::max(used, 4 * operand.value + 4);
        }
        EXPECT_TRUE(used == 0 || used == table.work_space) << name_of(table);
    }
    EXPECT_EQ(instructions, 3059U);
}

// ---- what the kernel traced

/// An instruction of a trace, with its details: "src1: REG[0x1827].[7:0] -> 0x02".
struct Traced {
    std::string name; // "TEST_REG", ">>" or "<<"
    std::uint32_t address = 0;
    std::vector<std::string> details;
};

/// Other drivers talk in the kernel's log too.
bool is_of_trace(const std::string& line) {
    static const std::regex kPieces(
        R"(\s*(>> execute .*|<<.*|[A-Z_]+ @ 0x.*|[a-z_12]+: .*|(REG|PS|WS|FB|ID|PLL|MC)\[.*|IMM .*|\.\[.*)?)");
    return std::regex_match(line, kPieces) && line.find("fs ") == line.npos;
}

/// The kernel begins each piece of a line on its own: pieces are joined, times and blanks dropped.
std::vector<Traced> read_trace(const fs::path& path) {
    std::string joined;
    std::istringstream in(read_text(path));
    for (std::string line; std::getline(in, line);) {
        const std::size_t bracket = line.find("] ");
        if (line.starts_with('[') && bracket != line.npos) line.erase(0, bracket + 2);
        if (is_of_trace(line)) joined += line;
    }
    static const std::regex kParts(
        R"(>> execute ([0-9A-F]{4}) \([^)]*\)|<<|([A-Z_]+) @ 0x([0-9A-F]{4})|)"
        R"((dst|src1?|src2|result|taken|target|shift|count|port|base|block|table|switch|case|fb_base|mask): *)");
    std::vector<Traced> all;
    std::size_t last_end = 0;
    const auto finish = [&](std::size_t end) {
        if (all.empty() || all.back().details.empty() || last_end == 0) return;
        std::string rest = joined.substr(last_end, end - last_end);
        while (!rest.empty() && rest.back() == ' ') rest.pop_back();
        all.back().details.back() += rest;
    };
    for (std::sregex_iterator it(joined.begin(), joined.end(), kParts), none; it != none; ++it) {
        finish(static_cast<std::size_t>(it->position()));
        last_end = 0;
        const std::smatch& match = *it;
        if (match[1].matched)
            all.push_back({">>", static_cast<std::uint32_t>(std::stoul(match[1], nullptr, 16)), {}});
        else if (match[2].matched)
            all.push_back({match[2], static_cast<std::uint32_t>(std::stoul(match[3], nullptr, 16)), {}});
        else if (match[4].matched && !all.empty()) {
            all.back().details.push_back(match[4].str() + ": ");
            last_end = static_cast<std::size_t>(match.position() + match.length());
        } else
            all.push_back({"<<", 0, {}});
    }
    finish(joined.size());
    return all;
}

/// A read that the trace shows: what lay in which bits of which location.
struct SeenRead {
    std::string kind;
    std::uint32_t index, high, low, value, dword;
};
std::optional<SeenRead> seen_read(const std::string& detail) {
    static const std::regex kRead(
        R"((?:dst|src1?|src2|switch|fb_base): (REG|PS|WS)\[0x([0-9A-F]+)(?:,0x([0-9A-F]+))?\])"
        R"(\.\[(\d+):(\d+)\] -> 0x([0-9A-F]+))");
    std::smatch match;
    if (!std::regex_match(detail, match, kRead)) return std::nullopt;
    const auto hex = [&](int i) {
        return match[i].matched ? static_cast<std::uint32_t>(std::stoul(match[i], nullptr, 16)) : 0;
    };
    return SeenRead{match[1],
                    hex(2),
                    static_cast<std::uint32_t>(std::stoul(match[4])),
                    static_cast<std::uint32_t>(std::stoul(match[5])),
                    hex(6),
                    hex(3)};
}

/// Runs tables along a trace. Registers and parameters hold what the trace reads of them; all else is computed. The kernel's
/// log has holes, where lines were lost: after one the work space is what the trace reads of it, once.
class Replay {
public:
    explicit Replay(const Image& image) : image_(image) {
        hardware_.read = [this](Space, std::uint32_t number) { return registers_[number]; };
        hardware_.write = [this](Space, std::uint32_t number, std::uint32_t value) { registers_[number] = value; };
        hardware_.trace = [this](std::string_view line) { lines_.emplace_back(line); };
        run_ = begin_run(image, {}, hardware_, {});
    }
    [[nodiscard]] std::size_t holes() const { return holes_; }

    /// How many instructions did what the trace says.
    std::size_t follow(const std::vector<Traced>& trace) {
        std::size_t followed = 0;
        for (const Traced& one : trace) {
            if (one.name == "<<") continue;
            if (one.name == ">>") {
                if (run_.frames.empty()) begin(one.address);
                if (run_.frames.empty() || run_.frames.back().table->offset != one.address) return followed;
                continue;
            }
            if (run_.frames.empty() || is_cut_) resume(one.address);
            if (!step_along(one)) return followed;
            ++followed;
        }
        return followed;
    }

private:
    void begin(std::uint32_t offset) {
        run_ = begin_run(image_, std::vector<std::uint32_t>(16), hardware_, {});
        known_parameters_.clear();
        is_resumed_ = is_cut_ = false;
        const auto index = std::ranges::find(image_.commands, offset) - image_.commands.begin();
        EXPECT_TRUE(enter(run_, static_cast<unsigned>(index)));
    }
    /// Goes on after a hole, in the same table or, at the beginning of a trace, in the one that has the address.
    void resume(std::uint32_t address) {
        ++holes_;
        for (const Table& table : image_.tables)
            if (run_.frames.empty() && table.kind == TableKind::Command && table.offset <= address &&
                address < table.end())
                begin(table.offset);
        run_.frames.back().at = address;
        known_work_space_.clear();
        is_resumed_ = true;
        is_cut_ = false;
    }

    /// What the trace reads of the outside before this instruction runs.
    void feed(const Traced& one) {
        for (const std::string& detail : one.details) {
            const auto read = seen_read(detail);
            if (!read) continue;
            if (read->kind == "REG") {
                std::uint32_t& held = registers_[read->index + run_.state.register_block];
                held = (held & ~ones(read->high, read->low)) | read->value << read->low;
            }
            if (read->kind == "PS") feed_parameter(run_.frames.back().first_parameter + read->index, read->dword);
            if (read->kind == "WS" && is_resumed_ && known_work_space_.insert(read->index).second)
                feed_work_space(read->index, read->value << read->low);
        }
    }
    /// The bits that no table has written.
    void feed_parameter(std::size_t at, std::uint32_t dword) {
        if (run_.parameters.size() <= at) run_.parameters.resize(at + 1);
        std::uint32_t& known = known_parameters_[at];
        run_.parameters[at] = (run_.parameters[at] & known) | (dword & ~known);
        known = ~0U;
    }
    static std::uint32_t ones(std::uint32_t high, std::uint32_t low) {
        return (high - low == 31 ? ~0U : (1U << (high - low + 1)) - 1) << low;
    }
    void feed_work_space(std::uint32_t index, std::uint32_t value) {
        if (index == static_cast<unsigned>(WorkSpace::Quotient))
            run_.state.quotient = value;
        else if (index == static_cast<unsigned>(WorkSpace::Remainder))
            run_.state.remainder = value;
        else
            run_.frames.back().work_space.at(index) = value;
    }

    bool step_along(const Traced& one) {
        feed(one);
        lines_.clear();
        const Frame before = run_.frames.back();
        const Status done = step(run_);
        EXPECT_TRUE(done) << done.error().text;
        if (!done || lines_.empty()) return false;
        EXPECT_EQ(trimmed(lines_[0]), one.name + " @ 0x" + hex4(one.address));
        std::vector<std::string> details;
        for (std::size_t i = 1; i < lines_.size(); ++i)
            if (const std::string line = trimmed(lines_[i]); !line.starts_with(">>") && line != "<<")
                details.push_back(line);
        const std::vector<std::string> wanted = without_rest(one.details, details);
        is_cut_ = wanted.size() < details.size() || wanted != one.details;
        if (wanted.size() < details.size()) details.resize(wanted.size());
        EXPECT_EQ(details, wanted) << one.name << " @ " << hex4(one.address);
        for (const std::string& detail : wanted) note_store(detail, before);
        return details == wanted && before.at == one.address;
    }

    /// Behind the last line before a hole may stand the rest of a line that was lost.
    static std::vector<std::string> without_rest(std::vector<std::string> traced,
                                                 const std::vector<std::string>& computed) {
        if (traced.empty() || traced.size() > computed.size()) return traced;
        const std::string& whole = computed[traced.size() - 1];
        if (traced.back().starts_with(whole + " ")) traced.back() = whole;
        return traced;
    }

    /// Parameters that a table writes are known from then on.
    void note_store(const std::string& detail, const Frame& frame) {
        static const std::regex kStore(R"(dst: PS\[0x([0-9A-F]+)\]\.\[(\d+):(\d+)\] <- .*)");
        std::smatch match;
        if (std::regex_match(detail, match, kStore))
            known_parameters_[frame.first_parameter + std::stoul(match[1], nullptr, 16)] |= ones(
                static_cast<std::uint32_t>(std::stoul(match[2])), static_cast<std::uint32_t>(std::stoul(match[3])));
    }

    static std::string trimmed(const std::string& line) { return line.substr(line.find_first_not_of(' ')); }
    static std::string hex4(std::uint32_t value) {
        char text[8];
        std::snprintf(text, sizeof text, "%04X", value);
        return text;
    }

    const Image& image_;
    Hardware hardware_;
    Execution run_;
    std::map<std::uint32_t, std::uint32_t> registers_;
    std::map<std::size_t, std::uint32_t> known_parameters_; // which bits of each are
    std::set<std::size_t> known_work_space_;
    std::vector<std::string> lines_;
    std::size_t holes_ = 0;
    bool is_resumed_ = false; // after a hole
    bool is_cut_ = false;     // the instruction before it lacks lines
};

void expect_followed(const char* file, std::size_t instructions, std::size_t holes) {
    const auto rom = read_rom();
    const auto image = read_image(rom);
    ASSERT_TRUE(image);
    const std::vector<Traced> trace = read_trace(folder() / file);
    const auto is_instruction = [](const Traced& one) { return one.name != "<<" && one.name != ">>"; };
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count_if(trace, is_instruction)), instructions);
    Replay replay(*image);
    EXPECT_EQ(replay.follow(trace), instructions);
    EXPECT_EQ(replay.holes(), holes);
}

TEST(AtomCorpus, TheFirstTraceIsReproduced) {
    SKIP_WITHOUT_ROM();
    expect_followed("dmesg_atom", 672, 1);
}

TEST(AtomCorpus, TheSecondTraceIsReproduced) {
    SKIP_WITHOUT_ROM();
    expect_followed("dmesg_atom_800x600", 832, 2);
}

} // namespace
} // namespace relit::atom_corpus
