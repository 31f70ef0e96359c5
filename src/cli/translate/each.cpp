// relit translate --each: many programs, each to a file of its own.
#include "cli/translate/each.hpp"
#include "cli/translate/batch.hpp"

#include <fmt/format.h>

namespace relit::cli {

Exit translate_each(const Options& options) {
    const auto refuse = [](std::string text) {
        return report({FaultKind::Usage, std::move(text), {}, 0, 0}, "translate --each");
    };
    if (options.output == "-") return refuse("name the folder of the outputs: --out DIR");
    if (options.translation.to == "ir") return refuse("--to ir: the IR of one program at a time");
    const auto items = batch_items(options.files);
    if (!items) return report(items.error(), "translate --each");
    if (const Status apart = check_outputs(*items, options.output); !apart)
        return report(apart.error(), "translate --each");
    BatchCounts counts;
    with_cache(options, [&](cache::Cache* cache) {
        counts = run_batch(options, *items, options.output, cache);
        return true;
    });
    Options said = options;
    said.output = "-";
    const Exit written = answer(said, counts.text(options.json));
    end_as_stopped(counts);
    return written == Exit::Done ? counts.worst : written;
}

} // namespace relit::cli
