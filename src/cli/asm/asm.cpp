// relit asm: text to bytes.
#include "cli/io/program.hpp"

#include "base/text.hpp"
#include "cli/io/included.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/recognised.hpp"
#include "cli/verbs.hpp"
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"
#include "guests/kind.hpp"
#include "guests/spelled_bytes.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::cli {

Result<std::string> read_included(const std::string& name) {
    const auto bytes = read_input(name);
    if (!bytes) return std::unexpected(bytes.error());
    return std::string(bytes->begin(), bytes->end());
}

namespace {

/// Returns the guest that the command line or the text names, or that the text looks like; a line .isa becomes blank.
Result<const codec::Codec*> codec_of(const Options& options, std::span<std::uint8_t> bytes, const std::string& file) {
    const codec::Codec* const named = guests::codec_named(options.isa);
    const auto codec = guests::take_isa_line(named, bytes);
    if (!codec || *codec != nullptr) return codec;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return recognised_codec(guests::kind_of_text(text, file, options.text), file);
}

/// The text shows the file as numbers: it is written as it is.
Exit answer_numbers(const Options& options, const guests::SpelledBytes& shown) {
    const std::string& file = options.files[0];
    if (const Status known = codec::check_text_options(*shown.codec, options.text); !known)
        return report(known.error(), file);
    if (!shown.assumed.empty()) report_note(shown_name(file), shown.assumed);
    return answer_assembled(options, *shown.codec, shown.bytes);
}

/// Returns the guest of a program of a log, which is bytes already, or of a bundle; nullptr where the file is text.
const codec::Codec* guest_of_member(const Options& options, Bytes bytes) {
    const bool is_member = options.members && options.members->contains(options.files[0]);
    return is_member && !isa::is_text(bytes) ? guests::codec_named(options.isa) : nullptr;
}

} // namespace

Exit assemble(const Options& options) {
    const std::string& file = options.files[0];
    auto bytes = read_input(options, file);
    if (!bytes) return report(bytes.error(), file);
    if (const codec::Codec* const guest = guest_of_member(options, *bytes); guest != nullptr)
        return answer_assembled(options, *guest, *bytes);
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::size_t nul = text.find('\0');
    if (nul != std::string_view::npos) {
        return report({FaultKind::BadInput, "not text: it contains a zero byte", nul, 0, 0}, file);
    }
    if (trim(text).empty() || std::ranges::all_of(text, [](char c) { return c == '\n' || c == ' ' || c == '\r'; })) {
        return report({FaultKind::BadInput, "the text is empty", 0, 0, 0}, file);
    }
    const auto shown = guests::read_spelled(guests::codec_named(options.isa), text, file);
    if (!shown) return report(shown.error(), file);
    if (*shown) return answer_numbers(options, **shown);
    const auto codec = codec_of(options, *bytes, file);
    if (!codec) return report(codec.error(), file);
    if (const Status known = codec::check_text_options(**codec, options.text); !known)
        return report(known.error(), file);
    const codec::AssembleOptions how{.text = options.text,
                                     .output_name = options.output,
                                     .input_name = file == "-" ? std::string_view{} : file,
                                     .include = read_included};
    const auto assembled = (*codec)->assemble(text, how);
    if (!assembled) return report(assembled.error(), file);
    return answer_assembled(options, **codec, *assembled);
}

} // namespace relit::cli
