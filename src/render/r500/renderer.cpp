#include "render/r500/renderer.hpp"

#include "render/vk/compute.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::ColourView;
using machine::r500::DepthView;
using machine::r500::Draw;
using machine::r500::Extent;
using machine::r500::Plane;
using machine::r500::RegisterWord;
using machine::r500::State;
using machine::r500::SurfaceUse;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

constexpr std::uint64_t kMostImageBytes = std::uint64_t{2} << 30;
constexpr std::uint32_t kSets = 1024; // that are allocated before the commands are run

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// What all targets have room for: registers say no height, so that of the scissor counts, as far as the buffers reach.
Extent common_size(std::span<const BoundSurface> surfaces, const machine::r500::Capture& capture) {
    Extent size{4096, 4096};
    for (const BoundSurface& each : surfaces) {
        const Plane& plane = each.description.plane;
        size = {std::min(size.width, plane.size.width), std::min(size.height, plane.size.height)};
        const auto buffer = capture.buffers.find(each.buffer->handle.value_or(0));
        const auto blocks = blocks_of(each.description);
        if (buffer == capture.buffers.end() || !blocks || !check_layout(blocks->layout)) continue;
        const std::uint64_t room = buffer->second.size - std::min(buffer->second.size, plane.offset);
        while (size.height > 0 && bytes_of(blocks->layout, size.height) > room) {
            const std::uint64_t row = bytes_of(blocks->layout, size.height) / size.height + 1;
            const std::uint64_t over = bytes_of(blocks->layout, size.height) - room;
            size.height -= static_cast<std::uint32_t>(
                std::min<std::uint64_t>(size.height, std::max<std::uint64_t>(over / row, 1)));
        }
    }
    return size;
}

/// Pixels of the bounds of some triangles within a size.
Rectangle bounds_of(const Triangles& triangles, Extent size) {
    float left = static_cast<float>(size.width), top = static_cast<float>(size.height), right = 0, bottom = 0;
    for (const Triangle& triangle : triangles.triangles)
        for (const Corner& corner : triangle.corners) {
            left = std::min(left, corner.position[0]), right = std::max(right, corner.position[0]);
            top = std::min(top, corner.position[1]), bottom = std::max(bottom, corner.position[1]);
        }
    const auto pixel = [](float at, std::uint32_t most) {
        return static_cast<std::uint32_t>(std::clamp(at + 0.5F, 0.0F, static_cast<float>(most)));
    };
    return {pixel(left, size.width), pixel(top, size.height), pixel(right, size.width), pixel(bottom, size.height)};
}

Rectangle intersection(const Rectangle& a, const Rectangle& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

/// Twice the area, with y downwards.
float area_of(const Triangle& triangle) {
    const auto& [a, b, c] = triangle.corners;
    return (b.position[0] - a.position[0]) * (c.position[1] - a.position[1]) -
           (c.position[0] - a.position[0]) * (b.position[1] - a.position[1]);
}

/// A vertex as the pipeline reads it: a position in clip space for a viewport of that size, then varyings.
void put_vertex(float* into, const Corner& corner, Extent size, const FragmentProgram& program) {
    const float w = corner.position[3];
    *into++ = (2 * corner.position[0] / static_cast<float>(size.width) - 1) * w;
    *into++ = (2 * corner.position[1] / static_cast<float>(size.height) - 1) * w;
    *into++ = std::clamp(corner.position[2], 0.0F, 1.0F) * w;
    *into++ = w;
    for (const std::uint32_t location : program.locations) {
        const Float4 value = location < corner.varyings.size() ? corner.varyings[location] : Float4{};
        into = std::ranges::copy(value, into).out;
    }
}

void put_vertices(std::span<std::uint8_t> bytes, const Triangles& triangles, Extent size,
                  const FragmentProgram& program) {
    std::vector<float> floats(bytes.size() / sizeof(float));
    float* into = floats.data();
    const std::size_t each = vertex_bytes(program) / sizeof(float);
    for (const Triangle& triangle : triangles.triangles) {
        // The pipeline takes triangles with a positive area for front faces.
        const bool is_turned = (area_of(triangle) > 0) == triangle.is_back;
        for (const std::size_t corner : {std::size_t{0}, is_turned ? std::size_t{2} : std::size_t{1},
                                         is_turned ? std::size_t{1} : std::size_t{2}}) {
            put_vertex(into, triangle.corners[corner], size, program);
            into += each;
        }
    }
    std::memcpy(bytes.data(), floats.data(), bytes.size());
}

} // namespace

