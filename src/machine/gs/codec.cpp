#include "machine/gs/codec.hpp"

#include "machine/gs/dump/properties.hpp"
#include "machine/gs/dump/reader.hpp"
#include "machine/gs/raw/raw.hpp"
#include "machine/gs/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

namespace relit::machine::gs {
namespace {

constexpr std::string_view kTextOptions[] = {"notes=first|all|none", "container=current|old|stream|packets"};

/// --option notes=first|all|none, container=current|old|stream|packets
struct Choices {
    TextOptions text;
    std::optional<Container> container;
};

template <class T>
struct Choice {
    std::string_view name;
    T value;
};
constexpr Choice<Notes> kNotes[] = {{"first", Notes::First}, {"all", Notes::All}, {"none", Notes::None}};
constexpr Choice<Container> kContainers[] = {{"current", Container::Current},
                                             {"old", Container::Old},
                                             {"stream", Container::Stream},
                                             {"packets", Container::Packets}};

template <class T, std::size_t N, class Into>
void choose(const Choice<T> (&choices)[N], std::string_view value, Into& into) {
    for (const Choice<T>& choice : choices) {
        if (choice.name == value) into = choice.value;
    }
}

/// Of checked options.
Choices choices_of(const codec::TextOptions& options) {
    Choices choices;
    for (const auto& [name, value] : options) {
        if (name == "notes") choose(kNotes, value, choices.text.notes);
        if (name == "container") choose(kContainers, value, choices.container);
    }
    return choices;
}

codec::Line line_of(const TextLine& line) {
    codec::Line shown;
    shown.offset = line.offset;
    shown.text = std::string(std::size_t{4} * line.depth, ' ') + line.text;
    shown.note = line.note;
    shown.instruction = !line.text.starts_with('.');
    return shown;
}

codec::Explanation explained(const TextLine& line) {
    PackedNothing word;
    word.raw = line.word;
    codec::Explanation explanation{0, std::string(line.purpose), {}};
    for (const FieldInfo& field : line.fields) {
        const std::uint64_t value = word.extract(field);
        const bool unnamed = field.name == "-";
        if (unnamed && value == 0) continue;
        explanation.fields.push_back({std::string(field.name),
                                      {field.runs[0]},
                                      value,
                                      unnamed ? "no meaning is known" : value_text(field, value)});
    }
    return explanation;
}

class DumpDocument final : public codec::Document {
public:
    DumpDocument(ReadBytes input, const Choices& choices)
        : choices_(choices), reader_(std::move(input), choices.container) {}

    [[nodiscard]] const DumpReader& reader() const { return reader_; }

    Result<codec::Heading> heading() override { return codec::Heading{0, reader_.front().warnings}; }
    Status list(const codec::LineSink& sink) override {
        print_text(reader_.front(), parts(), choices_.text,
                   [&](const TextLine& line) { is_done_ = is_done_ || !sink(line_of(line)); });
        return status();
    }
    Status explain(const codec::ExplanationSink& sink) override {
        print_text(reader_.front(), parts(), {Notes::None}, [&](const TextLine& line) {
            if (line.fields.empty() || is_done_) return;
            codec::Line shown = line_of(line);
            shown.text = line.text;
            is_done_ = !sink(shown, explained(line));
        });
        return status();
    }
    Status properties(std::vector<Property>& into) override {
        std::ranges::move(properties_of(reader_), std::back_inserter(into));
        if (reader_.fault()) into.push_back({"damage", reader_.fault()->text});
        return status();
    }

private:
    [[nodiscard]] NextPart parts() {
        return [this] { return is_done_ ? std::nullopt : reader_.next(); };
    }
    [[nodiscard]] Status status() const { return reader_.fault() ? std::unexpected(*reader_.fault()) : Status{}; }

    Choices choices_;
    DumpReader reader_;
    bool is_done_ = false; // the sink accepts no more
};

Result<std::unique_ptr<codec::Document>> open(ReadBytes input, const codec::TextOptions& options) {
    auto document = std::make_unique<DumpDocument>(std::move(input), choices_of(options));
    const DumpReader& reader = document->reader();
    if (!reader.has_anything() && reader.fault()) return std::unexpected(*reader.fault());
    return document;
}

/// The output's name says how it is packed. Numbers make the packets that they are.
Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::AssembleOptions& options) {
    const Compression compression = compression_named(options.output_name);
    if (spells_numbers(text)) {
        auto packets = read_raw({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        if (!packets) return std::unexpected(packets.error());
        return compression == Compression::None ? std::move(packets->taken) : pack(packets->taken, compression);
    }
    const auto dump = parse_text(text);
    if (!dump) return std::unexpected(dump.error());
    return write_dump(*dump, compression);
}

} // namespace

const codec::Codec kCodec = {
    .name = "gs",
    .summary = "PlayStation 2 GS dumps",
    .content = "dump",
    .recognise = recognise_dump,
    .recognise_text = recognise_text,
    .open = open,
    .assemble = assemble,
    .text_options = kTextOptions,
};

} // namespace relit::machine::gs
