// relit explain: every bit of every instruction.
#include "cli/listing.hpp"
#include "cli/machine.hpp"
#include "cli/program.hpp"

namespace relit::cli {

Exit explain(const Options& options) {
    const std::string& file = options.files[0];
    Result<Program> program = open_any(options, file);
    if (!program) return report(program.error(), file);
    if (program->machine != nullptr) return program->machine->explain(options, file, std::move(program->dump));
    if (const Status known = isa::check_text_options(*program->guest, options.text); !known)
        return report(known.error(), file);
    const auto listing = program->guest->list(program->bytes, options.text);
    if (!listing) return report(listing.error(), file);
    const auto explained = program->guest->explain(program->bytes, options.text);
    if (!explained) return report(explained.error(), file);
    const std::string text =
        options.json ? explained_as_json(*listing, *explained) : explained_as_text(*listing, *explained);
    return answer(options, text);
}

} // namespace relit::cli
