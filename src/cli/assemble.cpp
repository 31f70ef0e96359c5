// relit asm: text to bytes.
#include "cli/program.hpp"

#include "base/text.hpp"
#include "cli/machine.hpp"
#include "cli/product.hpp"
#include "translate/guests.hpp"

#include <algorithm>

namespace relit::cli {
namespace {

/// The guest whose assembler gets furthest into text with a mistake in it; none where nobody takes its first line.
const isa::Guest* furthest_guest(const Options& options, std::string_view text) {
    const isa::Guest* best = nullptr;
    std::uint32_t line = 1;
    for (const isa::Guest* guest : translate::all_guests()) {
        const auto assembled = guest->assemble(text, options.text);
        if (assembled) return guest;
        if (assembled.error().line <= line) continue;
        best = guest;
        line = assembled.error().line;
    }
    return best;
}

/// What the command line names, or the text looks like.
Result<Kind> kind_of(const Options& options, std::string_view text, const std::string& file) {
    if (!options.isa.empty()) return Kind{translate::guest_named(options.isa), machine_named(options.isa)};
    auto kind = recognise_text(text, file);
    if (kind && kind->guest == nullptr && kind->machine == nullptr) kind->guest = furthest_guest(options, text);
    return kind;
}

} // namespace

Exit assemble(const Options& options) {
    const std::string& file = options.files[0];
    const auto bytes = read_input(file);
    if (!bytes) return report(bytes.error(), file);
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::size_t nul = text.find('\0');
    if (nul != std::string_view::npos) {
        return report({FaultKind::BadInput, "not text: it holds a zero byte", nul, 0, 0}, file);
    }
    if (trim(text).empty() || std::ranges::all_of(text, [](char c) { return c == '\n' || c == ' ' || c == '\r'; })) {
        return report({FaultKind::BadInput, "the text is empty", 0, 0, 0}, file);
    }
    const auto kind = kind_of(options, text, file);
    if (!kind) return report(kind.error(), file);
    if (kind->machine != nullptr) return kind->machine->assemble(options, file, text);
    const isa::Guest* guest = kind->guest;
    if (guest == nullptr)
        return report({FaultKind::BadInput, "no known assembly language; name one with --isa", 0, 0, 0}, file);
    if (const Status known = isa::check_text_options(*guest, options.text); !known) return report(known.error(), file);
    const auto assembled = guest->assemble(text, options.text);
    if (!assembled) return report(assembled.error(), file);
    return answer_assembled(options, guest->name, *assembled);
}

} // namespace relit::cli
