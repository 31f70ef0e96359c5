#include "machine/r500/capture/load.hpp"

#include "base/compression.hpp"
#include "base/text.hpp"
#include "base/zip.hpp"
#include "codec/codec.hpp"
#include "isa/r500/text/dword_text.hpp"
#include "isa/r500/text/kernel_log.hpp"
#include "machine/r500/capture/register_list.hpp"
#include "machine/r500/registers/registers.hpp"
#include "machine/r500/stream/packet_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

using isa::r500::DwordTextReader;
using isa::r500::is_dword_text;
using isa::r500::is_kernel_log;
using isa::r500::line_in_kernel_log;
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
bool is_register_list(std::string_view text) {
    DwordTextReader reader(text);
    std::uint32_t last_line = 0;
    for (bool has_pairs = false;; has_pairs = true) {
        const auto address = reader.next();
        if (address && !*address) return has_pairs;
        if (!address || (*address)->line == last_line || (*address)->value < kEngines ||
            !register_at((*address)->value))
            return false;
        last_line = (*address)->line;
        const auto value = reader.next();
        if (!value || !*value || (*value)->line != last_line) return false;
    }
}

Loaded one_stream(Container container, DwordBuffer dwords) {
    Loaded loaded{container, {}};
    loaded.capture.submissions.emplace_back().dwords = std::move(dwords);
    return loaded;
}

Result<Loaded> load_dword_text(std::string_view text) {
    auto listed = read_dword_text(text);
    if (!listed) return std::unexpected(listed.error());
    std::vector<std::uint32_t>& dwords = listed->dwords;
    if (dwords.empty()) return fail_at(0, "the text holds no dword");
    if (!is_register_list(text)) return one_stream(Container::HexText, std::move(dwords));
    for (std::size_t i = 0; i < dwords.size(); i += 2) dwords[i] = register_header(dwords[i], false, 1);
    return one_stream(Container::RegisterList, std::move(dwords));
}

Result<Loaded> load_named_list(std::string_view text) {
    std::vector<std::uint32_t> dwords;
    dwords.reserve(2 * static_cast<std::size_t>(std::ranges::count(text, '\n') + 1));
    auto warnings = read_named_list(text, [&](const ListedRegister& one) {
        dwords.insert(dwords.end(), {register_header(one.number, false, 1), one.value});
    });
    if (!warnings) return std::unexpected(warnings.error());
    Loaded loaded = one_stream(Container::NamedList, std::move(dwords));
    loaded.capture.warnings = std::move(*warnings);
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
    }
}

Result<Loaded> load_kernel_log(std::string_view text) {
    auto log = read_kernel_log(text);
    if (!log) return std::unexpected(log.error());
    Loaded loaded{Container::KernelLog, {}};
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
    return Loaded{Container::Archive, std::move(*capture)};
}

Result<Loaded> load_dwords(Bytes file) {
    if (file.size() % 4 != 0)
        return fail_at(file.size(), "a stream is made of dwords: the file's length is no multiple of 4");
    return one_stream(Container::Raw, DwordBuffer::of_bytes(file));
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

/// A word of a text, from 1.
struct Location {
    std::uint32_t line = 1, column = 1;
};
/// An address in a list of registers stands for the head of a packet.
Location location_in_dword_text(std::string_view text, std::uint32_t dword) {
    DwordTextReader reader(text);
    for (;; --dword) {
        const auto listed = reader.next();
        if (!listed || !*listed) return {};
        if (dword == 0) return {(*listed)->line, (*listed)->column};
    }
}
/// Each line gives a packet of two dwords.
Location location_in_named_list(std::string_view text, std::uint32_t dword) {
    Location found;
    [[maybe_unused]] const auto warnings =
        read_named_list(text, [&, left = dword / 2](const ListedRegister& one) mutable {
            if (left-- == 0) found.line = one.line;
        });
    return found;
}

/// The location of a dword of a submission.
Location location_in_text(std::string_view text, const Loaded& loaded, std::uint32_t submission, std::uint32_t dword) {
    if (loaded.container == Container::NamedList) return location_in_named_list(text, dword);
    if (loaded.container != Container::KernelLog) return location_in_dword_text(text, dword);
    const Submission& part = loaded.capture.submissions[submission];
    return {line_in_kernel_log(text, part.index, part.first + dword), 1};
}

/// `is_whole`: nothing follows the text in its file.
Recognition recognise_stream_text(std::string_view text, bool is_whole) {
    if (!is_whole) text = text.substr(0, text.rfind('\n') + 1);
    if (is_packet_text(text)) return certain("text that begins with .r500");
    if (is_kernel_log(text)) return plausible("lines of a log in which the kernel names dwords");
    if (!is_dword_text(text))
        return is_named_list(text) ? plausible("lines of a register's name and a value") : no("no hex digits");
    const auto listed = read_dword_text(text);
    if (!listed || listed->dwords.empty()) return no("text that is no list of dwords");
    if (is_register_list(text)) return plausible("lines of an address and a value");
    return recognise_packets(listed->dwords, is_whole, listed->is_hex_dump ? 1 : kFewestPackets);
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

bool refers_to_file(Container container) { return container == Container::Raw || container == Container::Archive; }

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
    const std::string_view text = relit::text_of(file);
    const Location location = location_in_text(text, loaded, submission, dword);
    fault.line = location.line;
    fault.column = location.column;
    return fault;
}

Recognition recognise_stream(Bytes begin) {
    if (is_zip(begin))
        return relit::text_of(begin).find(kManifest) != std::string_view::npos
                   ? certain("an archive with a manifest of a capture")
                   : no("an archive without a manifest");
    if (begin.empty()) return no("empty");
    const bool is_whole = begin.size() < codec::kLookedAt;
    if (is_text(begin)) return recognise_stream_text(relit::text_of(begin), is_whole);
    if (begin.size() % 4 != 0) return no("no whole dwords");
    return recognise_packets(DwordBuffer::of_bytes(begin), is_whole, kFewestPackets);
}

} // namespace relit::machine::r500
