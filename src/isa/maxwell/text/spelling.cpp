// Columns, labels and choices of the text of Maxwell.
#include "isa/maxwell/text/spelling.hpp"

namespace relit::isa::maxwell {

std::uint32_t reuse_bit(const FieldRow& field) {
    if (field.kind != Kind::Register) return 0;
    switch (field.role) {
        case Role::A: return 1;
        case Role::B: return 2;
        case Role::C:
        case Role::Vertex: return 4;
        default: return 0;
    }
}

void print_label(std::string& text, std::uint64_t address) {
    const bool follows_schedule = is_control(address - kWordBytes) && address != 0;
    text += 'L';
    const std::uint64_t name = follows_schedule ? address - kWordBytes : address;
    for (unsigned shift = 32; shift != 0; shift -= 4)
        if (shift <= 16 || name >> (shift - 4) != 0) text += "0123456789abcdef"[name >> (shift - 4) & 15];
    if (follows_schedule) text += "+8";
}

void print_control(std::string& text, Control control) {
    const std::uint32_t wait = control[Control::wait];
    if (wait == 0) {
        text += "--";
    } else {
        text += static_cast<char>('0' + (wait >> 4));
        text += "0123456789abcdef"[wait & 15];
    }
    for (const Field<std::uint32_t>* barrier : {&Control::read, &Control::write}) {
        const std::uint32_t which = control[*barrier];
        text += ':';
        text += which == kNoBarrier ? '-' : static_cast<char>('1' + which);
    }
    text += control[Control::yield] != 0 ? ":-:" : ":Y:";
    text += "0123456789abcdef"[control[Control::stall]];
}

Result<Style> style_of(const TextOptions& options) {
    const auto found = options.find("addresses");
    if (found == options.end() || found->second == "bytes") return Style{};
    if (found->second == "none") return Style{ShownAddresses::None};
    return fail(FaultKind::Usage, "addresses=" + found->second + ": bytes or none is expected");
}

} // namespace relit::isa::maxwell