Result<std::unique_ptr<Renderer>> Renderer::make(vk::Device& device, VideoMemory& memory) {
    if (!device.info().draws) return fail(FaultKind::Device, device.info().name + " only computes");
    auto commands = Commands::make(device.handles());
    if (!commands) return std::unexpected(commands.error());
    return std::unique_ptr<Renderer>(new Renderer(device, memory, std::move(*commands)));
}

Renderer::Renderer(vk::Device& device, VideoMemory& memory, Commands commands)
    : device_(device), handles_(device.handles()), memory_(memory), commands_(std::move(commands)),
      programs_(device.target({.dialect = lang::Dialect::SpirV, .debug_lines = false}), memory.capture().is_of_mesa()),
      pipelines_(handles_), textures_(handles_, memory_, commands_) {}

void Renderer::say(std::string text) { unfaithful_.try_emplace(std::move(text), draw_); }

void Renderer::note(const machine::r500::Walker& walker) {
    clears_depth_ = clears_depth_ || walker.packet().is(machine::r500::Op::ClearZmask);
    clears_colour_ = clears_colour_ || walker.packet().is(machine::r500::Op::ClearCmask);
}

Status Renderer::draw(const Draw& draw) {
    draw_ = draw.number;
    ++statistics_.draws;
    const Status done = perform(draw);
    if (done || done.error().kind == FaultKind::Device) return done;
    ++statistics_.skipped;
    say(fmt::format("a draw is left out: {}", done.error().text));
    return {};
}

Status Renderer::perform(const Draw& draw) {
    if (const Status settled = settle_arrays(draw); !settled) return settled;
    const auto begin = std::chrono::steady_clock::now();
    const auto triangles = geometry_.triangles_of(draw, memory_.machine());
    statistics_.geometry_seconds += seconds_since(begin);
    if (!triangles) return std::unexpected(triangles.error());
    for (const std::string& text : triangles->unfaithful) say(text);
    statistics_.triangles += triangles->triangles.size();
    if (const Status cleared = fast_clear(draw.state); !cleared) return cleared;
    if (draw.state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0)
        if (const Status cleared = clear_through_depth(draw, *triangles); !cleared) return cleared;
    if (draw.state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] != 0) return resolve(draw.state);
    const auto targets = targets_of(draw.state);
    if (!targets) return std::unexpected(targets.error());
    if (triangles->triangles.empty() || (targets->colours.empty() && targets->depth == nullptr)) return {};
    const auto ready = prepare(draw, *targets);
    if (!ready) return std::unexpected(ready.error());
    return record(draw.state, *targets, *ready, *triangles);
}

/// The depth unit writes a dword to each pixel that the draw covers, at the address of depth, which lies in a colour buffer.
Status Renderer::clear_through_depth(const Draw& draw, const Triangles& triangles) {
    const BoundSurface surface = bound_depth(draw.state);
    if (!surface.buffer || !surface.buffer->handle)
        return fail(FaultKind::NotSupported, "the cleared buffer is not known");
    const Extent size = common_size(std::span(&surface, 1), memory_.capture());
    const Rectangle covered = bounds_of(triangles, size);
    std::vector<Rectangle> rectangles;
    for (const Rectangle& visible : visible_rectangles(draw.state, size))
        rectangles.push_back(intersection(visible, covered));
    SurfaceKey key{*surface.buffer->handle, surface.description, 1};
    key.description.plane.size = size;
    return fill(key, draw.state[reg::ZB_DEPTHCLEARVALUE].raw[0], rectangles);
}

