// relit bundle: programs with all that their translation depends on, made, shown, taken apart, checked, imported.
#include "cli/bundle/bundle.hpp"
#include "cli/verbs.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct BundleActionRow {
    std::string_view name, words; // what it is given
    std::size_t least, most;      // of them
    BundleAction run;
};
constexpr BundleActionRow kBundleActions[] = {
#define ACTION(run, name, words, least, most, purpose) {name, words, least, most, run},
#include "cli/bundle/actions.inc"
#undef ACTION
};

Exit refuse_bundle(const std::string& text) { return report({FaultKind::Usage, text, {}, 0, 0}, "bundle"); }

} // namespace

Exit bundle_verb(const Options& options) {
    const auto words = std::span(options.files).subspan(1);
    for (const BundleActionRow& row : kBundleActions) {
        if (row.name != options.files[0]) continue;
        if (words.size() < row.least || words.size() > row.most)
            return refuse_bundle(fmt::format("expected relit bundle {} {}", row.name, row.words));
        return row.run(options, words);
    }
    std::string names;
    for (const BundleActionRow& row : kBundleActions) names.append(names.empty() ? "" : ", ").append(row.name);
    return refuse_bundle(fmt::format("expected one of {}", names));
}

} // namespace relit::cli
