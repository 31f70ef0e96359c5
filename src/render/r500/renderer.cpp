#include "render/r500/renderer.hpp"

#include "render/r500/left_out.hpp"
#include "render/r500/program/vertex_data.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::ColourView;
using machine::r500::Draw;
using machine::r500::State;
using machine::r500::SurfaceUse;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

DepthRounding depth_rounding(const SurfaceImage* depth) {
    if (depth == nullptr) return DepthRounding::None;
    const auto& view = std::get<machine::r500::DepthView>(depth->key().description.view);
    if (view.format != machine::r500::DepthFormat::Z16Float) return DepthRounding::None;
    return view.counts_zeros ? DepthRounding::Zeros : DepthRounding::Ones;
}

/// Targets that the program gives no colour to keep what they have: what the chip stores there is not known.
FixedState only_written(FixedState fixed, std::uint32_t written, std::vector<std::string>& approximate) {
    for (std::size_t i = 0; i < fixed.targets.size(); ++i) {
        if ((written >> i & 1) != 0 || fixed.targets[i].written == 0) continue;
        Notes(approximate).say("a target keeps its colours where the program has none for it");
        fixed.targets[i].written = 0;
    }
    return fixed;
}

/// A device with less than a card draws what it can.
FixedState able(FixedState fixed, const vk::DeviceInfo& device, std::vector<std::string>& approximate) {
    if (fixed.has_logic && !device.has_logic) {
        Notes(approximate).say("the device has no logic operations");
        fixed.has_logic = false;
    }
    const bool differs =
        std::ranges::any_of(fixed.targets, [&](const TargetState& each) { return each != fixed.targets[0]; });
    if (differs && !device.blends_apart) {
        Notes(approximate).say("the device blends and masks all targets as the first");
        for (TargetState& each : fixed.targets) each = fixed.targets[0];
    }
    return fixed;
}

/// Images that the device has in no narrower format are rounded between draws, and only where they have one sample.
void note_finer(std::span<SurfaceImage* const> colours, const FixedState& fixed,
                std::vector<std::string>& approximate) {
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const bool reads = fixed.targets[i].blends || fixed.has_logic;
        if (reads && colours[i]->is_finer())
            Notes(approximate).say("what a draw blends over itself has more bits than the target stores");
        if (reads && colours[i]->is_finer() && colours[i]->key().samples > 1)
            Notes(approximate).say("samples have more bits than the target stores until they are resolved");
    }
}

} // namespace

Result<std::unique_ptr<Renderer>> Renderer::make(vk::Device& device, VideoMemory& memory,
                                                 std::shared_ptr<Prepared> prepared) {
    if (!device.info().draws) return fail(FaultKind::Device, device.info().name + " only computes");
    auto commands = Commands::make(device.handles());
    if (!commands) return std::unexpected(commands.error());
    return std::unique_ptr<Renderer>(new Renderer(device, memory, std::move(*commands), std::move(prepared)));
}

Renderer::Renderer(vk::Device& device, VideoMemory& memory, Commands commands, std::shared_ptr<Prepared> prepared)
    : device_(device), handles_(device.handles()), memory_(memory), prepared_(std::move(prepared)),
      commands_(std::move(commands)), textures_(handles_, memory_, commands_), images_(handles_, memory_, commands_),
      fills_(memory_, images_), descriptors_(handles_, commands_), occlusion_(handles_, commands_),
      stage_counter_(handles_, commands_) {
    prepared_before_ = statistics();
}

void Renderer::say(std::string text) { approximate_.try_emplace(std::move(text), draw_); }
void Renderer::say(std::vector<std::string> texts) {
    for (std::string& text : texts) say(std::move(text));
}