Status Renderer::fill(const SurfaceKey& key, std::uint32_t value, std::span<const Rectangle> rectangles) {
    const auto range = range_of(key);
    if (!range) return std::unexpected(range.error());
    if (const Status settled = settle(*range, nullptr); !settled) return settled;
    const auto buffer = memory_.write(*range);
    if (!buffer) return std::unexpected(buffer.error());
    const auto blocks = blocks_of(key.description);
    const std::uint32_t bytes = blocks->layout.bits / 8;
    for (const Rectangle& each : rectangles)
        for (std::uint32_t y = each.top; y < each.bottom; ++y)
            for (std::uint32_t x = each.left; x < each.right; ++x) {
                const std::uint64_t at = key.description.plane.offset + offset_of(blocks->layout, x, y);
                if (at + bytes > buffer->size())
                    return fail(FaultKind::NotSupported, "the cleared surface ends after its buffer");
                for (std::uint32_t i = 0; i < bytes; ++i)
                    (*buffer)[at + i] = static_cast<std::uint8_t>(value >> 8 * (i % 4));
            }
    return {};
}

/// Fast clears wait until a draw says the value: whole buffers become it.
Status Renderer::fast_clear(const State& state) {
    const auto whole = [&](const BoundSurface& surface, std::uint32_t value) -> Status {
        if (!surface.buffer || !surface.buffer->handle) return {};
        SurfaceKey key{*surface.buffer->handle, surface.description, 1};
        key.description.plane.size = common_size(std::span(&surface, 1), memory_.capture());
        const Extent size = key.description.plane.size;
        const Rectangle all{0, 0, size.width, size.height};
        return fill(key, value, std::span(&all, 1));
    };
    if (clears_depth_ && state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__FAST_FILL] != 0) {
        clears_depth_ = false;
        if (const Status done = whole(bound_depth(state), state[reg::ZB_DEPTHCLEARVALUE].raw[0]); !done) return done;
    }
    if (clears_colour_ && state[program_reg::RB3D_CCTL][program_field::RB3D_CCTL__CMASK_ENABLE] != 0) {
        clears_colour_ = false;
        return whole(bound_colour(state, 0), state[reg::RB3D_COLOR_CLEAR_VALUE].raw[0]);
    }
    return {};
}

/// What is written back of samples is their average, so that the resolve is a copy.
Status Renderer::resolve(const State& state) {
    const BoundSurface source = bound_colour(state, 0);
    const machine::r500::BufferRef* const into = state.buffer(reg::RB3D_AARESOLVE_OFFSET);
    if (!source.buffer || !source.buffer->handle || into == nullptr || !into->handle)
        return fail(FaultKind::NotSupported, "the buffers of a resolve are not known");
    if (state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_GAMMA] != 0)
        say("a resolve averages samples without gamma");
    SurfaceKey from{*source.buffer->handle, source.description, 1};
    from.description.plane.size = common_size(std::span(&source, 1), memory_.capture());
    SurfaceKey to = from;
    to.buffer = *into->handle;
    to.description.plane.offset = state[reg::RB3D_AARESOLVE_OFFSET].raw[0] & ~31U;
    to.description.plane.pitch = 2 * state[reg::RB3D_AARESOLVE_PITCH][field::RB3D_AARESOLVE_PITCH__AARESOLVE_PITCH];
    const auto read = range_of(from), written = range_of(to);
    if (!read) return std::unexpected(read.error());
    if (!written) return std::unexpected(written.error());
    for (const ByteRange& range : {*read, *written})
        if (const Status settled = settle(range, nullptr); !settled) return settled;
    const auto bytes = memory_.read(from.buffer);
    if (!bytes) return std::unexpected(bytes.error());
    const auto rows = surface_bytes(from.description, *bytes);
    if (!rows) return std::unexpected(rows.error());
    const auto buffer = memory_.write(*written);
    if (!buffer) return std::unexpected(buffer.error());
    return store_surface_bytes(to.description, *rows, *buffer);
}

