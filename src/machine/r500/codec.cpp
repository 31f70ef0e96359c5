#include "machine/r500/codec.hpp"

#include "base/zip.hpp"
#include "codec/whole_file.hpp"
#include "machine/r500/capture/lint.hpp"
#include "machine/r500/capture/listing.hpp"
#include "machine/r500/capture/load.hpp"
#include "machine/r500/capture/properties.hpp"
#include "machine/r500/registers/text.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

codec::Line line_of(const ListedLine& listed, std::uint64_t submission_offset) {
    codec::Line line;
    line.offset = submission_offset + std::uint64_t{4} * listed.line.at;
    line.words.assign(listed.line.dwords.begin(), listed.line.dwords.end());
    line.text = listed.line.text;
    line.note = listed.note;
    line.known = listed.line.known;
    return line;
}

codec::Line directive(std::uint64_t offset, std::string text, std::string note = {}) {
    codec::Line line;
    line.offset = offset;
    line.text = std::move(text);
    line.note = std::move(note);
    line.instruction = false;
    return line;
}

/// Calls see(line, walker) for every line of every packet until it returns false, and before the lines of each submission
/// see_submission(number, offset).
template <class See, class SeeSubmission>
void each_line(const Capture& capture, See&& see, SeeSubmission&& see_submission) {
    std::uint64_t offset = 0;
    std::optional<std::uint32_t> last;
    for (Walker walker(capture); walker.next();) {
        while (last != walker.submission()) {
            if (last) offset += 4 * capture.submissions[*last].dwords.size();
            last = last ? *last + 1 : 0;
            const Submission& submission = capture.submissions[*last];
            if (submission.is_part) offset = std::uint64_t{4} * submission.first;
            see_submission(*last, offset);
        }
        for (const ListedLine& one : listed(walker, capture.submissions[*last].dwords))
            if (!see(line_of(one, offset), walker)) return;
    }
}

std::uint32_t count_unknown(const Capture& capture) {
    std::uint32_t count = 0;
    const auto see = [&](const codec::Line& line, const Walker&) {
        count += line.known ? 0 : 1;
        return true;
    };
    each_line(capture, see, [](std::uint32_t, std::uint64_t) {});
    return count;
}

void list(const Capture& capture, const codec::LineSink& sink) {
    if (!sink(directive(0, std::string(kPacketTextMark), capture.title))) return;
    const bool has_several = capture.submissions.size() > 1;
    bool goes_on = true;
    const auto see_submission = [&](std::uint32_t number, std::uint64_t offset) {
        const Submission& submission = capture.submissions[number];
        if ((has_several || submission.is_part) && goes_on)
            goes_on = sink(directive(offset, fmt::format(".submission {}", number), range_text(submission)));
    };
    each_line(capture, [&](const codec::Line& line, const Walker&) { return goes_on && sink(line); }, see_submission);
}

/// The fields of a register that a line writes, with what they mean.
std::vector<codec::ExplainedField> explained_fields(std::uint32_t number, std::uint32_t value) {
    std::vector<codec::ExplainedField> fields;
    const auto found = register_at(number);
    if (!found) return fields;
    for (const FieldRow& row : fields_of(*found->row)) {
        const std::uint32_t part = word_of(value)[row.field];
        const bool is_named = !isa::r500::name_of(values_of(row), part).empty();
        fields.push_back({std::string(row.field.name),
                          {row.field.runs[0]},
                          part,
                          is_named ? fmt::format("{}: {}", row.purpose, isa::r500::name_of(values_of(row), part))
                                   : std::string(row.purpose)});
    }
    return fields;
}