Status Renderer::note(const machine::r500::Walker& walker) {
    const machine::r500::Packet& packet = walker.packet();
    fills_.note(packet);
    if (packet.kind != machine::r500::PacketKind::Registers) return {};
    for (std::size_t i = 0; i < packet.body.size(); ++i) {
        const std::uint32_t number = packet.register_of(i);
        if (number == reg::ZB_ZPASS_DATA) occlusion_.set(packet.body[i]);
        if (number != reg::ZB_ZPASS_ADDR) continue;
        const Status stored = store_count(walker);
        if (stored) continue;
        if (stored.error().kind == FaultKind::Device) return stored;
        say(fmt::format("ZB_ZPASS_ADDR: a count is not stored: {}", stored.error().text));
    }
    return {};
}

/// Each pipe that takes writes of registers stores its own count. Which pipe draws a pixel is not known: all are taken to be the
/// first one's, so that the sum over the pipes is right.
Status Renderer::store_count(const machine::r500::Walker& walker) {
    const State& state = walker.state();
    const machine::r500::BufferRef* const into = state.buffer(reg::ZB_ZPASS_ADDR);
    if (into == nullptr || !into->handle) return fail(FaultKind::NotSupported, "its buffer is not known");
    if (!occlusion_.counts()) return fail(FaultKind::NotSupported, "no packet has set the counter");
    const bool by_depth_pipe = memory_.capture().is_rv530() && state.has(reg::FG_ZBREG_DEST);
    const std::uint32_t selector = by_depth_pipe ? reg::FG_ZBREG_DEST : reg::SU_REG_DEST;
    const bool is_first = !state.has(selector) || (state[selector].raw[0] & 1) != 0;
    if (!is_first) say("ZB_ZPASS_ADDR: the first pipe counts the samples of all");
    const auto count = occlusion_.count();
    if (!count) return std::unexpected(count.error());
    const std::uint64_t at = state[reg::ZB_ZPASS_ADDR].raw[0];
    const ByteRange range{*into->handle, at, at + 4};
    if (const Status done = images_.write_back(range); !done) return done;
    const auto bytes = memory_.read(*into->handle);
    if (!bytes) return std::unexpected(bytes.error());
    if (bytes->size() < range.end) return fail(FaultKind::NotSupported, "its address lies outside of the buffer");
    const auto buffer = memory_.write(range);
    if (!buffer) return std::unexpected(buffer.error());
    for (std::size_t i = 0; i < 4; ++i) (*buffer)[at + i] = static_cast<std::uint8_t>(is_first ? *count >> 8 * i : 0);
    return {};
}

Status Renderer::draw(const Draw& draw) {
    draw_ = draw.number;
    counts_ = {};
    ++statistics_.draws;
    const Status done = perform(draw);
    if (done || done.error().kind == FaultKind::Device) return done;
    ++statistics_.skipped;
    say(fmt::format("a draw is left out: {}", done.error().text));
    return {};
}

Status Renderer::perform(const Draw& draw) {
    const State& state = draw.state;
    if (const Status done = write_back_arrays(draw); !done) return done;
    const auto begin = std::chrono::steady_clock::now();
    const auto triangles = geometry_.triangles_of(draw, memory_.machine());
    statistics_.geometry_seconds += seconds_since(begin);
    if (!triangles) return std::unexpected(triangles.error());
    say(triangles->approximate);
    count_primitives(draw, *triangles);
    statistics_.triangles += triangles->triangles.size();
    if (const Status cleared = clear_before(draw); !cleared) return cleared;
    if (state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0) {
        const auto cleared_pixels = fills_.clear_through_depth(state, *triangles);
        if (!cleared_pixels) return std::unexpected(cleared_pixels.error());
        add_stored(*cleared_pixels);
    }
    if (state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] != 0) {
        std::vector<std::string> approximate;
        const auto resolved = fills_.resolve(state, Notes(approximate));
        say(std::move(approximate));
        if (!resolved) return std::unexpected(resolved.error());
        add_stored(*resolved);
        return {};
    }
    return draw_triangles(draw, *triangles);
}

Status Renderer::clear_before(const Draw& draw) {
    std::vector<std::string> approximate;
    const Status cleared = fills_.fast_clear(draw.state, Notes(approximate));
    say(std::move(approximate));
    return cleared;
}