Result<Renderer::Targets> Renderer::targets_of(const State& state) {
    std::vector<BoundSurface> surfaces = machine::r500::bound_surfaces(state);
    std::erase_if(surfaces, [](const BoundSurface& each) { return each.use == SurfaceUse::Texture; });
    for (const BoundSurface& each : surfaces)
        if (!each.buffer || !each.buffer->handle)
            return fail(FaultKind::NotSupported, "the buffer of a target is not known");
    Targets targets;
    targets.size = common_size(surfaces, memory_.capture());
    targets.samples = samples_of(state);
    if (targets.size.width == 0 || targets.size.height == 0)
        return fail(FaultKind::NotSupported, "a target does not fit into its buffer");
    for (const BoundSurface& each : surfaces) {
        const auto image = image_of(each, targets.size, targets.samples);
        if (!image) return std::unexpected(image.error());
        if (each.use == SurfaceUse::Depth) {
            targets.depth = *image;
            continue;
        }
        targets.colours.push_back(*image);
        targets.views.push_back({each.unit, std::get<ColourView>(each.description.view)});
    }
    return targets;
}

/// The samples of a pixel: 2, 3, 4, 6, or the next count that the device has.
std::uint32_t Renderer::samples_of(const State& state) {
    const RegisterWord config = state[reg::GB_AA_CONFIG];
    if (config[field::GB_AA_CONFIG__AA_ENABLE] == 0) return 1;
    constexpr std::uint32_t kCounts[] = {2, 3, 4, 6};
    const std::uint32_t wanted = kCounts[config[field::GB_AA_CONFIG__NUM_AA_SUBSAMPLES]];
    VkPhysicalDeviceProperties properties{};
    handles_.vk.vkGetPhysicalDeviceProperties(handles_.physical, &properties);
    const VkSampleCountFlags has =
        properties.limits.framebufferColorSampleCounts & properties.limits.framebufferDepthSampleCounts;
    std::uint32_t samples = wanted;
    while (samples <= 64 && ((samples & (samples - 1)) != 0 || (has & samples) == 0)) ++samples;
    if (samples > 64) samples = 1;
    if (samples != wanted) say(fmt::format("{} samples a pixel are drawn as {}", wanted, samples));
    return samples;
}

Result<SurfaceImage*> Renderer::image_of(const BoundSurface& surface, Extent size, std::uint32_t samples) {
    SurfaceKey key{*surface.buffer->handle, surface.description, samples};
    key.description.plane.size = size;
    auto found = images_.find(key);
    if (found == images_.end()) {
        image_bytes_ += std::uint64_t{size.width} * size.height * 16 * samples;
        if (image_bytes_ > kMostImageBytes) return fail(FaultKind::NotSupported, "the targets need more than 2 GiB");
        auto made = SurfaceImage::make(handles_, key);
        if (!made) return std::unexpected(made.error());
        found = images_.emplace(key, std::make_unique<SurfaceImage>(std::move(*made))).first;
    }
    SurfaceImage& image = *found->second;
    if (const Status settled = settle(image.range(), &image); !settled) return std::unexpected(settled.error());
    if (image.is_out_of_date(memory_)) {
        close_pass();
        if (image.is_newer())
            if (const Status done = image.write_back(memory_, commands_); !done) return std::unexpected(done.error());
        if (const Status done = flush(); !done) return std::unexpected(done.error());
        const auto loaded = image.load(memory_, commands_);
        if (!loaded) return std::unexpected(loaded.error());
        if (!*loaded) say("what memory has of a multisampled target is replaced by its first pixel");
        ++statistics_.loads;
    }
    return &image;
}

Result<Renderer::Ready> Renderer::prepare(const Draw& draw, const Targets& targets) {
    const State& state = draw.state;
    note_left_out(state);
    Ready ready;
    const auto program = programs_.fragment(state, draw.primitive);
    if (!program) return std::unexpected(program.error());
    ready.program = *program;
    for (const std::string& text : ready.program->unfaithful) say(text);
    auto textures = bind_textures(state, *ready.program, targets);
    if (!textures) return std::unexpected(textures.error());
    ready.textures = std::move(*textures);
    for (const SurfaceImage* colour : targets.colours) ready.shape.colours.push_back(colour->format());
    if (targets.depth != nullptr) ready.shape.depth = targets.depth->format();
    ready.shape.samples = targets.samples;
    std::vector<std::string> unfaithful;
    const FixedState fixed = fixed_state(state, targets.views, unfaithful);
    for (std::string& text : unfaithful) say(std::move(text));
    ready.dynamic = dynamic_state(state, targets.views);
    ready.rectangles = visible_rectangles(state, targets.size);
    const auto layouts = pipelines_.layouts(*ready.program);
    if (!layouts) return std::unexpected(layouts.error());
    ready.layouts = *layouts;
    const auto vertex = programs_.vertex(ready.program->locations);
    if (!vertex) return std::unexpected(vertex.error());
    const auto pipeline = pipelines_.pipeline(**vertex, *ready.program, fixed, ready.shape);
    if (!pipeline) return std::unexpected(pipeline.error());
    ready.pipeline = *pipeline;
    return ready;
}

