#include "guests/kind.hpp"

#include "content/foreign.hpp"
#include "guests/guests.hpp"
#include "guests/nearest_guest.hpp"
#include "isa/text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::guests {
namespace {

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

/// The codecs that would read the bytes if --isa named them, and what keeps these from being theirs.
std::string readable_kinds(Bytes file) {
    constexpr std::size_t kMostRead = std::size_t{64} << 10, kMostNamed = 3;
    std::vector<std::string> names;
    if (file.size() > kMostRead) return {};
    for (const codec::Codec* const codec : codecs())
        if (names.size() < kMostNamed && codec::list(*codec, file))
            names.push_back(fmt::format("{} ({})", codec->name, codec->recognise(file).why));
    return names.empty() ? std::string() : fmt::format("the nearest are {}", fmt::join(names, ", "));
}

constexpr std::string_view kNone = "no known kind of program", kEmpty = "the file is empty";

/// Says what a file is that no codec recognises, or what keeps it from being one of ours.
std::unexpected<Fault> no_kind(Bytes begin, std::string_view foreign) {
    if (!foreign.empty()) return fail_at(0, fmt::format("{}: this is {}", kNone, foreign));
    if (isa::is_text(begin))
        return fail_at(0, fmt::format("{}: text that no assembler reads; name one with --isa", kNone));
    const std::string damaged = damaged_kind(begin);
    if (!damaged.empty()) return fail_at(0, fmt::format("{}: {}", kNone, damaged));
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
    return fail(fmt::format("text of {}: relit asm writes the {} that this command reads", codec.name, codec.content));
}

Result<Candidate> kind_of_file(Bytes begin, std::string_view file_name) {
    const auto found = likely(candidates_of(begin), file_name);
    if (!found.empty()) return only_one(found);
    const bool is_text = isa::is_text(begin);
    const std::string foreign = content::foreign_kind(begin, is_text);
    if (!is_text || !foreign.empty()) return no_kind(begin, foreign);
    for (const codec::Codec* const codec : codecs())
        if (const Status readable = check_readable(*codec, begin); !readable) return std::unexpected(readable.error());
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