Status Renderer::draw_triangles(const Draw& draw, const Triangles& triangles) {
    const auto targets = targets_of(draw.state);
    if (!targets) return std::unexpected(targets.error());
    if (triangles.triangles.empty()) return {};
    if (targets->colours.empty() && targets->depth == nullptr)
        return counting_ == Counting::Off ? Status() : count_without_targets(draw, triangles);
    const auto ready = prepare(draw, *targets);
    if (!ready) return std::unexpected(ready.error());
    if (counting_ != Counting::Off) return record_counted(draw, *targets, *ready, triangles);
    return record(draw.state, *targets, *ready, triangles);
}

/// Vertices and indices may have been drawn.
Status Renderer::write_back_arrays(const Draw& draw) {
    std::set<std::uint32_t> buffers;
    for (const machine::r500::VertexArray& array : draw.state.arrays)
        if (array.buffer && array.buffer->handle) buffers.insert(*array.buffer->handle);
    if (draw.indices.buffer && draw.indices.buffer->handle) buffers.insert(*draw.indices.buffer->handle);
    for (const std::uint32_t buffer : buffers)
        if (const Status done = images_.write_back(buffer); !done) return done;
    return {};
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
        const auto found = images_.current(key_of(each, targets.size, targets.samples));
        if (!found) return std::unexpected(found.error());
        if (found->lost_samples) say("what memory has of a multisampled target is replaced by its first pixel");
        if (each.use == SurfaceUse::Depth) {
            targets.depth = found->image;
            continue;
        }
        targets.colours.push_back(found->image);
        targets.views.push_back({each.unit, std::get<ColourView>(each.description.view)});
    }
    return targets;
}

