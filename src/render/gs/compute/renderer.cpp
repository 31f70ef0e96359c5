#include "render/gs/compute/renderer.hpp"

#include "render/gs/compute/records/state.hpp"
#include "render/gs/reference/sample_drawing.hpp"

#include <algorithm>

namespace relit::render::gs::compute {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
using reference::draw_samples;

template <class... F>
struct Each : F... {
    using F::operator()...;
};

constexpr std::array kBarrierNames{
#define BARRIER(name, printed, next) std::string_view(printed),
#include "render/gs/compute/barriers.inc"
#undef BARRIER
};

/// Adds the time that its scope takes.
class Stopwatch {
public:
    explicit Stopwatch(std::chrono::nanoseconds& sum) : sum_(sum) {}
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;
    ~Stopwatch() { sum_ += std::chrono::steady_clock::now() - start_; }

private:
    std::chrono::nanoseconds& sum_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace

Renderer::Renderer(const reference::Rules& rules, Pipeline pipeline, const Settings& settings)
    : rules_(rules), when_(settings.barriers), pipeline_(std::move(pipeline)),
      memory_(Memory::over(pipeline_.memory())), textures_(pipeline_.texels()), batch_(rules, settings.samples) {
    if (settings.samples == 1) return;
    samples_ = std::make_unique<Samples>(settings.samples, pipeline_.planes(), pipeline_.transferred());
    memory_.set_written(&samples_->transferred());
}

/// What is on its way uses what goes now.
Renderer::~Renderer() { status_ = pipeline_.wait(submitted()); }

Result<std::unique_ptr<gs::Renderer>> Renderer::make(const reference::Rules& rules, const vk::DeviceOptions& options,
                                                     const Settings& settings) {
    auto device = vk::Device::open(options);
    if (!device) return std::unexpected(device.error());
    auto pipeline = Pipeline::make(std::move(*device), rules, settings.samples);
    if (!pipeline) return std::unexpected(pipeline.error());
    return std::unique_ptr<gs::Renderer>(new Renderer(rules, std::move(*pipeline), settings));
}

void Renderer::perform(const Work& work, std::span<const DrawState> states) {
    std::visit(Each{[&](const Draw& one) { draw(one, states[one.state]); },
                    [&](const LoadPalette& one) {
                        ++counts_.palettes;
                        finish_for(accesses_of(one), Barrier::Palette);
                        clut_.load(memory_, one.tex0, one.texclut);
                        textures_.loaded_palette();
                    },
                    [&](const StartTransfer& one) { start(one); }, [&](const TransferData& one) { take(one); },
                    [&](const ReadBack& one) { skip_back(one.qwords); }, [&](const Vsync&) { snapping_.forget(); }},
               work);
}

void Renderer::draw(const Draw& draw, const DrawState& state) {
    ++counts_.primitives;
    const bool snaps = samples_ == nullptr || snapping_.snaps(draw, state);
    RenderTarget target(state, pixels_of(draw, state));
    if (samples_) target.split_keep = split_keep_of(machine::gs::kept_of(state.frame));
    if (target.box.is_empty()) return;
    if (!target.is_one_to_one() || (target.may_mix() && mixes_buffers(accesses_of(draw, state))))
        return draw_alone(draw, state, snaps);
    const bool textured = state.prim[Prim::textured];
    if (textured) ready_texture(draw, state);
    make_room(state, target);
    const auto covered = batch_.add(draw, state, textured ? &textures_.current() : nullptr, snaps);
    if (!covered) return draw_alone(draw, state, snaps);
    counts_.pixels += *covered;
    pass_draws_.add(counts_.primitives);
    if (when_ == Barriers::Always) end_pass(Barrier::Always);
}

/// The order of its pixels decides, and no device keeps one; or its numbers are larger than records hold.
void Renderer::draw_alone(const Draw& draw, const DrawState& state, bool snaps) {
    finish(Barrier::Order);
    ++alone_;
    counts_.pixels += samples_ ? draw_samples(*samples_, memory_, clut_, draw, state, snaps, rules_)
                               : reference::draw(memory_, clut_, state, draw.vertices, nullptr, rules_);
    wrote(accesses_of(draw, state));
}

/// Texels of this primitive are those that memory has now.
void Renderer::ready_texture(const Draw& draw, const DrawState& state) {
    const TextureReach reach = reach_of(draw, state);
    if (textures_.has(state, reach)) return;
    const TextureReach squares = Textures::in_squares(state, reach);
    finish_for(Textures::accesses_of(state, squares), Barrier::Texture);
    const auto add = [&] {
        const Stopwatch time(decoded_);
        return textures_.add(state, squares, memory_, clut_);
    };
    if (add()) return;
    finish(Barrier::Full);
    textures_.clear();
    (void)add();
}

void Renderer::make_room(const DrawState& state, const RenderTarget& target) {
    RenderTarget both = target_;
    both.add(target);
    if (batch_.is_full())
        submit(Barrier::Full);
    else if (!target_.box.is_empty() && (!target_.fits(target) || !both.is_one_to_one()))
        end_pass(Barrier::Target);
    note(state, target);
    if (target_.box.is_empty())
        target_ = target;
    else
        target_.add(target);
}

namespace {

/// Outwards to whole pages of 64 by 32 pixels, inside the scissor: few boxes are told apart.
Box in_pages(const Box& box, const Scissor& scissor) {
    const auto at = [&](const Field<std::uint32_t>& field) { return static_cast<std::int32_t>(scissor[field]); };
    return {std::max(box.x0 & ~63, at(Scissor::x0)), std::max(box.y0 & ~31, at(Scissor::y0)),
            std::min(box.x1 | 63, at(Scissor::x1)), std::min(box.y1 | 31, at(Scissor::y1))};
}

void add(std::vector<Access>& to, const Buffer& buffer, const Box& box, std::uint32_t keep) {
    const auto number = [](std::int32_t at) { return static_cast<std::uint32_t>(at); };
    const std::vector<PageBlocks> blocks =
        blocks_of(buffer, number(box.x0), number(box.y0), number(box.x1 - box.x0 + 1), number(box.y1 - box.y0 + 1));
    const std::vector<Access> some = accesses_of(Use::FrameWrite, buffer, blocks, keep);
    to.insert(to.end(), some.begin(), some.end());
}

std::vector<Access> frame_accesses(const RenderTarget& target, std::uint32_t keep) {
    std::vector<Access> accesses;
    add(accesses, target.frame, target.box, keep);
    if (target.uses_depth) add(accesses, target.depth, target.box, 0);
    return accesses;
}

} // namespace

/// Notes what a primitive draws to, unless that is known already. Whoever reads a pixel writes it too: there is no use to tell
/// both apart.
void Renderer::note(const DrawState& state, const RenderTarget& target) {
    const bool reads = state.test[Test::destination_on] || state.prim[Prim::blended] || state.prim[Prim::antialiased];
    const std::uint32_t keep = reads ? 0 : machine::gs::kept_of(state.frame);
    const bool is_same = noted_.frame == target.frame && noted_.keep == keep &&
                         (!target.uses_depth || (noted_.uses_depth && noted_.depth == target.depth));
    if (is_same && contains(noted_.box, target.box)) return;
    RenderTarget noted = target;
    noted.box = in_pages(target.box, state.scissor);
    std::vector<Access> accesses = frame_accesses(noted, keep);
    // Where the frame lies on the depth buffer in these pages, though not where this primitive draws, the next one is asked too.
    if (noted.may_mix() && mixes_buffers(accesses)) noted.box = target.box, accesses = frame_accesses(noted, keep);
    if (pass_.ask(accesses) != Finish::Nothing) end_pass(Barrier::Overlap);
    (void)pass_.note(accesses);
    for (const Access& access : accesses) {
        pass_pages_.set(access.page % kPages);
        drawn_at_[access.page % kPages] = submitted() + 1;
    }
    pass_waits_ = pass_waits_ || when_ == Barriers::Always || (pass_pages_ & unordered_pages_).any();
    wrote(accesses);
    // Passes keep their order among each other, whatever their surfaces: none is forgotten for another.
    for (Access& access : accesses) access.surface = 0;
    (void)drawn_.note(accesses);
    noted_ = {target.frame, target.depth, target.uses_depth, keep, noted.box};
}

void Renderer::wrote(std::span<const Access> accesses) {
    for (const Access& access : accesses)
        if (access.use == Use::FrameWrite || access.use == Use::CopyWrite || access.use == Use::HostWrite)
            textures_.wrote(access.page);
}

void Renderer::end_pass(Barrier reason) {
    if (!target_.box.is_empty()) {
        ++barriers_[static_cast<std::size_t>(reason)];
        ++passes_;
        waits_ += pass_waits_ ? 1 : 0;
    }
    batch_.end_pass(target_, pass_draws_, pass_waits_);
    unordered_pages_ = pass_waits_ ? pass_pages_ : unordered_pages_ | pass_pages_;
    pass_pages_.reset();
    pass_waits_ = false;
    pass_.forget(Finish::Drawing);
    target_ = {}, noted_ = {}, pass_draws_ = {};
}

void Renderer::submit(Barrier reason) {
    end_pass(reason);
    if (!batch_.is_empty()) {
        ++submissions_;
        if (status_) status_ = pipeline_.submit(batch_);
        last_batch_ = submitted();
    }
    batch_.clear();
    unordered_pages_.reset();
}

void Renderer::reach(Timeline value, Barrier reason) {
    if (value > submitted()) submit(reason);
    const Stopwatch time(waited_);
    const Status done = pipeline_.wait(value);
    if (status_) status_ = done;
    if (pipeline_.timeline().reached() >= last_batch_ && target_.box.is_empty() && batch_.is_empty())
        drawn_.forget(Finish::Drawing);
}

void Renderer::finish_for(std::span<const Access> accesses, Barrier reason) {
    const bool overlaps_drawing = drawn_.ask(accesses) != Finish::Nothing;
    Timeline value = 0;
    for (const Access& access : accesses) {
        const std::size_t page = access.page % kPages;
        if (overlaps_drawing) value = std::max(value, drawn_at_[page]);
        if (access.use == Use::HostWrite || access.use == Use::CopyWrite) value = std::max(value, read_at_[page]);
    }
    if (value > pipeline_.timeline().reached()) reach(value, reason);
}

void Renderer::finish(Barrier reason) {
    submit(reason);
    reach(submitted(), reason);
}

RendererState Renderer::save(RendererState room) {
    const Bytes bytes = read({});
    room.memory.assign(bytes.begin(), bytes.end());
    room.samples.clear();
    if (samples_) samples_->copy_transfers(memory_), samples_->save(room.samples);
    return {std::move(room.memory), clut_, upload_, download_, counts_, snapping_, std::move(room.samples)};
}

void Renderer::restore(const RendererState& state) {
    write(0, state.memory);
    clut_ = state.clut;
    textures_.loaded_palette();
    upload_ = state.upload, download_ = state.download;
    transfer_.clear();
    for (std::uint32_t page = 0; page < kPages; ++page) transfer_.push_back({Use::HostWrite, page}); // may be any
    counts_ = state.counts;
    snapping_ = state.snapping;
    if (samples_ && samples_->fits(state.samples)) samples_->restore(state.samples);
}

Status Renderer::trace(const PixelTracer* tracer) {
    if (tracer == nullptr) return {};
    return fail(FaultKind::NotSupported,
                "the vulkan renderer does not tell how a pixel came about; the reference does");
}

/// What the validation layer has to say is a fault of ours.
Status Renderer::status() {
    for (const Fault& fault : pipeline_.device().take_messages())
        if (status_) status_ = std::unexpected(fault);
    return status_;
}

std::vector<NamedCount> Renderer::details() const {
    std::vector<NamedCount> all{{"submissions", submissions_},
                                {"render passes", passes_},
                                {"device barriers", waits_},
                                {"host draws", alone_},
                                {"decoded texels", textures_.decoded()},
                                {"hidden in tiles", batch_.hidden()}};
    for (std::size_t i = 0; i < kReasons; ++i)
        all.push_back({"barrier " + std::string(kBarrierNames[i]), barriers_[i]});
    const auto add = [&](const char* name, std::chrono::nanoseconds time) {
        constexpr std::int64_t kOfMicrosecond = 1000;
        all.push_back({name, static_cast<std::uint64_t>(time.count() / kOfMicrosecond)});
    };
    if (const auto times = pipeline_.times()) {
        add("us draw", std::chrono::nanoseconds(times->draw_ns));
        add("us display", std::chrono::nanoseconds(times->display_ns));
    }
    add("us wait", waited_), add("us decode", decoded_);
    return all;
}

std::vector<std::uint8_t> Renderer::read_back(std::uint32_t qwords) {
    finish_for(transfer_, Barrier::Read);
    return download_.read(memory_, qwords);
}

void Renderer::skip_back(std::uint32_t qwords) {
    finish_for(transfer_, Barrier::Read);
    download_.skip(memory_, qwords);
}

void Renderer::start(const StartTransfer& transfer) {
    counts_.add(transfer);
    upload_ = {}, download_ = {};
    transfer_ = accesses_of(transfer);
    // The host writes whole words: no bit of them may be on its way.
    for (Access& access : transfer_)
        if (access.use == Use::CopyWrite) access.bits = ~0U;
    switch (transfer.direction) {
        case Direction::HostToLocal: upload_ = Upload(transfer); break;
        case Direction::LocalToHost: download_ = Download(transfer); break;
        case Direction::LocalToLocal:
            finish_for(transfer_, Barrier::Copy);
            copy(memory_, transfer);
            wrote(transfer_);
            break;
        case Direction::Off: break;
    }
}

void Renderer::take(const TransferData& data) {
    const UploadPiece piece(data);
    counts_.uploaded_bytes += piece.bytes().size();
    finish_for(transfer_, Barrier::Upload);
    upload_.take(memory_, piece.bytes());
    wrote(transfer_);
}

} // namespace relit::render::gs::compute
