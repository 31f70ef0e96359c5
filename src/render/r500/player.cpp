#include "render/r500/player.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::Capture;
using machine::r500::ColourView;
using machine::r500::DepthView;
using machine::r500::MicroTiling;
using machine::r500::SurfaceDescription;
namespace program_field = isa::r500::field;

/// The number that a register's field has for a name.
std::optional<std::uint32_t> value_named(std::uint32_t number, std::string_view field, std::string_view name) {
    const auto found = machine::r500::register_at(number);
    const machine::r500::FieldRow* const row = isa::r500::field_named(machine::r500::fields_of(*found->row), field);
    for (const machine::r500::ValueRow& value : machine::r500::values_of(*row))
        if (value.name == name) return value.number;
    return std::nullopt;
}

} // namespace

Result<std::unique_ptr<Player>> Player::make(vk::Device& device, const Capture& capture,
                                             std::shared_ptr<Prepared> prepared) {
    if (!prepared) prepared = std::make_shared<Prepared>(device);
    std::unique_ptr<Player> made(new Player(device, capture, std::move(prepared)));
    auto renderer = Renderer::make(device, made->memory_, made->prepared_);
    if (!renderer) return std::unexpected(renderer.error());
    made->renderer_ = std::move(*renderer);
    return made;
}

Result<bool> Player::next(std::uint32_t last) {
    while (has_packet_ || walker_.next()) {
        has_packet_ = walker_.submission() > last;
        if (has_packet_) return false;
        if (walker_.submission() != position_.submission)
            if (const Status done = renderer_->write_back(); !done) return std::unexpected(done.error());
        position_.submission = walker_.submission();
        memory_.advance(position_.submission);
        if (const Status noted = renderer_->note(walker_); !noted) return std::unexpected(noted.error());
        if (walker_.draw() == nullptr) continue;
        state_ = walker_.draw()->state;
        if (before_draw_)
            if (const Status done = before_draw_(*walker_.draw()); !done) return std::unexpected(done.error());
        if (const Status done = renderer_->draw(*walker_.draw()); !done) return std::unexpected(done.error());
        ++position_.draws;
        return true;
    }
    return false;
}

Result<std::unique_ptr<Renderer>> Player::second_renderer() {
    if (const Status done = renderer_->write_back(); !done) return std::unexpected(done.error());
    return Renderer::make(device_, memory_, prepared_);
}

Result<Bytes> Player::buffer(std::uint32_t handle) {
    if (const Status done = renderer_->write_back(handle); !done) return std::unexpected(done.error());
    return memory_.read(handle);
}

Result<Bytes> Player::buffer_of(const machine::r500::BoundSurface& surface) {
    if (!surface.buffer || !surface.buffer->handle)
        return fail(FaultKind::NotSupported, "the stream comes without its buffers");
    return buffer(*surface.buffer->handle);
}

Result<SurfaceKey> readout_of(const Capture& capture) {
    if (!capture.readout) return fail(FaultKind::NotSupported, "the manifest names no readout");
    const machine::r500::Readout& readout = *capture.readout;
    // Some manifests mark formats that hold floats.
    const std::string_view name = readout.format.ends_with('F')
                                      ? std::string_view(readout.format).substr(0, readout.format.size() - 1)
                                      : readout.format;
    const auto format = value_named(machine::r500::reg::RB3D_COLORPITCH, "COLORFORMAT", name);
    if (!format) return fail(fmt::format("manifest.json: readout.color.format {} is not known", readout.format));
    const auto out = machine::r500::word_of(readout.out_format);
    ColourView view{.format = *format, .out_format = out[program_field::US_OUT_FMT__OUT_FMT]};
    view.selects = {static_cast<std::uint8_t>(out[program_field::US_OUT_FMT__C0_SEL]),
                    static_cast<std::uint8_t>(out[program_field::US_OUT_FMT__C1_SEL]),
                    static_cast<std::uint8_t>(out[program_field::US_OUT_FMT__C2_SEL]),
                    static_cast<std::uint8_t>(out[program_field::US_OUT_FMT__C3_SEL])};
    SurfaceKey key{readout.buffer, {}, 1};
    key.description.view = view;
    key.description.plane = {
        .offset = readout.offset,
        .size = {readout.width, readout.height},
        .pitch = readout.pitch,
        .tiling = {readout.macro_tiled != 0, static_cast<MicroTiling>(std::min(readout.micro_tiled, 2U))},
        .endian = static_cast<machine::r500::Endian>(readout.endian & 3)};
    return key;
}

bool is_bottom_up(const Capture& capture) { return capture.is_of_mesa(); }

Result<Image> stencil_of(const SurfaceDescription& description, Bytes buffer) {
    const auto* const depth = std::get_if<DepthView>(&description.view);
    const bool has_stencil = depth != nullptr && depth->format == machine::r500::DepthFormat::Z24S8;
    if (!has_stencil) return fail(FaultKind::NotSupported, "the depth buffer has no stencil");
    const auto decoded = read_depth(buffer, description.plane, *depth);
    if (!decoded) return std::unexpected(decoded.error());
    Image image{decoded->size.width, decoded->size.height, {}};
    for (const std::uint8_t value : decoded->stencil) image.rgba.insert(image.rgba.end(), {value, value, value, 255});
    return image;
}

Result<Image> image_of(const SurfaceDescription& description, Bytes buffer) {
    if (const auto* const depth = std::get_if<DepthView>(&description.view)) {
        const auto decoded = read_depth(buffer, description.plane, *depth);
        if (!decoded) return std::unexpected(decoded.error());
        Image image{decoded->size.width, decoded->size.height, {}};
        for (const std::uint16_t grey : to_image(*decoded).grey)
            for (const std::uint32_t value : {grey / 257U, grey / 257U, grey / 257U, 255U})
                image.rgba.push_back(static_cast<std::uint8_t>(value));
        return image;
    }
    const auto decoded = read_colour(buffer, description.plane, std::get<ColourView>(description.view));
    if (!decoded) return std::unexpected(decoded.error());
    return to_image(*decoded);
}

Image flipped(Image image) {
    const std::size_t row = std::size_t{4} * image.width;
    for (std::uint32_t y = 0; y < image.height / 2; ++y)
        std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(y * row),
                         image.rgba.begin() + static_cast<std::ptrdiff_t>((y + 1) * row),
                         image.rgba.begin() + static_cast<std::ptrdiff_t>((image.height - 1 - y) * row));
    return image;
}

} // namespace relit::render::r500
