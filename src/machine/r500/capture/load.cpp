#include "machine/r500/capture/load.hpp"

#include "base/compression.hpp"
#include "base/text.hpp"
#include "base/zip.hpp"
#include "isa/r500/text/dword_text.hpp"
#include "isa/r500/text/kernel_log.hpp"
#include "machine/r500/capture/register_list.hpp"
#include "machine/r500/registers/registers.hpp"
#include "machine/r500/stream/packet_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

using isa::r500::DwordText;
using isa::r500::is_dword_text;
using isa::r500::is_kernel_log;
using isa::r500::ListedDword;
using isa::r500::LogRun;
using isa::r500::LogStream;
using isa::r500::read_dword_text;
using isa::r500::read_kernel_log;

constexpr std::string_view kManifest = "manifest.json";

bool is_text(Bytes bytes) {
    return std::ranges::all_of(
        bytes, [](std::uint8_t byte) { return byte >= 32 || byte == '\n' || byte == '\r' || byte == '\t'; });
}

/// Registers of the 2D and 3D engine begin here; below lie those of buses, clocks and the command processor.
constexpr std::uint32_t kEngines = 0x1400;

/// A list of register writes has the address of a register and a value in each line. A packet of one register in each line looks
/// alike, but its head is no such address: a head is a quarter of an address, and below kEngines lies nothing that streams write.
bool is_register_list(std::span<const ListedDword> dwords) {
    for (std::size_t i = 0; i < dwords.size(); i += 2) {
        const bool is_pair = i + 1 < dwords.size() && dwords[i].line == dwords[i + 1].line;
        const bool is_line = is_pair && (i + 2 == dwords.size() || dwords[i + 2].line != dwords[i].line);
        if (!is_line || dwords[i].value < kEngines || !register_at(dwords[i].value)) return false;
    }
    return !dwords.empty();
}

Loaded one_stream(Container container, std::vector<std::uint32_t> dwords) {
    Loaded loaded{container, {}, {}};
    loaded.capture.submissions.emplace_back().dwords = std::move(dwords);
    return loaded;
}

Loaded stream_of(const DwordText& text) {
    std::vector<std::uint32_t> dwords;
    dwords.reserve(text.dwords.size());
    for (const ListedDword& one : text.dwords) dwords.push_back(one.value);
    if (!is_register_list(text.dwords)) return one_stream(Container::HexText, std::move(dwords));
    for (std::size_t i = 0; i < dwords.size(); i += 2) dwords[i] = register_header(dwords[i], false, 1);
    return one_stream(Container::RegisterList, std::move(dwords));
}

Result<Loaded> load_dword_text(std::string_view text) {
    const auto listed = read_dword_text(text);
    if (!listed) return std::unexpected(listed.error());
    if (listed->dwords.empty()) return fail_at(0, "the text holds no dword");
    return stream_of(*listed);
}

Result<Loaded> load_named_list(std::string_view text) {
    auto list = read_named_list(text);
    if (!list) return std::unexpected(list.error());
    std::vector<std::uint32_t> dwords, lines;
    for (const ListedRegister& one : list->registers) {
        dwords.insert(dwords.end(), {register_header(one.number, false, 1), one.value});
        lines.insert(lines.end(), 2, one.line);
    }
    Loaded loaded = one_stream(Container::NamedList, std::move(dwords));
    loaded.capture.warnings = std::move(list->warnings);
    loaded.lines.push_back(std::move(lines));
    return loaded;
}

/// Each run of dwords as a part of its stream, with the messages that stand beside it.
void add_stream(Loaded& loaded, std::uint32_t number, LogStream stream) {
    auto message = stream.messages.begin();
    for (LogRun& run : stream.runs) {
        Submission& part = loaded.capture.submissions.emplace_back();
        part.index = number;
        part.is_part = true;
        part.first = run.first;
        for (; message != stream.messages.end() && message->dword < run.end(); ++message)
            part.messages.push_back({message->dword - run.first, std::move(message->text)});
        part.dwords = std::move(run.dwords);
        loaded.lines.push_back(std::move(run.lines));
    }
}

Result<Loaded> load_kernel_log(std::string_view text) {
    auto log = read_kernel_log(text);
    if (!log) return std::unexpected(log.error());
    Loaded loaded{Container::KernelLog, {}, {}};
    for (std::size_t i = 0; i < log->streams.size(); ++i)
        add_stream(loaded, static_cast<std::uint32_t>(i), std::move(log->streams[i]));
    loaded.capture.warnings = std::move(log->warnings);
    return loaded;
}

Result<Loaded> load_packet_text(std::string_view text) {
    auto dwords = parse_packets(text);
    if (!dwords) return std::unexpected(dwords.error());
    return one_stream(Container::PacketText, std::move(*dwords));
}

Result<Loaded> load_text(std::string_view text) {
    if (is_packet_text(text)) return load_packet_text(text);
    if (is_kernel_log(text)) return load_kernel_log(text);
    if (!is_dword_text(text) && is_named_list(text)) return load_named_list(text);
    return load_dword_text(text);
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
    return Loaded{Container::Archive, std::move(*capture), {}};
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

Recognition recognise_stream_text(std::string_view text) {
    if (is_packet_text(text)) return certain("text that begins with .r500");
    if (is_kernel_log(text)) return plausible("lines of a log in which the kernel names dwords");
    if (!is_dword_text(text))
        return is_named_list(text) ? plausible("lines of a register's name and a value") : no("no hex digits");
    const auto listed = read_dword_text(text);
    if (!listed || listed->dwords.empty()) return no("text that is no list of dwords");
    const Loaded loaded = stream_of(*listed);
    if (loaded.container == Container::RegisterList) return plausible("lines of an address and a value");
    return recognise_packets(loaded.capture.submissions[0].dwords, true, listed->is_hex_dump ? 1 : kFewestPackets);
}

} // namespace

std::string_view name_of(Container container) {
    switch (container) {
        case Container::Raw: return "dwords";
        case Container::PacketText: return "text";
        case Container::HexText: return "hex text";
        case Container::RegisterList: return "register writes";
        case Container::NamedList: return "register names";
        case Container::KernelLog: return "kernel log";
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
    if (loaded.container == Container::PacketText) return fault;
    fault.column = 1;
    if (!loaded.lines.empty()) {
        fault.line = loaded.lines[submission][dword];
    } else if (const auto listed = read_dword_text(relit::text_of(file)); listed) {
        // An address in a list of registers stands for the head of a packet.
        fault.line = listed->dwords[dword].line;
        fault.column = listed->dwords[dword].column;
    }
    return fault;
}

Recognition recognise_stream(Bytes begin) {
    if (is_zip(begin))
        return relit::text_of(begin).find(kManifest) != std::string_view::npos
                   ? certain("an archive with a manifest of a capture")
                   : no("an archive without a manifest");
    if (begin.empty()) return no("empty");
    if (is_text(begin)) return recognise_stream_text(relit::text_of(begin));
    const auto loaded = load_dwords(begin.first(begin.size() / 4 * 4));
    if (begin.size() % 4 != 0) return no("no whole dwords");
    return loaded ? recognise_packets(loaded->capture.submissions[0].dwords, true, kFewestPackets) : no("no dwords");
}

} // namespace relit::machine::r500
