// relit surface: images of the textures, render targets and depth buffers of a capture, of a dump (dump.cpp), or of memory.
#include "cli/surface/surface.hpp"

#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/recognised.hpp"
#include "cli/pm4/pm4.hpp"
#include "cli/surface/dump.hpp"
#include "cli/verbs.hpp"
#include "machine/r500/capture/surfaces.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using machine::r500::Capture;
using machine::r500::capture_surfaces;
using machine::r500::CaptureSurface;
using machine::r500::Memory;
using machine::r500::SurfaceUse;
using surfaces::SurfaceFile;
using surfaces::SurfaceSelector;

bool is_of(const CaptureSurface& each, const SurfaceSelector& target) {
    if (target.buffer) return each.surface.buffer && each.surface.buffer->handle == target.buffer;
    return each.surface.use == target.use && (!target.unit || each.surface.unit == target.unit);
}

/// One image of a surface: a level of a face or slice.
struct Subresource {
    const CaptureSurface* of = nullptr;
    std::uint32_t level = 0, layer = 0;
};

/// All levels and layers, or those that the options name.
std::vector<Subresource> parts_of(const CaptureSurface& surface, const SurfaceOptions& surface_options) {
    std::vector<Subresource> parts;
    const auto levels = levels_of(surface.surface.shape);
    const bool is_texture = surface.surface.use == SurfaceUse::Texture && levels;
    for (std::uint32_t level = 0; level < (is_texture ? levels->size() : 1); ++level)
        for (std::uint32_t layer = 0; layer < (is_texture ? (*levels)[level].layers : 1); ++layer)
            if (surface_options.level.value_or(level) == level && surface_options.layer.value_or(layer) == layer)
                parts.push_back({&surface, level, layer});
    return parts;
}

class SurfaceVerb {
public:
    SurfaceVerb(const Options& options, const Capture& capture) : options_(options), capture_(capture) {}

    Status run() {
        for (const std::string_view name : {"--max-pixels", "--group"})
            if (is_given(options_, name))
                return fail(FaultKind::Usage, fmt::format("{} is for dumps of the GS, not for captures of R500", name));
        if (is_given(options_, "--format") && surface_options().draw)
            return fail(FaultKind::Usage,
                        "--draw has no effect with --format, which describes a buffer; --submission has");
        if (!surface_options().target.empty()) {
            auto target = surfaces::parse_target(surface_options().target);
            if (!target) return std::unexpected(target.error());
            target_ = *target;
        }
        if (!surface_options().format.empty()) return write(described());
        auto found = capture_surfaces(capture_, {surface_options().draw, surface_options().submission});
        if (!found) return std::unexpected(found.error());
        if (target_) std::erase_if(*found, [&](const CaptureSurface& each) { return !is_of(each, *target_); });
        if (!surface_options().folder.empty()) return write_all(*found);
        const bool has_part = surface_options().level || surface_options().layer;
        if (has_part && target_ && !target_->buffer && target_->use != machine::r500::SurfaceUse::Texture)
            return fail(FaultKind::Usage, "--level and --layer are for textures");
        if (has_part && options_.json && surface_options().folder.empty())
            return fail(FaultKind::Usage, "--level and --layer have no effect with --json, which lists whole surfaces");
        if (target_ && !options_.json) return write_one(*found);
        return list(*found, {});
    }

private:
    [[nodiscard]] const SurfaceOptions& surface_options() const { return options_.surface; }

    /// The buffers as they are before a submission.
    [[nodiscard]] Memory memory_before(std::uint32_t submission) const {
        Memory memory(capture_);
        memory.advance(submission);
        return memory;
    }

    Status list(const std::vector<CaptureSurface>& found, const std::vector<std::vector<std::string>>& files) {
        auto out = Output::open(options_.output, options_.files[0]);
        if (!out) return std::unexpected(out.error());
        options_.json ? list_as_json(*out, found, files) : list_as_text(*out, found);
        return out->close();
    }

