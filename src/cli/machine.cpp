#include "cli/machine.hpp"

#include "cli/messages.hpp"
#include "translate/guests.hpp"
#include "translate/likely.hpp"

#include <fmt/format.h>

namespace relit::cli {

std::span<const Machine> all_machines() { return {&kGs, 1}; }

const Machine* machine_named(std::string_view name) {
    for (const Machine& machine : all_machines())
        if (machine.name == name) return &machine;
    return nullptr;
}

namespace {

Result<Kind> taken(const std::vector<translate::Candidate>& likely, const std::string& file) {
    const auto one = translate::only_one(likely);
    if (!one) return std::unexpected(one.error());
    if (one->guess.sureness != Sureness::Certain)
        say_note(shown_name(file), fmt::format("guessed {}, --isa to choose", one->name));
    return Kind{translate::guest_named(one->name), machine_named(one->name)};
}

} // namespace

Result<Kind> recognise(Bytes begin, const std::string& file) {
    auto all = translate::candidates_of(begin);
    for (const Machine& machine : all_machines()) all.push_back({machine.name, machine.guess(begin)});
    return taken(translate::likely(std::move(all), file), file);
}

Result<Kind> recognise_text(std::string_view text, const std::string& file) {
    auto all = translate::candidates_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    for (const Machine& machine : all_machines()) all.push_back({machine.name, machine.guess_text(text)});
    const auto likely = translate::likely(std::move(all), file);
    return likely.empty() ? Kind{} : taken(likely, file);
}

} // namespace relit::cli
