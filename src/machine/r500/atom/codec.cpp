#include "machine/r500/atom/codec.hpp"

#include "base/lines.hpp"
#include "codec/whole_file.hpp"
#include "machine/r500/atom/builder.hpp"
#include "machine/r500/atom/properties.hpp"
#include "machine/r500/atom/text/explain.hpp"
#include "machine/r500/atom/text/text.hpp"

#include <algorithm>

namespace relit::machine::r500::atom {
namespace {

constexpr std::size_t kTextLookedAt = std::size_t{1} << 16;
constexpr std::string_view kTextOptions[] = {"names=registers|numbers"};

/// Of checked options.
TextChoices choices_of(const Image& image, const codec::TextOptions& options) {
    const auto names = options.find("names");
    return {.names_registers = names == options.end() || names->second != "numbers",
            .knows_chip = image.has_known_registers()};
}

Result<codec::Listing> list(Bytes file, const codec::TextOptions& options) {
    const auto image = read_image(file);
    if (!image) return std::unexpected(image.error());
    return text_of(*image, choices_of(*image, options)).listing;
}

Result<std::vector<codec::Explanation>> explain(Bytes file, const codec::TextOptions& options) {
    const auto image = read_image(file);
    if (!image) return std::unexpected(image.error());
    const TextChoices choices = choices_of(*image, options);
    const ImageText text = text_of(*image, choices);
    std::vector<codec::Explanation> all;
    const auto add = [&](const auto& shown) {
        all.push_back(explain_instruction(shown.instruction, choices));
        all.back().line = static_cast<std::uint32_t>(shown.line);
    };
    for (const ShownInstruction& shown : text.instructions) add(shown);
    for (const ShownIoInstruction& shown : text.io_instructions) add(shown);
    std::ranges::sort(all, {}, &codec::Explanation::line);
    return all;
}

Result<std::vector<Property>> properties(Bytes file) {
    const auto image = read_image(file);
    if (!image) return std::unexpected(image.error());
    return properties_of(*image);
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::TextOptions& options) {
    // Text without names of registers has none to look up: the names of the table are always understood.
    (void)options;
    return assemble_image(text, {});
}

/// By the first line that is no comment.
Recognition recognise_text(std::string_view text) {
    for (std::string_view line : TextLines(text.substr(0, kTextLookedAt))) {
        line = trim(line);
        if (line.empty() || line.starts_with("//") || line.starts_with("--")) continue;
        return line.starts_with(kMark) ? certain("the mark of a text of AtomBIOS")
                                       : no("no mark of a text of AtomBIOS");
    }
    return no("no mark of a text of AtomBIOS");
}

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};

} // namespace

const codec::Codec kCodec = {
    .name = "atom",
    .summary = "AtomBIOS images of Radeon cards",
    .content = "video BIOS",
    .recognise = recognise_image,
    .recognise_text = recognise_text,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample_image,
    .text_options = kTextOptions,
};

} // namespace relit::machine::r500::atom
