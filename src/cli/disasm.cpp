// relit disasm: a program as text.
#include "cli/listing.hpp"
#include "cli/machine.hpp"
#include "cli/messages.hpp"
#include "cli/program.hpp"

namespace relit::cli {

Exit disasm(const Options& options) {
    for (const std::string& file : options.files) {
        Result<Program> program = open_any(options, file);
        if (!program) return report(program.error(), file);
        if (program->machine != nullptr) {
            if (const Exit exit = program->machine->disasm(options, file, std::move(program->dump)); exit != Exit::Done)
                return exit;
            continue;
        }
        if (const Status known = isa::check_text_options(*program->guest, options.text); !known)
            return report(known.error(), file);
        const Result<isa::Listing> listing = program->guest->list(program->bytes, options.text);
        if (!listing) return report(listing.error(), file);
        for (const std::string& warning : listing->warnings) say_warning(shown_name(file), warning);
        const std::string text = options.json    ? listing_as_json(*listing)
                                 : options.color ? listing_in_color(*listing)
                                                 : isa::print(*listing);
        if (const Exit exit = answer(options, text); exit != Exit::Done) return exit;
    }
    return Exit::Done;
}

} // namespace relit::cli