/// The samples of a pixel: 2, 3, 4, 6, or the next count that the device has.
std::uint32_t Renderer::samples_of(const State& state) {
    const machine::r500::RegisterWord config = state[reg::GB_AA_CONFIG];
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

Result<const FragmentProgram*> Renderer::program_of(const State& state, machine::r500::Primitive primitive,
                                                    const Targets& targets) {
    return prepared_->programs.fragment(state,
                                        {primitive, memory_.capture().is_of_mesa(), depth_rounding(targets.depth)});
}

Result<Renderer::Ready> Renderer::prepare(const Draw& draw, const Targets& targets) {
    const State& state = draw.state;
    say(left_out(state));
    Ready ready;
    const auto program = program_of(state, draw.primitive, targets);
    if (!program) return std::unexpected(program.error());
    ready.program = *program;
    say(ready.program->approximate);
    note_frame(state, *ready.program);
    if (targets.depth != nullptr && ready.program->kills && state[reg::ZB_ZTOP][field::ZB_ZTOP__ZTOP] != 0)
        say("ZB_ZTOP: depth is tested after the program, which kills pixels or gives them a depth");
    auto textures = bind_textures(state, *ready.program, targets);
    if (!textures) return std::unexpected(textures.error());
    ready.textures = std::move(*textures);
    for (const SurfaceImage* colour : targets.colours) ready.shape.colours.push_back(colour->format());
    if (targets.depth != nullptr) ready.shape.depth = targets.depth->format();
    ready.shape.samples = targets.samples;
    std::vector<std::string> approximate;
    const FixedState wanted =
        only_written(fixed_state(state, targets.views, approximate), ready.program->written_colours, approximate);
    ready.fixed = able(wanted, device_.info(), approximate);
    note_finer(targets.colours, ready.fixed, approximate);
    say(std::move(approximate));
    ready.dynamic = dynamic_state(state, targets.views);
    ready.rectangles = visible_rectangles(state, targets.size);
    ready.bounds = {0, 0, targets.size.width, targets.size.height};
    if (const Status made = make_pipeline(ready); !made) return std::unexpected(made.error());
    return ready;
}

Status Renderer::make_pipeline(Ready& ready) {
    auto& [programs, pipelines] = *prepared_;
    const auto layouts = pipelines.layouts(*ready.program);
    if (!layouts) return std::unexpected(layouts.error());
    ready.layouts = *layouts;
    const auto vertex = programs.vertex(ready.program->locations);
    if (!vertex) return std::unexpected(vertex.error());
    const auto pipeline = pipelines.pipeline(**vertex, *ready.program, ready.fixed, ready.shape);
    if (!pipeline) return std::unexpected(pipeline.error());
    ready.pipeline = *pipeline;
    return {};
}

/// Mesa's driver writes the highest number of a temporary, others how many there are; none writes 0.
void Renderer::note_frame(const State& state, const FragmentProgram& program) {
    const std::uint32_t size = state[reg::US_PIXSIZE][field::US_PIXSIZE__PIX_SIZE];
    if (state.has(reg::US_PIXSIZE) && size < std::max(program.temporaries, 2U) - 1)
        say("US_PIXSIZE: programs have all the temporaries that they name");
}

Result<std::vector<BoundTextureImage>> Renderer::bind_textures(const State& state, const FragmentProgram& program,
                                                               const Targets& targets) {
    std::vector<BoundTextureImage> all;
    for (const TextureUse& use : program.textures) {
        const auto bound = bind_texture(state, use.unit, targets);
        if (!bound) return std::unexpected(bound.error());
        all.push_back(*bound);
    }
    return all;
}

Result<BoundTextureImage> Renderer::bind_texture(const State& state, std::uint32_t unit, const Targets& targets) {
    const BoundSurface texture = machine::r500::bound_texture(state, unit);
    const auto range = range_of(texture);
    if (!range) return std::unexpected(range.error());
    std::vector<std::string> approximate;
    const bool is_of_mesa = memory_.capture().is_of_mesa();
    const UnitSampler wanted = sampler_of(state, unit, device_.info(), is_of_mesa, approximate);
    say(std::move(approximate));
    if (wanted.shows_border) return textures_.bind_border(texture.shape.kind, wanted);
    const auto sampler = textures_.sampler(wanted);
    if (!sampler) return std::unexpected(sampler.error());
    // Where channels are exchanged, whether a border is too depends on the device: those are uploaded.
    if (!has_border(wanted.sampler)) {
        const auto drawn = images_.texture_of(texture, *range, targets.colours);
        if (!drawn) return std::unexpected(drawn.error());
        if (*drawn) {
            ++statistics_.drawn_textures;
            return BoundTextureImage{**drawn, VK_IMAGE_LAYOUT_GENERAL, *sampler};
        }
    }
    if (const Status done = images_.write_back(*range); !done) return std::unexpected(done.error());
    return textures_.bind(texture, *sampler);
}

Result<VkCommandBuffer> Renderer::bind(const State& state, const Targets& targets, const Ready& ready,
                                       const Triangles& triangles) {
    const std::uint64_t bytes = std::uint64_t{3} * triangles.triangles.size() * vertex_bytes(*ready.program);
    if (!commands_.has_room(bytes + Descriptors::kConstantBytes))
        if (const Status done = commands_.flush(); !done) return std::unexpected(done.error());
    if (const Status done = descriptors_.make_room(); !done) return std::unexpected(done.error());
    if (const Status done = occlusion_.make_room(); !done) return std::unexpected(done.error());
    const auto vertices = commands_.allocate(bytes);
    if (!vertices) return std::unexpected(vertices.error());
    put_vertices(vertices->bytes, triangles, targets.size, *ready.program);
    const auto sets = descriptors_.sets(state, *ready.program, *ready.layouts, ready.textures);
    if (!sets) return std::unexpected(sets.error());
    const auto opened = open_pass(targets, ready.shape);
    if (!opened) return std::unexpected(opened.error());
    const vk::Functions& vk = handles_.vk;
    vk.vkCmdBindPipeline(*opened, VK_PIPELINE_BIND_POINT_GRAPHICS, ready.pipeline);
    vk.vkCmdBindDescriptorSets(*opened, VK_PIPELINE_BIND_POINT_GRAPHICS, ready.layouts->pipeline.get(), 0,
                               static_cast<std::uint32_t>(sets->size()), sets->data(), 0, nullptr);
    VkBuffer buffer = commands_.buffer();
    vk.vkCmdBindVertexBuffers(*opened, 0, 1, &buffer, &vertices->offset);
    record_dynamic_state(handles_, *opened, ready.dynamic, {targets.size.width, targets.size.height});
    return *opened;
}

void Renderer::draw_rectangles(VkCommandBuffer commands, const Ready& ready, std::uint32_t first,
                               std::uint32_t triangles) const {
    for (const Rectangle& each : ready.rectangles) {
        const VkRect2D scissor{{static_cast<std::int32_t>(each.left), static_cast<std::int32_t>(each.top)},
                               {each.right - each.left, each.bottom - each.top}};
        handles_.vk.vkCmdSetScissor(commands, 0, 1, &scissor);
        handles_.vk.vkCmdDraw(commands, 3 * triangles, 1, 3 * first, 0);
    }
}

Status Renderer::record(const State& state, const Targets& targets, const Ready& ready, const Triangles& triangles) {
    const auto record = bind(state, targets, ready, triangles);
    if (!record) return std::unexpected(record.error());
    occlusion_.begin(*record);
    draw_rectangles(*record, ready, 0, static_cast<std::uint32_t>(triangles.triangles.size()));
    occlusion_.end(*record);
    note_drawn(targets);
    return {};
}

void Renderer::note_drawn(const Targets& targets) {
    for (SurfaceImage* colour : targets.colours) colour->drawn();
    if (targets.depth != nullptr) targets.depth->drawn();
}

Result<VkFramebuffer> Renderer::framebuffer(const Targets& targets, const PassShape& shape) {
    std::vector<VkImageView> views;
    for (const SurfaceImage* colour : targets.colours) views.push_back(colour->view());
    if (targets.depth != nullptr) views.push_back(targets.depth->view());
    if (const auto found = framebuffers_.find(views); found != framebuffers_.end()) return found->second.get();
    const auto pass = prepared_->pipelines.pass(shape);
    if (!pass) return std::unexpected(pass.error());
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.renderPass = *pass;
    info.attachmentCount = static_cast<std::uint32_t>(views.size());
    info.pAttachments = views.data();
    info.width = targets.size.width;
    info.height = targets.size.height;
    info.layers = 1;
    VkFramebuffer made = VK_NULL_HANDLE;
    const VkResult result = handles_.vk.vkCreateFramebuffer(handles_.device, &info, nullptr, &made);
    if (auto done = vk::check("vkCreateFramebuffer", result); !done) return std::unexpected(done.error());
    framebuffers_.emplace(views, vk::Owned<VkFramebuffer>(handles_.device, made, handles_.vk.vkDestroyFramebuffer));
    return made;
}

Result<VkCommandBuffer> Renderer::open_pass(const Targets& targets, const PassShape& shape) {
    const auto pass = prepared_->pipelines.pass(shape);
    if (!pass) return std::unexpected(pass.error());
    const auto framebuffer = this->framebuffer(targets, shape);
    if (!framebuffer) return std::unexpected(framebuffer.error());
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = *pass;
    begin.framebuffer = *framebuffer;
    begin.renderArea = {{0, 0}, {targets.size.width, targets.size.height}};
    return commands_.in_pass(begin);
}

Status Renderer::write_back(std::optional<std::uint32_t> buffer) {
    if (const Status done = images_.write_back(buffer); !done) return done;
    return commands_.flush();
}

Statistics Renderer::statistics() const {
    const auto& [programs, pipelines] = *prepared_;
    Statistics all = statistics_;
    all.translations = programs.translated() - prepared_before_.translations;
    all.translation_seconds = programs.seconds() - prepared_before_.translation_seconds;
    all.pipelines = pipelines.made() - prepared_before_.pipelines;
    all.pipeline_seconds = pipelines.seconds() - prepared_before_.pipeline_seconds;
    all.submissions = commands_.submissions(), all.device_seconds = commands_.seconds();
    all.loads = images_.loads(), all.write_backs = images_.write_backs();
    all.texture_uploads = textures_.uploads(), all.upload_seconds = textures_.seconds();
    return all;
}

} // namespace relit::render::r500
