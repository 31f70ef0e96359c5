#include "cli/unused_inputs.hpp"

#include "cli/messages.hpp"

#include <fmt/format.h>

namespace relit::cli {

Status UnusedInputs::take(std::string_view name, guests::InputKind kind) {
    const std::string_view what = kind == guests::InputKind::Texture ? "a texture" : "an input";
    if (!guests::is_input(guest_, name, kind)) {
        const std::string known = guests::input_names(guest_, kind);
        return fail(fmt::format("\"{}\" is not {} of {} programs{}{}", name, what, guest_,
                                known.empty() ? "" : "; they have ", known));
    }
    if (told_.emplace(name).second) say_note(file_, fmt::format("\"{}\": the program does not use it", name));
    return {};
}

} // namespace relit::cli
