// relit disasm: a file as text.
#include "base/printable.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/io/document.hpp"
#include "cli/io/listing.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/verbs.hpp"
#include "codec/whole_file.hpp"
#include "guests/constants.hpp"

#include <bit>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {
namespace {

Status list_as_json(ShownDocument& shown, const codec::Heading& heading) {
    Output* const out = shown.output();
    if (out == nullptr) return {};
    JsonWriter json = json_answer(*out);
    json.begin_object();
    json.member("isa", shown.codec().name);
    json.member("unknown", heading.unknown);
    json.member("warnings", heading.warnings);
    json.begin_array("lines");
    const Status done = shown.document().list([&](const codec::Line& line) {
        write(json, line);
        return out->status().has_value();
    });
    json.end();
    json.end();
    json.take();
    return done;
}

Status list_as_text(const Options& options, ShownDocument& shown, const codec::Heading& heading) {
    std::string text = options.isa_line ? fmt::format(".isa {}\n", shown.codec().name) : std::string();
    text += codec::print_warnings(heading.warnings);
    if (!text.empty() && !shown.write(text)) return {};
    return shown.document().list([&](const codec::Line& line) {
        text.clear();
        codec::print(text, options.color ? in_color(line) : line);
        return shown.write(text);
    });
}

/// "c[3] = 1.0, 0.0, 0.0, 1.0 (colour)"
std::string note_of(const guests::ProgramConstant& one) {
    std::string text = one.slot;
    for (std::size_t i = 0; i < one.words.size() && one.is_float; ++i)
        text += (i == 0 ? " = " : ", ") + shortest_decimal(std::bit_cast<float>(one.words[i]));
    if (!one.name.empty()) text += fmt::format(" ({})", printable(one.name));
    if (one.given != 4) text += fmt::format("; the file has {} of the four words", one.given);
    return text;
}

std::string as_json(std::string_view isa, std::span<const guests::ProgramConstant> constants) {
    return json_text([&](JsonWriter& json) {
        json.member("isa", isa);
        json.objects("constants", constants, [&](const guests::ProgramConstant& one) {
            json.member("slot", one.slot);
            if (!one.name.empty()) json.member("name", one.name);
            json.member("words", fmt::format("{:08x}", fmt::join(one.words, " ")));
            if (one.given != 4) json.member("given", one.given);
        });
    });
}

constexpr std::string_view kConstantsOf = "constants of ";

/// The words of constants, with a note for each four; without notes where --as wants bytes.
Exit answer_words(const Options& options, std::string_view what, Bytes bytes, std::span<const std::string> notes) {
    const codec::Form form = is_given(options, "--as") ? form_of(options) : codec::Form::Hex;
    if (form == codec::Form::Bin) return answer(options, bytes);
    const codec::WordLayout layout{.bits = 32, .order = std::endian::little};
    const auto text = as_numbers(options, {.form = form, .name = {}, .what = what, .layout = layout, .notes = notes},
                                 options.files[0], bytes);
    return text ? answer(options, *text) : report(text.error(), options.files[0]);
}

Exit answer_constants(const Options& options, std::string_view isa,
                      std::span<const guests::ProgramConstant> constants) {
    if (options.json) return answer(options, as_json(isa, constants));
    std::vector<std::uint8_t> bytes;
    std::vector<std::string> notes;
    for (const guests::ProgramConstant& one : constants) {
        add_words(bytes, one.words);
        notes.push_back(note_of(one));
    }
    if (options.as.form == "bin" && is_given(options, "--as"))
        report_note(shown_name(options.files[0]),
                    fmt::format("{} constants of four little-endian words, {} to {}; --as hex lists all slots",
                                constants.size(), constants.front().slot, constants.back().slot));
    return answer_words(options, fmt::format("{}{}", kConstantsOf, isa), bytes, notes);
}

/// A file of constants that --values wrote, in the form of --as.
std::optional<Exit> answer_again(const Options& options, std::string_view text) {
    const auto head = codec::find_word_text_head(text);
    if (!head || !*head || !(*head)->what.starts_with(kConstantsOf)) return {};
    const auto bytes = codec::read_word_text(text, **head);
    if (!bytes) return report(bytes.error(), options.files[0]);
    if (options.json)
        return report({FaultKind::Usage, "--json: the text has words alone, not what they are", {}, 0, 0},
                      options.files[0]);
    return answer_words(options, (*head)->what, *bytes, {});
}

Exit write_constants(const Options& options, const std::string& file) {
    const auto input = read_input(options, file);
    if (!input) return report(input.error(), file);
    if (const auto exit = answer_again(options, text_of(*input))) return *exit;
    const auto opened = open_any(options, file, reader_of(Bytes(*input)), 0);
    if (!opened) return report(opened.error(), file);
    const auto bytes = codec::read_all(opened->input);
    if (!bytes) return report(bytes.error(), file);
    const auto constants = guests::constants_of(opened->codec->name, *bytes);
    if (!constants) return report(constants.error(), file);
    return answer_constants(options, opened->codec->name, *constants);
}

Exit disasm_one(const Options& options, const std::string& file) {
    if (options.values_of_constants) return write_constants(options, file);
    const auto shown = ShownDocument::open(options, file);
    if (!shown) return shown.error();
    const auto heading = (*shown)->document().heading();
    if (!heading) return report(heading.error(), file);
    for (const std::string& warning : heading->warnings) report_warning(shown_name(file), warning);
    return (*shown)->finish(options.json ? list_as_json(**shown, *heading) : list_as_text(options, **shown, *heading));
}

} // namespace

Exit disasm(const Options& options) {
    for (const std::string& file : options.files)
        if (const Exit exit = disasm_one(options, file); exit != Exit::Done) return exit;
    return Exit::Done;
}

} // namespace relit::cli
