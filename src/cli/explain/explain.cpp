// relit explain: every bit of every instruction.
#include "cli/io/document.hpp"
#include "cli/io/listing.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/verbs.hpp"

namespace relit::cli {
namespace {

Status explain_as_json(ShownDocument& shown) {
    Output* const out = shown.output();
    if (out == nullptr) return {};
    JsonWriter json = json_answer(*out);
    json.begin_array();
    const Status done = shown.document().explain([&](const codec::Line& line, const codec::Explanation& one) {
        write(json, line, one);
        return out->status().has_value();
    });
    json.end();
    json.take();
    return done;
}

} // namespace

Exit explain(const Options& options) {
    const std::string& file = options.files[0];
    const auto shown = ShownDocument::open(options, file);
    if (!shown) return shown.error();
    // A file that cannot be listed cannot be explained: this is known before anything is written.
    const auto heading = (*shown)->document().heading();
    if (!heading) return report(heading.error(), file);
    for (const std::string& warning : heading->warnings) report_warning(shown_name(file), warning);
    if (options.json) return (*shown)->finish(explain_as_json(**shown));
    return (*shown)->finish((*shown)->document().explain([&](const codec::Line& line, const codec::Explanation& one) {
        return (*shown)->write(explained_as_text(line, one));
    }));
}

} // namespace relit::cli
