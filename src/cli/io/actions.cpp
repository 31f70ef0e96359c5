#include "cli/io/actions.hpp"

#include "cli/io/messages.hpp"
#include "cli/options/tables.hpp"

#include <fmt/format.h>

namespace relit::cli {

Exit run_action(const Options& options, std::span<const VerbAction> actions) {
    const std::string verb(options.verb->name);
    const auto words = std::span(options.files).subspan(1);
    const auto refuse = [&](std::string text) { return report({FaultKind::Usage, std::move(text), {}, 0, 0}, verb); };
    std::string names;
    for (const VerbAction& action : actions) {
        names.append(names.empty() ? "" : ", ").append(action.name);
        if (action.name != options.files[0]) continue;
        if (words.size() >= action.least && words.size() <= action.most) return action.run(options, words);
        return refuse(
            fmt::format("expected relit {} {}{}{}", verb, action.name, action.shown.empty() ? "" : " ", action.shown));
    }
    return refuse(fmt::format("expected one of {}", names));
}

} // namespace relit::cli
