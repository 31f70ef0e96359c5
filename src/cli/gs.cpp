// What the verbs do with dumps of the GS.
#include "cli/listing.hpp"
#include "cli/machine.hpp"
#include "machine/gs/facts.hpp"
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

/// A dump that was read, and how it shall be shown.
struct Opened {
    gs::Reading reading;
    Choices choices;
};
Result<Opened> open(const Options& options, Bytes bytes) {
    const auto choices = choices_of(options);
    if (!choices) return std::unexpected(choices.error());
    Opened opened{gs::read_dump(bytes, {}, choices->container), *choices};
    const gs::Dump& dump = opened.reading.dump;
    const bool nothing = !dump.state && dump.events.empty();
    if (nothing && opened.reading.fault) return std::unexpected(*opened.reading.fault);
    return opened;
}

/// What is wrong with the dump comes behind what could be made of it.
Exit finish(Exit exit, const gs::Reading& reading, const std::string& file) {
    return exit == Exit::Done && reading.fault ? report(*reading.fault, file) : exit;
}

isa::Line line_of(const gs::TextLine& line) {
    isa::Line shown;
    shown.offset = line.offset;
    shown.text = std::string(std::size_t{4} * line.depth, ' ') + line.text;
    shown.note = line.note;
    shown.instruction = !line.text.starts_with('.');
    return shown;
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

Exit disasm(const Options& options, const std::string& file, Bytes bytes) {
    const auto opened = open(options, bytes);
    if (!opened) return report(opened.error(), file);
    std::string text;
    if (options.json || options.color) {
        isa::Listing listing{"gs", {}, 0, {}};
        gs::print_text(opened->reading.dump, opened->choices.text,
                       [&](const gs::TextLine& line) { listing.lines.push_back(line_of(line)); });
        text = options.json ? listing_as_json(listing) : listing_in_color(listing);
    } else {
        text = gs::print_text(opened->reading.dump, opened->choices.text);
    }
    return finish(answer(options, text), opened->reading, file);
}

Exit explain(const Options& options, const std::string& file, Bytes bytes) {
    const auto opened = open(options, bytes);
    if (!opened) return report(opened.error(), file);
    isa::Listing listing{"gs", {}, 0, {}};
    std::vector<isa::Explanation> all;
    gs::print_text(opened->reading.dump, {gs::Notes::None}, [&](const gs::TextLine& line) {
        if (line.fields.empty()) return;
        all.push_back(explained(line, static_cast<std::uint32_t>(listing.lines.size())));
        listing.lines.push_back(line_of(line));
        listing.lines.back().text = line.text;
    });
    const std::string text = options.json ? explained_as_json(listing, all) : explained_as_text(listing, all);
    return finish(answer(options, text), opened->reading, file);
}

Exit info(const Options& options, const std::string& file, Bytes bytes) {
    const auto opened = open(options, bytes);
    if (!opened) return report(opened.error(), file);
    std::vector<isa::Fact> facts;
    for (gs::Fact& fact : gs::facts_of(opened->reading)) facts.push_back({std::move(fact.name), std::move(fact.value)});
    if (opened->reading.fault) facts.push_back({"damage", opened->reading.fault->text});
    const auto print = options.json ? facts_as_json : facts_as_text;
    return finish(answer(options, print("gs", bytes.size(), facts)), opened->reading, file);
}

/// The output's name says how it is packed.
Exit assemble(const Options& options, const std::string& file, std::string_view text) {
    const auto dump = gs::parse_text(text);
    if (!dump) return report(dump.error(), file);
    const auto bytes = gs::write_dump(*dump, compression_named(options.output));
    return bytes ? answer(options, Bytes(*bytes)) : report(bytes.error(), options.output);
}

} // namespace

const Machine kGs{"gs", gs::guess_dump, gs::guess_text, disasm, explain, info, assemble};

} // namespace relit::cli
