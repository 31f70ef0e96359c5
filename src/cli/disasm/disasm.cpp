// relit disasm: a file as text.
#include "cli/io/document.hpp"
#include "cli/io/listing.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/verbs.hpp"

#include <fmt/format.h>

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

Exit disasm_one(const Options& options, const std::string& file) {
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
