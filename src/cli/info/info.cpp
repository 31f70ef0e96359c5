// relit info: what a file is and what it uses.
#include "cli/bundle/emulator_caches.hpp"
#include "cli/bundle/log.hpp"
#include "cli/io/document.hpp"
#include "cli/io/listing.hpp"
#include "cli/verbs.hpp"

namespace relit::cli {
namespace {

/// A part of an emulator's shader cache, of which there is no codec: `bundle import` takes it apart.
Exit answer_cache_file(const Options& options, const std::string& name, const CacheFile& file) {
    if (file.fault && file.properties.empty()) return report(*file.fault, name);
    const auto print = options.json ? properties_as_json : properties_as_text;
    const Exit written = answer(options, print(file.kind, file.bytes, file.properties));
    return written == Exit::Done && file.fault ? report(*file.fault, name) : written;
}

} // namespace

Exit info(const Options& options) {
    const std::string& file = options.files[0];
    if (const auto cache = options.isa.empty() ? cache_file(file) : std::nullopt)
        return answer_cache_file(options, file, *cache);
    const auto log = options.members ? Result<std::optional<ProgramLog>>() : log_in(options.isa, file, 0);
    if (!log) return report(log.error(), file);
    if (*log) {
        const auto print = options.json ? properties_as_json : properties_as_text;
        return answer(options, print((*log)->kind, (*log)->bytes, (*log)->properties));
    }
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
