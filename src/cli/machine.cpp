#include "cli/machine.hpp"

#include "translate/guests.hpp"

namespace relit::cli {

std::span<const Machine> all_machines() { return {&kGs, 1}; }

const Machine* machine_named(std::string_view name) {
    for (const Machine& machine : all_machines())
        if (machine.name == name) return &machine;
    return nullptr;
}

const Machine* machine_of(Bytes file) {
    const isa::Guest* guest = translate::likeliest_guest(file);
    unsigned likely = guest != nullptr ? guest->guess(file) : 0;
    const Machine* best = nullptr;
    for (const Machine& machine : all_machines())
        if (const unsigned guess = machine.guess(file); guess > likely) likely = guess, best = &machine;
    return best;
}

const Machine* machine_of_text(std::string_view text) {
    for (const Machine& machine : all_machines())
        if (machine.guess_text(text) != 0) return &machine;
    return nullptr;
}

} // namespace relit::cli
