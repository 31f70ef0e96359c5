// What the verbs do with dumps of the GS.
#include "cli/json_items.hpp"
#include "cli/listing.hpp"
#include "cli/machine.hpp"
#include "cli/product.hpp"
#include "machine/gs/properties.hpp"
#include "machine/gs/text.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;

/// --option notes=first|all|none, container=current|old|stream
struct Choices {
    gs::TextOptions text;
    std::optional<gs::Container> container;
};

template <class T>
struct Choice {
    std::string_view name;
    T value;
};
constexpr Choice<gs::Notes> kNotes[] = {
    {"first", gs::Notes::First}, {"all", gs::Notes::All}, {"none", gs::Notes::None}};
constexpr Choice<gs::Container> kContainers[] = {
    {"current", gs::Container::Current}, {"old", gs::Container::Old}, {"stream", gs::Container::Stream}};

template <class T, std::size_t N, class Into>
bool choose(const Choice<T> (&choices)[N], std::string_view value, Into& into) {
    for (const Choice<T>& choice : choices) {
        if (choice.name != value) continue;
        into = choice.value;
        return true;
    }
    return false;
}

Result<Choices> choices_of(const Options& options) {
    Choices choices;
    for (const auto& [name, value] : options.text) {
        const bool known = name == "notes"       ? choose(kNotes, value, choices.text.notes)
                           : name == "container" ? choose(kContainers, value, choices.container)
                                                 : false;
        if (!known)
            return fail(
                FaultKind::Usage,
                fmt::format("--option {}={}: gs has notes=first|all|none, container=current|old|stream", name, value));
    }
    return choices;
}

/// A dump that is read and shown as it comes. What is wrong with it comes behind what could be made of it.
class Showing {
public:
    /// Reports what keeps a dump from being shown at all, and gives its exit code.
    static std::expected<std::unique_ptr<Showing>, Exit> begin(const Options& options, const std::string& file,
                                                               ReadBytes dump) {
        const auto choices = choices_of(options);
        if (!choices) return std::unexpected(report(choices.error(), file));
        auto showing = std::make_unique<Showing>(options, file, std::move(dump), *choices);
        if (!showing->reader_.has_anything() && showing->reader_.fault())
            return std::unexpected(report(*showing->reader_.fault(), file));
        auto output = Output::open(options.output, file);
        if (!output) return std::unexpected(report(output.error(), showing->output_name()));
        showing->output_.emplace(std::move(*output));
        return showing;
    }
    Showing(const Options& options, const std::string& file, ReadBytes dump, const Choices& choices)
        : options_(options), file_(file), input_(std::move(dump)), choices_(choices),
          reader_([this](std::span<std::uint8_t> into) { return read(into); }, choices.container) {}

    [[nodiscard]] gs::DumpReader& reader() { return reader_; }
    [[nodiscard]] Output& output() { return *output_; }
    /// Ends where the answer cannot be written.
    void print(const gs::TextOptions& how, const gs::TextSink& sink) {
        const auto next = [this] { return output_->status() ? reader_.next() : std::nullopt; };
        gs::print_text(reader_.front(), next, how, sink);
    }
    void print(const gs::TextSink& sink) { print(choices_.text, sink); }
    /// Of the input as it lies in the file. Reads what is left of it.
    std::uint64_t packed_bytes() {
        std::vector<std::uint8_t> rest(std::size_t{1} << 16);
        for (auto got = read(rest); got && *got != 0;) got = read(rest);
        return packed_bytes_;
    }
    Exit finish() {
        if (const Status written = output_->close(); !written) return report(written.error(), output_name());
        return reader_.fault() ? report(*reader_.fault(), file_) : Exit::Done;
    }

private:
    Result<std::size_t> read(std::span<std::uint8_t> into) {
        auto got = input_(into);
        packed_bytes_ += got ? *got : 0;
        return got;
    }
    [[nodiscard]] std::string output_name() const { return options_.output == "-" ? "<stdout>" : options_.output; }

