#include "cli/replay/guest_options.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct GuestOption {
    std::string_view option;
    ReplayGuest guest;
    std::string_view why;
};
constexpr GuestOption kGuestOptions[] = {
#define GUEST_OPTION(option, guest, why) {option, ReplayGuest::guest, why},
#include "cli/replay/guest_options.inc"
#undef GUEST_OPTION
};

std::string_view works_of(ReplayGuest guest) {
    return guest == ReplayGuest::Gs ? "dumps of the GS" : "captures of R500";
}

} // namespace

Status check_guest_options(const Options& options, ReplayGuest guest) {
    for (const GuestOption& row : kGuestOptions) {
        if (row.guest == guest || !is_given(options, row.option)) continue;
        std::string text = fmt::format("{} is for {}, not for {}", row.option, works_of(row.guest), works_of(guest));
        if (!row.why.empty()) text += fmt::format(": {}", row.why);
        return fail(FaultKind::Usage, std::move(text));
    }
    return {};
}

} // namespace relit::cli