void Renderer::note_left_out(const State& state) {
    if (state.has(reg::ZB_ZPASS_ADDR)) say("occlusion counts are not written to memory");
    const BoundSurface depth = bound_depth(state);
    const bool tests_depth = state[reg::ZB_CNTL][field::ZB_CNTL__Z_ENABLE] != 0;
    if (tests_depth && std::get<DepthView>(depth.description.view).format == machine::r500::DepthFormat::Z16Float)
        say("depths of 16-bit floats are rounded when they are stored, not before the test");
    constexpr std::uint32_t kAlphaToMask = 1U << 16;
    if ((state[program_reg::FG_ALPHA_FUNC].raw[0] & kAlphaToMask) != 0) say("alpha does not mask samples");
    constexpr std::uint32_t kAllSamples = 0xffffff;
    if (state.has(reg::SC_SCREENDOOR) && (state[reg::SC_SCREENDOOR].raw[0] & kAllSamples) != kAllSamples)
        say("the mask of samples is not applied");
    if (state[program_reg::US_OUT_FMT][program_field::US_OUT_FMT__OUT_SIGN] != 0)
        say("signed channels of targets are drawn as unsigned ones");
}

Result<std::optional<VkImageView>> Renderer::drawn_texture(const BoundSurface& texture, const ByteRange& range,
                                                           const Targets& targets) {
    for (const auto& [key, image] : images_) {
        if (key.buffer != range.buffer || key.samples != 1 || !image->is_newer()) continue;
        const auto channels = seen_in_target(texture, key.description);
        if (!channels || std::ranges::find(targets.colours, image.get()) != targets.colours.end()) continue;
        if (const Status settled = settle(range, image.get()); !settled) return std::unexpected(settled.error());
        if (image->is_out_of_date(memory_)) continue;
        const auto view = image->sampled_view(*channels);
        if (!view) return std::unexpected(view.error());
        ++statistics_.drawn_textures;
        return *view;
    }
    return std::nullopt;
}

Result<std::vector<BoundTextureImage>> Renderer::bind_textures(const State& state, const FragmentProgram& program,
                                                               const Targets& targets) {
    std::vector<BoundTextureImage> all;
    for (const TextureUse& use : program.textures) {
        const BoundSurface texture = machine::r500::bound_texture(state, use.unit);
        const auto range = range_of(texture);
        if (!range) return std::unexpected(range.error());
        std::vector<std::string> unfaithful;
        const ir::Sampler sampler = sampler_of(state, use.unit, device_.info().borders, unfaithful);
        for (std::string& text : unfaithful) say(std::move(text));
        const auto drawn = drawn_texture(texture, *range, targets);
        if (!drawn) return std::unexpected(drawn.error());
        if (*drawn) {
            const auto made = textures_.sampler(sampler);
            if (!made) return std::unexpected(made.error());
            all.push_back({**drawn, VK_IMAGE_LAYOUT_GENERAL, *made});
            continue;
        }
        if (const Status settled = settle(*range, nullptr); !settled) return std::unexpected(settled.error());
        if (!textures_.is_ready(texture)) {
            close_pass();
            if (const Status done = flush(); !done) return std::unexpected(done.error());
        }
        const auto bound = textures_.bind(texture, sampler);
        if (!bound) return std::unexpected(bound.error());
        all.push_back(*bound);
    }
    return all;
}

