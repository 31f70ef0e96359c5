#include "guests/kind.hpp"

#include "content/foreign.hpp"
#include "guests/guests.hpp"
#include "guests/nearest_guest.hpp"
#include "isa/text.hpp"
#include "machine/gs/raw/raw.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::guests {
namespace {

constexpr std::string_view kNone = "no known kind of program", kEmpty = "the file is empty";

/// Codecs whose files may be text are those of the front ends.
std::vector<const codec::Codec*> codecs_of_text() {
    std::vector<const codec::Codec*> all;
    for (const isa::Frontend* const frontend : frontends()) all.push_back(&frontend->codec);
    return all;
}

/// Bytes that files of ours begin with. Such a file is not recognised where what follows them is damaged or cut short.
struct OwnHead {
    std::string_view bytes, codec, name;
};
constexpr OwnHead kOwnHeads[] = {{{"\xff\xff\xff\xff", 4}, "gs", "the header of a GS dump"},
                                 {{"DKSH", 4}, "maxwell", "a DKSH container"},
                                 {{"\0\0\x1b\x5b", 4}, "rsx.vp", "a container of a vertex program"},
                                 {{"\0\0\x1b\x5c", 4}, "rsx.fp", "a container of a fragment program"},
                                 {{"CGB\0", 4}, "rsx.vp", "a compact container of RSX programs"},
                                 {{"VP", 2}, "rsx.vp", "a container of a vertex program"},
                                 {{"FP", 2}, "rsx.fp", "a container of a fragment program"}};

/// Says what is wrong with raw GIF packets, which have no header: most of the file consists of them.
std::optional<Fault> damaged_packets(Bytes begin) {
    auto fault = machine::gs::fault_of_raw(begin);
    if (fault) fault->text = fmt::format("{}: it begins as raw GIF packets: {}", kNone, fault->text);
    return fault;
}

/// Returns the name of such a file, and the fault of its codec.
std::string damaged_kind(Bytes begin) {
    const std::string_view bytes{reinterpret_cast<const char*>(begin.data()), begin.size()};
    for (const OwnHead& head : kOwnHeads) {
        if (!bytes.starts_with(head.bytes)) continue;
        const auto read = codec::properties(*codec_named(head.codec), begin);
        if (read) return fmt::format("it begins as {}", head.name);
        const auto offset = read.error().offset;
        return fmt::format("it begins as {}: {}{}", head.name, read.error().text,
                           offset ? fmt::format(" (at {:#x})", *offset) : "");
    }
    return {};
}

/// Counts the bytes in front of the first line of a listing that is not known.
std::uint64_t bytes_known(const codec::Listing& listing, Bytes file) {
    const auto unknown = std::ranges::find(listing.lines, false, &codec::Line::known);
    return unknown == listing.lines.end() ? file.size() : unknown->offset;
}

/// Names the codecs that would read the bytes if --isa named them, and what keeps these from being theirs. The first reads
/// furthest before something that it does not know.
std::string readable_kinds(Bytes file) {
    constexpr std::size_t kMostRead = std::size_t{64} << 10, kMostNamed = 3;
    if (file.size() > kMostRead) return {};
    std::vector<std::pair<std::uint64_t, const codec::Codec*>> all;
    for (const codec::Codec* const codec : codecs())
        if (const auto listing = codec::list(*codec, file)) all.emplace_back(bytes_known(*listing, file), codec);
    std::ranges::stable_sort(all, std::ranges::greater(), [](const auto& one) { return one.first; });
    if (all.size() > kMostNamed) all.resize(kMostNamed);
    std::vector<std::string> names;
    for (const auto& [read, codec] : all)
        names.push_back(fmt::format("{} ({})", codec->name, codec->recognise(file).why));
    return names.empty() ? std::string() : fmt::format("the nearest are {}", fmt::join(names, ", "));
}

/// Says what a file is that no codec recognises, or what keeps it from being one of ours.
std::unexpected<Fault> no_kind(Bytes begin, std::string_view foreign) {
    if (!foreign.empty()) return fail_at(0, fmt::format("{}: this is {}", kNone, foreign));
    if (isa::is_text(begin))
        return fail_at(0, fmt::format("{}: text that no assembler reads; name one with --isa", kNone));
    const std::string damaged = damaged_kind(begin);
    if (!damaged.empty()) return fail_at(0, fmt::format("{}: {}", kNone, damaged));
    if (auto packets = damaged_packets(begin)) return std::unexpected(std::move(*packets));
    const std::string readable = readable_kinds(begin);
    return fail_at(0, fmt::format("{}{}{}; name one with --isa", kNone, readable.empty() ? "" : ": ", readable));
}

Candidate as_nearest(const codec::Codec& codec) { return {&codec, plausible("text, most of which assembles")}; }

} // namespace

bool is_no_kind(const Fault& fault) { return fault.text.starts_with(kNone) || fault.text == kEmpty; }

std::unexpected<Fault> empty_file() { return fail_at(0, std::string(kEmpty)); }

Status check_readable(const codec::Codec& codec, Bytes begin) {
    if (frontend_named(codec.name) != nullptr || codec.recognise_text == nullptr || !isa::is_text(begin)) return {};
    const std::string_view text{reinterpret_cast<const char*>(begin.data()), begin.size()};
    if (codec.recognise_text(text).sureness != Sureness::Certain) return {};
    return fail_line(
        1, 1, fmt::format("text of {}: relit asm writes the {} that this command reads", codec.name, codec.content));
}

Result<Candidate> kind_of_file(Bytes begin, std::string_view file_name) {
    const auto found = likely(candidates_of(begin), file_name);
    if (!found.empty()) return only_one(found);
    const bool is_text = isa::is_text(begin);
    const std::string foreign = content::foreign_kind(begin, is_text);
    if (!is_text || !foreign.empty()) return no_kind(begin, foreign);
    for (const codec::Codec* const codec : codecs())
        if (const Status readable = check_readable(*codec, begin); !readable) return std::unexpected(readable.error());
    if (auto packets = damaged_packets(begin)) return std::unexpected(std::move(*packets));
    const std::string_view text{reinterpret_cast<const char*>(begin.data()), begin.size()};
    const codec::Codec* const codec = nearest_guest(text, file_name, codecs_of_text());
    if (codec == nullptr) return no_kind(begin, foreign);
    return as_nearest(*codec);
}

Result<Candidate> kind_of_text(std::string_view text, std::string_view file_name, const codec::TextOptions& options) {
    const auto found = likely(candidates_of_text(text), file_name);
    if (!found.empty()) return only_one(found);
    if (has_no_code(text)) return fail("the text has comments alone: there is no instruction");
    const codec::Codec* const codec = nearest_guest(text, file_name, codecs(), options);
    if (codec == nullptr) return fail_at(0, "no known assembly language; name one with --isa");
    return as_nearest(*codec);
}

} // namespace relit::guests
