// relit asm: text to bytes.
#include "cli/io/program.hpp"

#include "base/text.hpp"
#include "cli/io/included.hpp"
#include "cli/io/product.hpp"
#include "cli/io/recognised.hpp"
#include "cli/verbs.hpp"
#include "guests/guests.hpp"

#include <algorithm>

namespace relit::cli {

Result<std::string> read_included(const std::string& name) {
    const auto bytes = read_input(name);
    if (!bytes) return std::unexpected(bytes.error());
    return std::string(bytes->begin(), bytes->end());
}

namespace {

/// The guest whose assembler gets furthest into text with a mistake in it; nullptr where none takes its first line. Dumps show
/// what they are: nothing but comments would be one, too.
const codec::Codec* furthest_codec(const Options& options, std::string_view text) {
    const codec::Codec* best = nullptr;
    std::uint32_t line = 1;
    for (const isa::Frontend* frontend : guests::frontends()) {
        const auto assembled = codec::assemble(frontend->codec, text, options.text);
        if (assembled) return &frontend->codec;
        if (assembled.error().line <= line) continue;
        best = &frontend->codec;
        line = assembled.error().line;
    }
    return best;
}

/// Returns the guest that the command line names, or that the text looks like.
Result<const codec::Codec*> codec_of(const Options& options, std::string_view text, const std::string& file) {
    if (!options.isa.empty()) return guests::codec_named(options.isa);
    const auto likely = guests::likely(guests::candidates_of_text(text), file);
    if (!likely.empty()) return recognised_codec(likely, file);
    const codec::Codec* codec = furthest_codec(options, text);
    if (codec == nullptr) return fail_at(0, "no known assembly language; name one with --isa");
    return codec;
}

} // namespace

Exit assemble(const Options& options) {
    const std::string& file = options.files[0];
    const auto bytes = read_input(file);
    if (!bytes) return report(bytes.error(), file);
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::size_t nul = text.find('\0');
    if (nul != std::string_view::npos) {
        return report({FaultKind::BadInput, "not text: it contains a zero byte", nul, 0, 0}, file);
    }
    if (trim(text).empty() || std::ranges::all_of(text, [](char c) { return c == '\n' || c == ' ' || c == '\r'; })) {
        return report({FaultKind::BadInput, "the text is empty", 0, 0, 0}, file);
    }
    const auto codec = codec_of(options, text, file);
    if (!codec) return report(codec.error(), file);
    if (const Status known = codec::check_text_options(**codec, options.text); !known)
        return report(known.error(), file);
    const codec::AssembleOptions how{.text = options.text,
                                     .output_name = options.output,
                                     .input_name = file == "-" ? std::string_view{} : file,
                                     .include = read_included};
    const auto assembled = (*codec)->assemble(text, how);
    if (!assembled) return report(assembled.error(), file);
    return answer_assembled(options, (*codec)->name, *assembled);
}

} // namespace relit::cli