Status Renderer::record(const State& state, const Targets& targets, const Ready& ready, const Triangles& triangles) {
    const std::uint64_t bytes = std::uint64_t{3} * triangles.triangles.size() * vertex_bytes(*ready.program);
    constexpr std::uint64_t kConstantBytes = 4096;
    if (!commands_.has_room(bytes + 2 * kConstantBytes) || sets_left_ < 3)
        if (const Status done = flush(); !done) return done;
    const auto vertices = commands_.allocate(bytes);
    if (!vertices) return std::unexpected(vertices.error());
    put_vertices(vertices->bytes, triangles, targets.size, *ready.program);
    const auto sets = descriptor_sets(state, ready);
    if (!sets) return std::unexpected(sets.error());
    if (const Status opened = open_pass(targets, ready.shape); !opened) return opened;
    const auto record = commands_.get();
    if (!record) return std::unexpected(record.error());
    const vk::Functions& vk = handles_.vk;
    vk.vkCmdBindPipeline(*record, VK_PIPELINE_BIND_POINT_GRAPHICS, ready.pipeline);
    vk.vkCmdBindDescriptorSets(*record, VK_PIPELINE_BIND_POINT_GRAPHICS, ready.layouts->pipeline.get(), 0,
                               static_cast<std::uint32_t>(sets->size()), sets->data(), 0, nullptr);
    VkBuffer buffer = commands_.buffer();
    vk.vkCmdBindVertexBuffers(*record, 0, 1, &buffer, &vertices->offset);
    const VkViewport viewport{0, 0, static_cast<float>(targets.size.width), static_cast<float>(targets.size.height),
                              0, 1};
    vk.vkCmdSetViewport(*record, 0, 1, &viewport);
    vk.vkCmdSetBlendConstants(*record, ready.dynamic.blend_constants.data());
    for (const auto& [face, values] : {std::pair(VK_STENCIL_FACE_FRONT_BIT, ready.dynamic.front),
                                       std::pair(VK_STENCIL_FACE_BACK_BIT, ready.dynamic.back)}) {
        vk.vkCmdSetStencilReference(*record, face, values.reference);
        vk.vkCmdSetStencilCompareMask(*record, face, values.mask);
        vk.vkCmdSetStencilWriteMask(*record, face, values.write_mask);
    }
    for (const Rectangle& each : ready.rectangles) {
        const VkRect2D scissor{{static_cast<std::int32_t>(each.left), static_cast<std::int32_t>(each.top)},
                               {each.right - each.left, each.bottom - each.top}};
        vk.vkCmdSetScissor(*record, 0, 1, &scissor);
        vk.vkCmdDraw(*record, static_cast<std::uint32_t>(3 * triangles.triangles.size()), 1, 0, 0);
    }
    for (SurfaceImage* colour : targets.colours) colour->drawn();
    if (targets.depth != nullptr) targets.depth->drawn();
    return {};
}

Result<std::vector<VkDescriptorSet>> Renderer::descriptor_sets(const State& state, const Ready& ready) {
    std::vector<VkDescriptorSetLayout> layouts;
    for (const auto& layout : ready.layouts->sets) layouts.push_back(layout.get());
    std::vector<VkDescriptorSet> sets(layouts.size());
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool_.get();
    info.descriptorSetCount = static_cast<std::uint32_t>(layouts.size());
    info.pSetLayouts = layouts.data();
    const VkResult result = handles_.vk.vkAllocateDescriptorSets(handles_.device, &info, sets.data());
    if (auto done = vk::check("vkAllocateDescriptorSets", result); !done) return std::unexpected(done.error());
    sets_left_ -= info.descriptorSetCount;
    std::vector<VkWriteDescriptorSet> writes;
    const auto write = [&](std::uint32_t set, std::uint32_t binding, VkDescriptorType type) -> VkWriteDescriptorSet& {
        VkWriteDescriptorSet& made = writes.emplace_back();
        made.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        made.dstSet = sets[set], made.dstBinding = binding;
        made.descriptorCount = 1, made.descriptorType = type;
        return made;
    };
    VkDescriptorBufferInfo constants{};
    if (ready.program->reads_constants) {
        const auto& values = state.fragment_constants.dwords;
        const auto piece = commands_.allocate(sizeof values);
        if (!piece) return std::unexpected(piece.error());
        std::memcpy(piece->bytes.data(), values.data(), sizeof values);
        constants = {commands_.buffer(), piece->offset, sizeof values};
        write(kConstantSet, kConstantBinding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER).pBufferInfo = &constants;
    }
    std::vector<VkDescriptorImageInfo> images;
    for (const BoundTextureImage& each : ready.textures) images.push_back({each.sampler, each.view, each.layout});
    for (std::size_t i = 0; i < images.size(); ++i)
        write(kTextureSet, ready.program->textures[i].unit, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER).pImageInfo =
            &images[i];
    handles_.vk.vkUpdateDescriptorSets(handles_.device, static_cast<std::uint32_t>(writes.size()), writes.data(), 0,
                                       nullptr);
    return sets;
}

