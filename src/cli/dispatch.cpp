#include "cli/dispatch.hpp"

#include "cli/bundle/input.hpp"
#include "cli/io/isolate.hpp"
#include "cli/options/tables.hpp"
#include "cli/pm4/draw_program.hpp"

namespace relit::cli {

std::expected<Options, Exit> with_opened_files(const Options& typed) {
    const auto unbundled = with_bundles(typed);
    if (!unbundled) return unbundled;
    Options options = with_context_of_stream(*unbundled);
    options.as_typed = std::make_shared<const Options>(typed);
    return options;
}

Exit dispatch(const Options& typed) {
    const auto opened = with_opened_files(typed);
    if (!opened) return opened.error();
    const Options& options = *opened;
    const Verb run = options.verb->run;
    return options.device.isolate == 0 ? run(options) : run_isolated(options, [&] { return run(options); });
}

} // namespace relit::cli