    void list_as_text(Output& out, const std::vector<CaptureSurface>& found) {
        for (const CaptureSurface& each : found)
            out.write(surfaces::line_of(each, memory_before(each.submission)) + "\n");
        if (found.empty()) out.write("no surfaces\n");
    }

    void list_as_json(Output& out, const std::vector<CaptureSurface>& found,
                      const std::vector<std::vector<std::string>>& files) {
        JsonWriter json = json_answer(out);
        json.begin_object();
        json.begin_array("surfaces");
        for (std::size_t i = 0; i < found.size(); ++i) {
            json.begin_object();
            surfaces::add_members(json, found[i], memory_before(found[i].submission));
            if (!files.empty()) json.member("files", files[i]);
            json.end();
        }
        json.end();
        json.end();
        json.take();
    }

    /// A surface with the bytes of its buffer.
    struct Source {
        machine::r500::SurfaceDescription description;
        std::vector<std::uint8_t> bytes;
        bool is_contained = true; // the CPU wrote the bytes, so that the capture contains them
    };

    [[nodiscard]] Result<Source> source_of(const Subresource& part) const {
        const auto& bound = part.of->surface;
        if (!bound.buffer || !bound.buffer->handle)
            return fail(FaultKind::NotSupported, "the stream comes without its buffers, so there is no image");
        const auto plane = plane_of(bound, part.level, part.layer);
        if (!plane) return std::unexpected(plane.error());
        auto bytes = memory_before(part.of->submission).contents(*bound.buffer->handle);
        if (!bytes) return std::unexpected(bytes.error());
        return Source{{*plane, bound.description.view}, std::move(*bytes), is_contained(*part.of)};
    }

    /// The one file that --target asks for: the image, or its bytes.
    Status write(const Result<Source>& source) {
        if (!source) return std::unexpected(source.error());
        if (!surface_options().raw.empty()) {
            const auto rows = surface_bytes(source->description, source->bytes);
            return rows ? surfaces::write_pixels(options_, *rows) : Status(std::unexpected(rows.error()));
        }
        if (const Status fit = fit_for_terminal(options_); !fit) return fit;
        const auto file = surfaces::file_of(source->description, source->bytes,
                                            {options_.output, target_ && target_->is_stencil, source->is_contained});
        if (!file) return std::unexpected(file.error());
        for (const std::string& text : file->notes) note(text);
        return write_output(options_.output, file->bytes);
    }

    /// The surface of the last draw that binds what the target names.
    Status write_one(const std::vector<CaptureSurface>& found) {
        if (found.empty()) return write_unbound();
        const CaptureSurface& last = *std::ranges::max_element(found, {}, &CaptureSurface::last_draw);
        if (found.size() > 1)
            note(fmt::format("of {} surfaces this is the one of draw {}; --draw selects another, --out writes all",
                             found.size(), last.last_draw));
        const auto source =
            source_of({&last, surface_options().level.value_or(0), surface_options().layer.value_or(0)});
        if (source) note_origin(last);
        return write(source);
    }

    /// A buffer that no draw uses as a surface has bytes only.
    Status write_unbound() {
        if (!target_->buffer)
            return fail(FaultKind::NotSupported, fmt::format("no draw binds {}", surface_options().target));
        const auto bytes = memory_before(last_submission()).contents(*target_->buffer);
        if (!bytes) return std::unexpected(bytes.error());
        if (!surface_options().raw.empty()) return surfaces::write_pixels(options_, *bytes);
        return fail(FaultKind::NotSupported,
                    fmt::format("no draw uses buffer {} as a surface; --format and --size define how to read it, --raw "
                                "writes its {} bytes",
                                *target_->buffer, bytes->size()));
    }

    [[nodiscard]] std::uint32_t last_submission() const {
        const auto count = static_cast<std::uint32_t>(capture_.submissions.size());
        return static_cast<std::uint32_t>(surface_options().submission.value_or(count == 0 ? 0 : count - 1));
    }

