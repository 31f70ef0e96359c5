#include "cli/run/table.hpp"

#include "base/text.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "codec/whole_file.hpp"
#include "machine/r500/atom/image.hpp"
#include "machine/r500/atom/run/listed_values.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace atom = machine::r500::atom;

/// A card whose registers and memory are a list; it notes what is written.
struct Card {
    atom::ListedValues values;
    std::vector<std::pair<atom::Location, std::uint32_t>> writes{};
    std::uint64_t microseconds = 0;

    /// Calls come back to this card: it stays where it is.
    atom::Hardware hardware(bool traces) {
        atom::Hardware made;
        made.read = [this](atom::Space space, std::uint32_t number) { return values.read(space, number); };
        made.write = [this](atom::Space space, std::uint32_t number, std::uint32_t value) {
            writes.emplace_back(values.location_of(space, number), value);
            values.write(space, number, value);
        };
        made.delay = [this](std::uint32_t time) { microseconds += time; };
        if (traces) made.trace = [](std::string_view line) { report_trace(std::string(line) + "\n"); };
        return made;
    }
};

Result<std::vector<std::uint8_t>> read_rom(const Options& options) {
    const auto opened = open_any(options, options.files[0]);
    if (!opened) return std::unexpected(opened.error());
    if (opened->codec->name != "atom")
        return fail(FaultKind::Usage, fmt::format("--table: this is a {} {}, not an image of AtomBIOS",
                                                  opened->codec->name, opened->codec->content));
    return codec::read_all(opened->input);
}

/// By its name or its number.
Result<unsigned> table_of(const atom::Image& image, std::string_view typed) {
    const auto number = parse_integer(typed);
    const auto index = number && *number >= 0 && *number < std::ssize(image.commands)
                           ? std::optional(static_cast<unsigned>(*number))
                           : atom::command_named(typed);
    if (index && image.command(*index) != nullptr) return *index;
    return fail(FaultKind::Usage,
                fmt::format("--table: the image has no command table {}; relit info lists those it has", typed));
}

Result<std::vector<std::uint32_t>> parameters_of(const std::vector<std::string>& typed) {
    std::vector<std::uint32_t> parameters;
    for (const std::string& one : typed) {
        const auto number = parse_integer(one);
        if (!number || *number < 0 || *number > 0xffffffff)
            return fail(FaultKind::Usage, fmt::format("--param: {} is no dword", one));
        parameters.push_back(static_cast<std::uint32_t>(*number));
    }
    return parameters;
}

Result<atom::ListedValues> values_of(const std::string& file, atom::RegisterNames names) {
    if (file.empty()) return atom::ListedValues{};
    const auto bytes = read_input(file);
    if (!bytes) return std::unexpected(bytes.error());
    return atom::ListedValues::parse({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, names);
}

/// Reports the assumptions of a run.
void note_unknown(const std::string& file, const std::vector<atom::Location>& locations,
                  atom::RegisterNames register_names) {
    constexpr std::size_t kMostNamed = 8;
    if (locations.empty()) return;
    std::vector<std::string> names;
    for (const atom::Location& location : std::span(locations).first(std::min(locations.size(), kMostNamed)))
        names.push_back(atom::name_of(location, register_names));
    report_note(
        shown_name(file),
        fmt::format("read as 0, for --registers does not list them: {}{}", fmt::join(names, ", "),
                    locations.size() > kMostNamed ? fmt::format(" and {} more", locations.size() - kMostNamed) : ""));
}

std::string hex_of(std::uint32_t value) { return fmt::format("{:08x}", value); }

Exit answer_run(const Options& options, unsigned table, const atom::Outcome& outcome, const Card& card,
                atom::RegisterNames names) {
    auto out = Output::open(options.output, options.files[0]);
    if (!out) return report(out.error(), options.output);
    JsonWriter json = json_answer(*out);
    json.begin_object();
    json.member("table", atom::name_of(atom::TableKind::Command, table));
    json.member("parameters", outcome.parameters | std::views::transform(hex_of));
    json.member("steps", outcome.steps);
    json.member("microseconds", card.microseconds);
    json.objects("writes", card.writes, [&](const auto& write) {
        json.member("place", atom::name_of(write.first, names));
        json.member("value", hex_of(write.second));
    });
    json.end();
    json.take();
    const Status written = out->close();
    return written ? Exit::Done : report(written.error(), options.output);
}

} // namespace

Exit run_table(const Options& options) {
    const std::string& file = options.files[0];
    const auto rom = read_rom(options);
    if (!rom) return report(rom.error(), file);
    const auto image = atom::read_image(*rom);
    if (!image) return report(image.error(), file);
    const auto table = table_of(*image, options.run.table.name);
    if (!table) return report(table.error(), file);
    const auto parameters = parameters_of(options.run.table.parameters);
    if (!parameters) return report(parameters.error(), {});
    const atom::RegisterNames names = atom::names_of(*image);
    auto values = values_of(options.run.table.registers, names);
    if (!values) return report(values.error(), options.run.table.registers);
    Card card{std::move(*values)};
    const auto outcome = atom::run_table(*image, *table, *parameters, card.hardware(options.run.traces));
    note_unknown(file, card.values.unknown(), names);
    if (!outcome) return report(outcome.error(), file);
    for (const std::string& assumption : outcome->assumptions) report_note(shown_name(file), assumption);
    return answer_run(options, *table, *outcome, card, names);
}

} // namespace relit::cli