/// What a line of a packet says: a register with its value, or what the operation does.
codec::Explanation explained(const codec::Line& line, const Packet& packet, std::uint32_t at) {
    codec::Explanation one;
    if (packet.kind == PacketKind::Registers && !line.words.empty()) {
        const std::size_t i = at == packet.at ? 0 : at - packet.at - 1;
        const std::uint32_t number = packet.register_of(i);
        const auto found = register_at(number);
        one.summary = found ? fmt::format("{:#06x}: {}", number, found->row->purpose)
                            : fmt::format("{:#06x}: no register is known there", number);
        if (!packet.one_register) one.fields = explained_fields(number, packet.body[i]);
    } else if (const OpInfo* const op = packet.kind == PacketKind::Command ? op_info(packet.opcode) : nullptr) {
        one.summary = std::string(op->purpose);
        if (const auto index = vf_cntl_index(packet); index && at == packet.at)
            one.fields = explained_fields(reg::VAP_VF_CNTL, packet.body[*index]);
    } else {
        one.summary = packet.kind == PacketKind::Filler ? "nothing: fills up the stream" : "nothing is known of it";
    }
    return one;
}

void explain(const Capture& capture, const codec::ExplanationSink& sink) {
    std::uint64_t begin = 0; // of the submission
    const auto see = [&](const codec::Line& line, const Walker& walker) {
        return sink(line, explained(line, walker.packet(), static_cast<std::uint32_t>((line.offset - begin) / 4)));
    };
    each_line(capture, see, [&](std::uint32_t, std::uint64_t offset) { begin = offset; });
}

/// A stream or a capture. What is damaged in it is told after what is not.
class CaptureDocument final : public codec::Document {
public:
    CaptureDocument(std::vector<std::uint8_t> file, Loaded loaded)
        : file_(std::move(file)), loaded_(std::move(loaded)) {}

    Result<codec::Heading> heading() override {
        return codec::Heading{count_unknown(loaded_.capture), loaded_.capture.warnings};
    }
    Status list(const codec::LineSink& sink) override {
        r500::list(loaded_.capture, sink);
        return damage();
    }
    Status explain(const codec::ExplanationSink& sink) override {
        r500::explain(loaded_.capture, sink);
        return damage();
    }
    Status properties(std::vector<Property>& into) override {
        std::ranges::move(properties_of(loaded_), std::back_inserter(into));
        return damage();
    }

private:
    [[nodiscard]] Status damage() const {
        constexpr std::size_t kMost = 16;
        const std::vector<std::string>& problems = loaded_.capture.problems;
        if (problems.empty()) return {};
        const std::span told = std::span(problems).first(std::min(problems.size(), kMost));
        const std::string rest =
            told.size() < problems.size() ? fmt::format("; and {} more", problems.size() - told.size()) : "";
        return fail(fmt::format("{}{}", fmt::join(told, "; "), rest));
    }

    std::vector<std::uint8_t> file_; // what is loaded refers to it
    Loaded loaded_;
};

Result<std::unique_ptr<codec::Document>> open(ReadBytes input, const codec::TextOptions& /*none*/) {
    auto file = codec::read_all(input);
    if (!file) return std::unexpected(file.error());
    auto loaded = load(*file);
    if (!loaded) return std::unexpected(loaded.error());
    return std::make_unique<CaptureDocument>(std::move(*file), std::move(*loaded));
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::AssembleOptions& /*none*/) {
    const auto dwords = parse_packets(text);
    if (!dwords) return std::unexpected(dwords.error());
    std::vector<std::uint8_t> bytes;
    bytes.reserve(4 * dwords->size());
    for (const std::uint32_t dword : *dwords)
        for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(dword >> 8 * i));
    return bytes;
}

Recognition recognise_text(std::string_view text) {
    return is_packet_text(text) ? certain("text that begins with .r500") : no("text that does not begin with .r500");
}

/// A stream is words, the archive of a capture is bytes.
codec::WordLayout layout_of(Bytes file) { return {.bits = is_zip(file) ? 8U : 32U, .order = std::endian::little}; }

} // namespace

const codec::Codec kCodec = {
    .name = "r500",
    .summary = "Radeon R500 command streams (PM4) and captures",
    .content = "command stream",
    .recognise = recognise_stream,
    .recognise_text = recognise_text,
    .open = open,
    .assemble = assemble,
    .lint = lint,
    .layout = layout_of,
};

} // namespace relit::machine::r500
