// relit bundle: programs with all that their translation depends on, made, shown, taken apart, checked, imported.
#include "cli/bundle/bundle.hpp"
#include "cli/io/actions.hpp"
#include "cli/verbs.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr VerbAction kBundleActions[] = {
#define ACTION(run, name, words, least, most, purpose) {name, words, least, most, run},
#include "cli/bundle/actions.inc"
#undef ACTION
};

} // namespace

Exit bundle_verb(const Options& options) { return run_action(options, kBundleActions); }

} // namespace relit::cli