    /// A buffer as the options describe it.
    [[nodiscard]] Result<Source> described() const {
        if (!target_ || !target_->buffer)
            return fail(FaultKind::Usage, "--format describes a buffer: --target buffer:ID names it");
        const auto description = surfaces::description_of(surface_options());
        if (!description) return std::unexpected(description.error());
        const Memory memory = memory_before(last_submission());
        auto bytes = memory.contents(*target_->buffer);
        if (!bytes) return std::unexpected(bytes.error());
        return Source{*description, std::move(*bytes), memory.origin(*target_->buffer) == Memory::Origin::Blob};
    }

    /// Reports a surface that cannot be written, and writes the others.
    Status write_all(const std::vector<CaptureSurface>& found) {
        std::error_code error;
        std::filesystem::create_directories(surface_options().folder, error);
        std::vector<std::vector<std::string>> files(found.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            for (const Subresource& part : parts_of(found[i], surface_options())) {
                const std::string name = surfaces::file_name(found[i], part.level, part.layer);
                const std::string path = (std::filesystem::path(surface_options().folder) / name).string();
                const auto source = source_of(part);
                const auto file = source ? surfaces::file_of(source->description, source->bytes,
                                                             {.name = name, .is_contained = source->is_contained})
                                         : Result<SurfaceFile>(std::unexpected(source.error()));
                if (!file) {
                    report_warning(name, file.error().text);
                    continue;
                }
                for (const std::string& text : file->notes) report_note(name, text);
                if (Status written = write_output(path, file->bytes); !written) return written;
                files[i].push_back(name);
            }
        return list(found, files);
    }

    [[nodiscard]] bool is_contained(const CaptureSurface& surface) const {
        const auto origin = memory_before(surface.submission).origin(surface.surface.buffer->handle.value_or(0));
        return origin == Memory::Origin::Blob;
    }

    void note_origin(const CaptureSurface& surface) const {
        const bool has_note = surface.surface.use == SurfaceUse::Depth && surface_options().raw.empty(); // the file's
        if (!is_contained(surface) && !has_note)
            note(fmt::format("the CPU wrote nothing to buffer {}: what the GPU draws there is not in the capture",
                             surface.surface.buffer->handle.value_or(0)));
    }
    void note(std::string_view text) const { report_note(shown_name(options_.files[0]), text); }

    const Options& options_;
    const Capture& capture_;
    std::optional<SurfaceSelector> target_;
};

Fault without_surfaces(std::string_view isa) {
    return {FaultKind::BadInput, fmt::format("{}: only gs and r500 have surfaces", isa), {}, 0, 0};
}

/// A file that shows no stream is refused as what it is: dwords that mean something else would have no surfaces.
Status check_unnamed(const Options& options, const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return {};
    const auto opened = open_any(options, file);
    if (!opened) return std::unexpected(opened.error());
    const std::string_view isa = opened->codec->name;
    return isa == "gs" || isa == "r500"
               ? Status()
               : std::unexpected(without_surfaces(fmt::format("this is a {} {}", isa, opened->codec->content)));
}

} // namespace

Exit surface(const Options& options) {
    const std::string& file = options.files[0];
    if (options.surface.target == "bytes") return surfaces::surface_of_bytes(options);
    const std::string_view isa = options.isa.empty() ? recognised_name(file) : std::string_view(options.isa);
    if (isa == "gs") return surfaces::surface_of_dump(options);
    if (!options.isa.empty() && isa != "r500") return report(without_surfaces(fmt::format("--isa {}", isa)), file);
    if (options.isa.empty() && isa != "r500")
        if (const Status known = check_unnamed(options, file); !known) return report(known.error(), file);
    const auto opened = streams::open(file);
    if (!opened) return report(opened.error(), file);
    const Capture& capture = opened->loaded.capture;
    if (const Status done = SurfaceVerb(options, capture).run(); !done) return report(done.error(), file);
    return streams::report_problems(capture, file);
}

} // namespace relit::cli
