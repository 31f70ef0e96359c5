#include "cli/dispatch.hpp"

#include "cli/bundle/input.hpp"
#include "cli/io/isolate.hpp"
#include "cli/options/tables.hpp"
#include "cli/pm4/draw_program.hpp"

namespace relit::cli {

Exit dispatch(const Options& typed) {
    const auto unbundled = with_bundles(typed);
    if (!unbundled) return unbundled.error();
    const Options options = with_context_of_stream(*unbundled);
    const Verb run = options.verb->run;
    return options.device.isolate == 0 ? run(options) : run_isolated(options, [&] { return run(options); });
}

} // namespace relit::cli
