#include "machine/r500/capture/load.hpp"

#include "base/compression.hpp"
#include "base/text.hpp"
#include "base/zip.hpp"
#include "machine/r500/registers/registers.hpp"
#include "machine/r500/stream/packet.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::string_view kManifest = "manifest.json";
constexpr std::string_view kSeparators = " \t,;{}\r";

bool is_text(Bytes bytes) {
    return std::ranges::all_of(
        bytes, [](std::uint8_t byte) { return byte >= 32 || byte == '\n' || byte == '\r' || byte == '\t'; });
}

/// Without a comment: after "--", "//" or "#".
std::string_view without_comment(std::string_view line) {
    for (const std::string_view mark : {"--", "//", "#"}) line = line.substr(0, line.find(mark));
    return line;
}

/// The next word of a line; the line goes on after it.
std::string_view next_word(std::string_view& line) {
    const std::size_t begin = line.find_first_not_of(kSeparators);
    if (begin == std::string_view::npos) return line = {};
    line.remove_prefix(begin);
    const std::string_view word = line.substr(0, line.find_first_of(kSeparators));
    line.remove_prefix(word.size());
    return word;
}

std::optional<std::uint32_t> dword_of(std::string_view word) {
    if (word.ends_with('u') || word.ends_with('U')) word.remove_suffix(1); // a C literal
    const auto number = parse_integer(word);
    if (!number || *number < 0 || *number > 0xffffffff) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

bool is_hex(std::string_view word) { return word.starts_with("0x") || word.starts_with("0X"); }

/// Whether all numbers of a text have eight hex digits, as dumps of streams have them.
bool is_hex_dump(std::string_view text) {
    constexpr std::size_t kDigits = 8, kPrefix = 2;
    for (const std::string_view line : split_lines(text)) {
        std::string_view rest = without_comment(line);
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
            if (!is_hex(word) || word.size() != kPrefix + kDigits) return false;
    }
    return true;
}

/// Text as numbers, by lines.
struct NumberLine {
    std::uint32_t line = 0;
    std::vector<std::uint32_t> numbers;
};

Result<std::vector<NumberLine>> read_numbers(std::string_view text) {
    std::vector<NumberLine> lines;
    std::uint32_t number = 0;
    for (const std::string_view whole : split_lines(text)) {
        ++number;
        std::string_view rest = without_comment(whole);
        NumberLine line{number, {}};
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            const auto value = dword_of(word);
            if (!value)
                return fail_line(number, static_cast<std::uint32_t>(word.data() - whole.data()) + 1,
                                 fmt::format("{} is no dword", word.substr(0, 40)));
            line.numbers.push_back(*value);
        }
        if (!line.numbers.empty()) lines.push_back(std::move(line));
    }
    return lines;
}

/// Registers of the 2D and 3D engine begin here; below lie those of buses, clocks and the command processor.
constexpr std::uint32_t kEngines = 0x1400;

/// A list of register writes has the address of a register and a value in each line. A packet of one register in each line looks
/// alike, but its head is no such address: a head is a quarter of an address, and below kEngines lies nothing that streams write.
bool is_register_list(const std::vector<NumberLine>& lines) {
    return !lines.empty() && std::ranges::all_of(lines, [](const NumberLine& line) {
        return line.numbers.size() == 2 && line.numbers[0] >= kEngines && register_at(line.numbers[0]);
    });
}

Loaded one_stream(Container container, std::vector<std::uint32_t> dwords) {
    Loaded loaded{container, {}};
    loaded.capture.submissions.push_back({.index = 0, .dwords = std::move(dwords), .relocations = {}, .updates = {}});
    return loaded;
}

Result<Loaded> load_text(std::string_view text) {
    const auto lines = read_numbers(text);
    if (!lines) return std::unexpected(lines.error());
    if (lines->empty()) return fail_at(0, "the text holds no dword");
    std::vector<std::uint32_t> dwords;
    if (!is_register_list(*lines)) {
        for (const NumberLine& line : *lines) dwords.insert(dwords.end(), line.numbers.begin(), line.numbers.end());
        return one_stream(Container::HexText, std::move(dwords));
    }
    for (const NumberLine& line : *lines)
        dwords.insert(dwords.end(), {register_header(line.numbers[0], false, 1), line.numbers[1]});
    return one_stream(Container::RegisterList, std::move(dwords));
}

/// "b/x.zst" in an archive, unpacked by its own ending as well.
Result<std::vector<std::uint8_t>> read_entry(const ZipReader& zip, std::string_view folder, std::string_view name,
                                             std::uint64_t most) {
    const ZipEntry* const entry = zip.find(fmt::format("{}{}", folder, name));
    if (entry == nullptr) return fail("is missing");
    auto bytes = zip.read(*entry, most);
    if (!bytes || compression_named(name) == Compression::None) return bytes;
    Unpacked unpacked = unpack(*bytes, most);
    if (unpacked.fault) return std::unexpected(*unpacked.fault);
    return std::move(unpacked.bytes);
}

/// The folder in which the manifest lies, with its slash.
std::optional<std::string> manifest_folder(const ZipReader& zip) {
    for (const ZipEntry& entry : zip.entries()) {
        const std::string_view name = entry.name;
        if (!name.ends_with(kManifest)) continue;
        const std::string_view folder = name.substr(0, name.size() - kManifest.size());
        if (folder.empty() || folder.ends_with('/')) return std::string(folder);
    }
    return std::nullopt;
}