Status Renderer::open_pass(const Targets& targets, const PassShape& shape) {
    std::vector<VkImageView> views;
    for (const SurfaceImage* colour : targets.colours) views.push_back(colour->view());
    if (targets.depth != nullptr) views.push_back(targets.depth->view());
    if (views == open_) return {};
    close_pass();
    const auto pass = pipelines_.pass(shape);
    if (!pass) return std::unexpected(pass.error());
    const auto framebuffer = pipelines_.framebuffer(shape, views, {targets.size.width, targets.size.height});
    if (!framebuffer) return std::unexpected(framebuffer.error());
    const auto record = commands_.get();
    if (!record) return std::unexpected(record.error());
    record_full_barrier(handles_, *record);
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = *pass;
    begin.framebuffer = *framebuffer;
    begin.renderArea = {{0, 0}, {targets.size.width, targets.size.height}};
    handles_.vk.vkCmdBeginRenderPass(*record, &begin, VK_SUBPASS_CONTENTS_INLINE);
    open_ = std::move(views);
    return {};
}

void Renderer::close_pass() {
    if (open_.empty()) return;
    if (const auto record = commands_.get()) handles_.vk.vkCmdEndRenderPass(*record);
    open_.clear();
}

Status Renderer::flush() {
    close_pass();
    if (const Status done = commands_.flush(); !done) return done;
    if (pool_.get() != VK_NULL_HANDLE && sets_left_ == kSets) return {};
    constexpr VkDescriptorPoolSize kSizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kSets},
                                               {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 8 * kSets}};
    auto pool = vk::make_pool(handles_, kSizes, kSets);
    if (!pool) return std::unexpected(pool.error());
    pool_ = std::move(*pool);
    sets_left_ = kSets;
    return {};
}

Status Renderer::settle(const ByteRange& range, const SurfaceImage* except) {
    for (const auto& [key, image] : images_) {
        if (image.get() == except || !image->is_newer() || !image->range().overlaps(range)) continue;
        close_pass();
        if (const Status done = image->write_back(memory_, commands_); !done) return done;
        ++statistics_.write_backs;
    }
    return {};
}

Status Renderer::settle(std::optional<std::uint32_t> buffer) {
    for (const auto& [key, image] : images_) {
        if (!image->is_newer() || (buffer && image->range().buffer != *buffer)) continue;
        close_pass();
        if (const Status done = image->write_back(memory_, commands_); !done) return done;
        ++statistics_.write_backs;
    }
    return flush();
}

/// Vertices and indices may have been drawn.
Status Renderer::settle_arrays(const Draw& draw) {
    std::set<std::uint32_t> buffers;
    for (const machine::r500::VertexArray& array : draw.state.arrays)
        if (array.buffer && array.buffer->handle) buffers.insert(*array.buffer->handle);
    if (draw.indices.buffer && draw.indices.buffer->handle) buffers.insert(*draw.indices.buffer->handle);
    for (const std::uint32_t buffer : buffers)
        if (const Status done = settle({buffer, 0, ~std::uint64_t{0}}, nullptr); !done) return done;
    return {};
}

Statistics Renderer::statistics() const {
    Statistics all = statistics_;
    all.translations = programs_.translated(), all.translation_seconds = programs_.seconds();
    all.pipelines = pipelines_.made(), all.pipeline_seconds = pipelines_.seconds();
    all.submissions = commands_.submissions(), all.device_seconds = commands_.seconds();
    all.texture_uploads = textures_.uploads();
    return all;
}

} // namespace relit::render::r500