    const Options& options_;
    const std::string& file_;
    ReadBytes input_;
    std::uint64_t packed_bytes_ = 0;
    Choices choices_;
    gs::DumpReader reader_;
    std::optional<Output> output_;
};

isa::Line line_of(const gs::TextLine& line) {
    isa::Line shown;
    shown.offset = line.offset;
    shown.text = std::string(std::size_t{4} * line.depth, ' ') + line.text;
    shown.note = line.note;
    shown.instruction = !line.text.starts_with('.');
    return shown;
}

isa::Listing listing_of(isa::Line line) {
    isa::Listing listing{"gs", {}, 0, {}};
    listing.lines.push_back(std::move(line));
    return listing;
}

isa::Explanation explained(const gs::TextLine& line, std::uint32_t number) {
    gs::PackedNothing word;
    word.raw = line.word;
    isa::Explanation explanation{number, std::string(line.purpose), {}};
    for (const FieldInfo& field : line.fields) {
        const std::uint64_t value = word.extract(field);
        const bool unnamed = field.name == "-";
        if (unnamed && value == 0) continue;
        explanation.fields.push_back({std::string(field.name),
                                      {field.runs[0]},
                                      value,
                                      unnamed ? "no meaning is known" : gs::value_text(field, value)});
    }
    return explanation;
}

Exit disasm(const Options& options, const std::string& file, ReadBytes dump) {
    const auto showing = Showing::begin(options, file, std::move(dump));
    if (!showing) return showing.error();
    Output& out = (*showing)->output();
    if (options.json) {
        out.write("{\n  \"isa\": \"gs\",\n  \"unknown\": 0,\n  \"warnings\": [],\n  \"lines\": ");
        JsonItems lines(out, 1);
        (*showing)->print([&](const gs::TextLine& line) { lines.add(json_of(line_of(line))); });
        lines.end();
        out.write("\n}\n");
    } else if (options.color) {
        (*showing)->print([&](const gs::TextLine& line) { out.write(listing_in_color(listing_of(line_of(line)))); });
    } else {
        (*showing)->print([&](const gs::TextLine& line) { out.write(gs::print_line(line) + '\n'); });
    }
    return (*showing)->finish();
}

Exit explain(const Options& options, const std::string& file, ReadBytes dump) {
    const auto showing = Showing::begin(options, file, std::move(dump));
    if (!showing) return showing.error();
    Output& out = (*showing)->output();
    JsonItems items(out, 0);
    (*showing)->print({gs::Notes::None}, [&](const gs::TextLine& line) {
        if (line.fields.empty()) return;
        isa::Line shown = line_of(line);
        shown.text = line.text;
        const isa::Explanation explanation = explained(line, 0);
        if (options.json)
            items.add(json_of(shown, explanation));
        else
            out.write(explained_as_text(listing_of(std::move(shown)), {explanation}));
    });
    if (options.json) items.end(), out.write("\n");
    return (*showing)->finish();
}

Exit info(const Options& options, const std::string& file, ReadBytes dump) {
    const auto showing = Showing::begin(options, file, std::move(dump));
    if (!showing) return showing.error();
    gs::DumpReader& reader = (*showing)->reader();
    std::vector<Property> properties = gs::properties_of(reader);
    if (reader.fault()) properties.push_back({"damage", reader.fault()->text});
    const auto print = options.json ? properties_as_json : properties_as_text;
    (*showing)->output().write(print("gs", (*showing)->packed_bytes(), properties));
    return (*showing)->finish();
}

/// The output's name says how it is packed.
Exit assemble(const Options& options, const std::string& file, std::string_view text) {
    const auto dump = gs::parse_text(text);
    if (!dump) return report(dump.error(), file);
    const auto bytes = gs::write_dump(*dump, compression_named(options.output));
    return bytes ? answer_assembled(options, "gs", *bytes) : report(bytes.error(), options.output);
}

} // namespace

const Machine kGs{"gs", gs::guess_dump, gs::guess_text, disasm, explain, info, assemble};

} // namespace relit::cli