Result<Loaded> load_archive(Bytes file) {
    auto zip = ZipReader::open(file);
    if (!zip) return std::unexpected(zip.error());
    const auto folder = manifest_folder(*zip);
    if (!folder) return fail("the archive has no manifest.json");
    const auto manifest = read_entry(*zip, *folder, kManifest, kMostManifest);
    if (!manifest) return fail(fmt::format("manifest.json: {}", manifest.error().text));
    auto capture = read_manifest(relit::text_of(*manifest),
                                 [zip = std::move(*zip), folder = *folder](std::string_view name, std::uint64_t most) {
                                     return read_entry(zip, folder, name, most);
                                 });
    if (!capture) return std::unexpected(capture.error());
    return Loaded{Container::Archive, std::move(*capture)};
}

Result<Loaded> load_dwords(Bytes file) {
    if (file.size() % 4 != 0)
        return fail_at(file.size(), "a stream is made of dwords: the file's length is no multiple of 4");
    std::vector<std::uint32_t> dwords(file.size() / 4);
    for (std::size_t i = 0; i < dwords.size(); ++i)
        dwords[i] = static_cast<std::uint32_t>(little_endian(file.subspan(4 * i, 4)));
    return one_stream(Container::Raw, std::move(dwords));
}

/// What packets a stream has, as far as that says whether it is one.
constexpr std::size_t kFewestPackets = 4;

/// Whether a register is one that streams write: of the engines, or a line of the display that a wait is for.
bool is_of_streams(std::uint32_t number) {
    constexpr std::uint32_t kDisplays = 0x6000;
    const bool is_line = number == reg::CRTC_GUI_TRIG_VLINE || number == reg::D1MODE_VLINE_START_END;
    return (number >= kEngines && number < kDisplays && register_at(number)) || is_line;
}

/// `fewest`: packets without a command among them that are enough. One is soon made of bytes that mean something else.
Recognition recognise_packets(Dwords dwords, bool is_whole, std::size_t fewest) {
    PacketReader reader(dwords);
    std::size_t commands = 0, uploads = 0, known = 0, all = 0;
    while (const auto packet = reader.next()) {
        if (packet->kind == PacketKind::Cut && !is_whole) break;
        if (packet->kind == PacketKind::Cut) return no("its last packet is cut off");
        if (packet->kind == PacketKind::Pair) return no("a packet of type 1, which no driver sends");
        if (packet->kind == PacketKind::Filler && packet->header != isa::r500::kFiller)
            return no("a filler with other bits");
        if (packet->kind == PacketKind::Command && op_info(packet->opcode) == nullptr)
            return no("an operation that is not known");
        commands += packet->kind == PacketKind::Command ? 1 : 0;
        all += packet->kind == PacketKind::Registers ? 1 : 0;
        known += packet->kind == PacketKind::Registers && is_of_streams(packet->reg) ? 1 : 0;
        uploads += packet->kind == PacketKind::Registers &&
                           (packet->reg == reg::VAP_PVS_VECTOR_INDX_REG || packet->reg == reg::GA_US_VECTOR_INDEX)
                       ? 1
                       : 0;
    }
    if (all == 0 || known != all) return no("packets that write registers which do not exist");
    if (commands == 0 && uploads != 0) return no("register writes alone, with a program");
    if (commands == 0 && all < fewest) return no("too few packets");
    return plausible("packets of registers that exist, to the end");
}

} // namespace

std::string_view name_of(Container container) {
    switch (container) {
        case Container::Raw: return "dwords";
        case Container::HexText: return "hex text";
        case Container::RegisterList: return "register writes";
        case Container::Archive: return "capture";
    }
    return "";
}

Result<Loaded> load(Bytes file) {
    if (is_zip(file)) return load_archive(file);
    if (is_text(file)) return load_text(relit::text_of(file));
    return load_dwords(file);
}

Fault at_dword(Fault fault, Bytes file, const Loaded& loaded, std::uint32_t submission, std::uint32_t dword) {
    if (loaded.container == Container::Raw) {
        fault.offset = std::uint64_t{4} * dword;
        return fault;
    }
    if (loaded.container == Container::Archive) {
        fault.text = fmt::format("submission {}, dword {}: {}", submission, dword, fault.text);
        return fault;
    }
    std::uint32_t line = 0, at = 0; // an address in a list of registers stands for the head of a packet
    for (const std::string_view whole : split_lines(relit::text_of(file))) {
        ++line;
        std::string_view rest = without_comment(whole);
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
            if (at++ == dword)
                fault.line = line, fault.column = static_cast<std::uint32_t>(word.data() - whole.data()) + 1;
    }
    return fault;
}

Recognition recognise_stream(Bytes begin) {
    if (is_zip(begin))
        return relit::text_of(begin).find(kManifest) != std::string_view::npos
                   ? certain("an archive with a manifest of a capture")
                   : no("an archive without a manifest");
    if (begin.empty()) return no("empty");
    if (is_text(begin)) {
        const bool looks_right =
            is_hex(trim(relit::text_of(begin)).substr(0, 2)) || relit::text_of(begin).starts_with("--");
        const auto loaded = looks_right ? load_text(relit::text_of(begin)) : fail("no hex digits");
        if (!loaded) return no("text that is no list of dwords");
        if (loaded->container == Container::RegisterList) return plausible("lines of an address and a value");
        return recognise_packets(loaded->capture.submissions[0].dwords, true,
                                 is_hex_dump(relit::text_of(begin)) ? 1 : kFewestPackets);
    }
    const auto loaded = load_dwords(begin.first(begin.size() / 4 * 4));
    if (begin.size() % 4 != 0) return no("no whole dwords");
    return loaded ? recognise_packets(loaded->capture.submissions[0].dwords, true, kFewestPackets) : no("no dwords");
}

} // namespace relit::machine::r500
