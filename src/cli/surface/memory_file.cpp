// relit surface --target bytes: an image of a file that is memory itself.
#include "cli/surface/dump.hpp"

#include "cli/io/image_file.hpp"
#include "cli/io/messages.hpp"
#include "codec/word_text.hpp"

#include <fmt/format.h>

namespace relit::cli::surfaces {
namespace {

/// The words without tiling, and the image.
struct MemoryRead {
    Result<std::vector<std::uint8_t>> words;
    Result<SurfaceFile> file;
};

Status check_memory(const Options& options) {
    if (options.surface.format.empty())
        return fail(FaultKind::Usage, "--target bytes requires --format and --size, which describe the memory");
    for (const std::string_view name : {"--draw", "--submission", "--max-pixels"})
        if (is_given(options, name))
            return fail(FaultKind::Usage, fmt::format("{} has no effect: --target bytes reads no draws", name));
    if (!options.isa.empty() && options.isa != "gs" && options.isa != "r500")
        return fail(FaultKind::Usage, fmt::format("--isa {}: memory is laid out as by gs or r500", options.isa));
    return {};
}

/// A format belongs to one guest; --isa decides where both have it.
Result<bool> is_of_gs(const Options& options) {
    if (!options.isa.empty()) return options.isa == "gs";
    SurfaceOptions plain;
    plain.format = options.surface.format, plain.size = {1, 1};
    const bool of_gs = dump_surface_of(plain).has_value(), of_r500 = description_of(plain).has_value();
    if (of_gs && of_r500)
        return fail(FaultKind::Usage, fmt::format("--format {}: gs and r500 have it; --isa says which", plain.format));
    if (!of_gs && !of_r500)
        return fail(
            FaultKind::Usage,
            fmt::format("--format {}: no such format; relit docs gs and relit docs r500 list them", plain.format));
    return of_gs;
}

Result<MemoryRead> read_gs(const Options& options, Bytes bytes) {
    if (is_given(options, "--tiling"))
        return fail(FaultKind::Usage, "--tiling is for memory of R500: formats of the GS have a layout of their own");
    const auto surface = dump_surface_of(options.surface);
    if (!surface) return std::unexpected(surface.error());
    if (bytes.size() != machine::gs::kMemoryBytes)
        return fail(fmt::format("local memory has {} bytes, the file has {}", machine::gs::kMemoryBytes, bytes.size()));
    const render::gs::Memory memory(bytes);
    return MemoryRead{
        render::gs::player::words_of(surface->buffer.format, render::gs::player::pixels_of(memory, *surface)),
        file_of(memory, *surface, options.output)};
}

Result<MemoryRead> read_r500(const Options& options, Bytes bytes) {
    const auto description = description_of(options.surface);
    if (!description) return std::unexpected(description.error());
    return MemoryRead{surface_bytes(*description, bytes), file_of(*description, bytes, {.name = options.output})};
}

/// The bytes of the file, or those that a text of --as shows.
Result<std::vector<std::uint8_t>> memory_of(const std::string& file) {
    auto bytes = read_input(file);
    if (!bytes) return bytes;
    const auto head = codec::find_word_text_head(text_of(*bytes));
    if (!head) return std::unexpected(head.error());
    return *head ? codec::read_word_text(text_of(*bytes), **head) : std::move(bytes);
}

Status write_bytes(const Options& options) {
    if (const Status checked = check_memory(options); !checked) return checked;
    const auto of_gs = is_of_gs(options);
    if (!of_gs) return std::unexpected(of_gs.error());
    const bool has_image = options.surface.raw.empty();
    if (const Status fits = has_image ? check_image_name(options.output, true) : Status(); !fits) return fits;
    const auto bytes = memory_of(options.files[0]);
    if (!bytes) return std::unexpected(bytes.error());
    const auto read = *of_gs ? read_gs(options, *bytes) : read_r500(options, *bytes);
    if (!read) return std::unexpected(read.error());
    if (!has_image)
        return read->words ? write_pixels(options, *read->words) : Status(std::unexpected(read->words.error()));
    if (!read->file) return std::unexpected(read->file.error());
    if (const Status fit = fit_for_terminal(options); !fit) return fit;
    for (const std::string& text : read->file->notes) report_note(shown_name(options.files[0]), text);
    return write_output(options.output, read->file->bytes);
}

} // namespace

Exit surface_of_bytes(const Options& options) {
    const Status done = write_bytes(options);
    return done ? Exit::Done : report(done.error(), options.files[0]);
}

} // namespace relit::cli::surfaces
