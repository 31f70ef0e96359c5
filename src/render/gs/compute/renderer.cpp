#include "render/gs/compute/renderer.hpp"

#include "render/gs/compute/state_record.hpp"
#include "render/gs/feedback.hpp"
#include "render/gs/reference/drawing.hpp"
#include "render/gs/scanout.hpp"

#include <algorithm>

namespace relit::render::gs::compute {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

template <class... F>
struct Each : F... {
    using F::operator()...;
};

constexpr std::array kBarrierNames{
#define BARRIER(name, printed, next) std::string_view(printed),
#include "render/gs/compute/barriers.inc"
#undef BARRIER
};

} // namespace

Renderer::Renderer(const reference::Rules& rules, Pipeline pipeline)
    : rules_(rules), pipeline_(std::move(pipeline)), memory_(Memory::over(pipeline_.memory())), batch_(rules) {}

Result<std::unique_ptr<gs::Renderer>> Renderer::make(const reference::Rules& rules, const vk::DeviceOptions& options) {
    auto device = vk::Device::open(options);
    if (!device) return std::unexpected(device.error());
    auto pipeline = Pipeline::make(std::move(*device));
    if (!pipeline) return std::unexpected(pipeline.error());
    return std::unique_ptr<gs::Renderer>(new Renderer(rules, std::move(*pipeline)));
}

void Renderer::perform(const Work& work, std::span<const DrawState> states) {
    std::visit(Each{[&](const Draw& one) { draw(one, states[one.state]); },
                    [&](const LoadPalette& one) {
                        ++counts_.palettes;
                        finish_for(accesses_of(one), Barrier::Palette);
                        clut_.load(memory_, one.tex0, one.texclut);
                        batch_.forget_palette();
                    },
                    [&](const StartTransfer& one) { start(one); }, [&](const TransferData& one) { take(one); },
                    [&](const ReadBack& one) { skip_back(one.qwords); }, [](const Vsync&) {}},
               work);
}

void Renderer::draw(const Draw& draw, const DrawState& state) {
    ++counts_.primitives;
    const Target target(state, pixels_of(draw, state));
    if (target.box.is_empty()) return;
    const std::vector<Access> accesses = accesses_of(draw, state);
    if (!target.is_one_to_one() || (target.uses_depth && mixes_buffers(accesses))) return draw_alone(draw, state);
    make_room(target, accesses);
    const bool draws_over_texture = may_feed_back(state) && !feedback_pages(accesses).empty();
    if (draws_over_texture) keep_before(accesses);
    counts_.pixels += batch_.add(draw, state, clut_, draws_over_texture ? kReadsBefore : 0);
}

/// The order of its pixels decides, and no device keeps one.
void Renderer::draw_alone(const Draw& draw, const DrawState& state) {
    finish(Barrier::Order);
    ++alone_;
    counts_.pixels += reference::draw(memory_, clut_, state, draw.vertices, nullptr, rules_);
}

void Renderer::make_room(const Target& target, std::span<const Access> accesses) {
    Target both = target_;
    both.add(target);
    if (batch_.is_empty())
        both = target;
    else if (!target_.fits(target) || !both.is_one_to_one())
        finish(Barrier::Target), both = target;
    else if (batch_.is_full())
        finish(Barrier::Full), both = target;
    else if (hazards_.ask(accesses) == Finish::Drawing)
        finish(Barrier::Overlap), both = target;
    target_ = both;
    (void)hazards_.note(accesses);
}

/// Texels of this primitive are those that memory has now.
void Renderer::keep_before(std::span<const Access> accesses) {
    for (const Access& access : accesses) {
        if (access.use != Use::TextureRead) continue;
        const std::size_t begin = std::size_t{access.page % kPages} * kPageBytes;
        std::ranges::copy(pipeline_.memory().subspan(begin, kPageBytes), pipeline_.before().subspan(begin).begin());
    }
}

void Renderer::finish_for(std::span<const Access> accesses, Barrier reason) {
    if (hazards_.ask(accesses) == Finish::Drawing) finish(reason);
}

void Renderer::finish(Barrier reason) {
    if (batch_.is_empty()) {
        hazards_.forget(Finish::Drawing);
        batch_.clear();
        return;
    }
    ++barriers_[static_cast<std::size_t>(reason)];
    ++passes_;
    PassRecord pass{.frame = surface_of(target_.frame), .depth = surface_of(target_.depth)};
    pass.exact_planes = rules_.coarse_planes ? 0 : 1;
    pass.exact_steps = rules_.coarse_steps ? 0 : 1;
    if (status_) status_ = pipeline_.run(batch_, pass);
    batch_.clear();
    target_ = {};
    hazards_.forget(Finish::Drawing);
}

Bytes Renderer::read(MemoryRange range) {
    finish(Barrier::Read);
    return memory_.bytes().subspan(range.begin, range.size);
}

void Renderer::write(std::uint32_t begin, Bytes bytes) {
    finish(Barrier::Read);
    std::ranges::copy(bytes, memory_.bytes().subspan(begin, bytes.size()).begin());
}

Image Renderer::scanout(const Vsync& vsync, const ScanoutOptions& options) {
    finish(Barrier::Display);
    return scan(memory_, vsync.registers, vsync.field, options);
}

void Renderer::feed_back(const Vsync& vsync, const ScanoutOptions& options) {
    finish(Barrier::Display);
    gs::feed_back(memory_, vsync.registers, vsync.field, options);
}

RendererState Renderer::save() {
    const Bytes bytes = read({});
    return {{bytes.begin(), bytes.end()}, clut_, upload_, download_, counts_};
}

void Renderer::restore(const RendererState& state) {
    write(0, state.memory);
    clut_ = state.clut;
    batch_.forget_palette();
    upload_ = state.upload, download_ = state.download;
    transfer_.clear();
    for (std::uint32_t page = 0; page < kPages; ++page) transfer_.push_back({Use::HostWrite, page}); // may be any
    counts_ = state.counts;
}

Status Renderer::trace(const PixelTracer* tracer) {
    if (tracer == nullptr) return {};
    return fail(FaultKind::NotSupported,
                "the vulkan renderer does not tell how a pixel came about; the reference does");
}

Status Renderer::status() { return status_; }

std::vector<NamedCount> Renderer::details() const {
    std::vector<NamedCount> all{{"render passes", passes_}, {"host draws", alone_}};
    for (std::size_t i = 0; i < kReasons; ++i)
        all.push_back({"barrier " + std::string(kBarrierNames[i]), barriers_[i]});
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
    switch (transfer.direction) {
        case Direction::HostToLocal: upload_ = Upload(transfer); break;
        case Direction::LocalToHost: download_ = Download(transfer); break;
        case Direction::LocalToLocal:
            finish_for(transfer_, Barrier::Copy);
            copy(memory_, transfer);
            break;
        case Direction::Off: break;
    }
}

void Renderer::take(const TransferData& data) {
    const UploadPiece piece(data);
    counts_.uploaded_bytes += piece.bytes().size();
    finish_for(transfer_, Barrier::Upload);
    upload_.take(memory_, piece.bytes());
}

} // namespace relit::render::gs::compute
