// relit info: what a file is and what it uses.
#include "cli/document.hpp"
#include "cli/listing.hpp"

namespace relit::cli {

Exit info(const Options& options) {
    const std::string& file = options.files[0];
    const auto shown = ShownDocument::open(options, file);
    if (!shown) return shown.error();
    std::vector<Property> properties;
    const Status done = (*shown)->document().properties(properties);
    if (!done && properties.empty()) return report(done.error(), file);
    const auto print = options.json ? properties_as_json : properties_as_text;
    (void)(*shown)->write(print((*shown)->codec().name, (*shown)->input_bytes(), properties));
    return (*shown)->finish(done);
}

} // namespace relit::cli
