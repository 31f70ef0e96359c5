#include "render/gs/reference/renderer.hpp"

#include "render/gs/display/feedback.hpp"
#include "render/gs/display/scanout.hpp"
#include "render/gs/reference/sample_drawing.hpp"

#include <algorithm>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

template <class... F>
struct Each : F... {
    using F::operator()...;
};

} // namespace

Renderer::Renderer(const Rules& rules, unsigned rate) : rules_(rules) {
    if (rate == 1) return;
    samples_ = std::make_unique<Samples>(rate);
    memory_.set_written(&samples_->transferred());
}

void Renderer::perform(const Work& work, std::span<const DrawState> states) {
    std::visit(Each{[&](const Draw& one) { draw(one, states[one.state]); },
                    [&](const LoadPalette& one) {
                        ++counts_.palettes;
                        clut_.load(memory_, one.tex0, one.texclut);
                    },
                    [&](const StartTransfer& one) { start(one); },
                    [&](const TransferData& one) {
                        const UploadPiece piece(one);
                        counts_.uploaded_bytes += piece.bytes().size();
                        upload_.take(memory_, piece.bytes());
                    },
                    [&](const ReadBack& one) { download_.skip(memory_, one.qwords); },
                    [&](const Vsync&) { snapping_.forget(); }},
               work);
}

void Renderer::draw(const Draw& draw, const DrawState& state) {
    ++counts_.primitives;
    if (samples_ == nullptr)
        counts_.pixels += reference::draw(memory_, clut_, state, draw.vertices, tracer_, rules_);
    else
        counts_.pixels += draw_samples(*samples_, memory_, clut_, draw, state, snapping_.snaps(draw, state), rules_);
}

std::span<std::uint8_t> Renderer::map(MemoryRange range) {
    if (samples_) samples_->transferred().note_bytes(range.begin, range.size);
    return memory_.bytes().subspan(range.begin, range.size);
}

void Renderer::write(std::uint32_t begin, Bytes bytes) {
    std::ranges::copy(bytes, map({begin, static_cast<std::uint32_t>(bytes.size())}).begin());
}

Image Renderer::scanout(const Vsync& vsync, const ScanoutOptions& options) {
    return scan(memory_, vsync.registers, vsync.field, options);
}

void Renderer::feed_back(const Vsync& vsync, const ScanoutOptions& options) {
    gs::feed_back(memory_, vsync.registers, vsync.field, options);
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
    upload_ = state.upload, download_ = state.download;
    counts_ = state.counts;
    snapping_ = state.snapping;
    if (samples_ && samples_->fits(state.samples)) samples_->restore(state.samples);
}

Bytes Renderer::read_sample(unsigned sample) {
    if (samples_ == nullptr) return read({});
    samples_->copy_transfers(memory_);
    return samples_->plane(sample).bytes();
}

Status Renderer::trace(const PixelTracer* tracer) {
    if (tracer != nullptr && samples_)
        return fail(FaultKind::NotSupported,
                    "the history of a pixel is that of one sample; it excludes super-sampling");
    tracer_ = tracer;
    memory_.set_watch(tracer != nullptr ? tracer->words : nullptr);
    return {};
}

std::vector<std::uint8_t> Renderer::read_back(std::uint32_t qwords) { return download_.read(memory_, qwords); }

void Renderer::start(const StartTransfer& transfer) {
    counts_.add(transfer);
    upload_ = {}, download_ = {};
    switch (transfer.direction) {
        case Direction::HostToLocal: upload_ = Upload(transfer); break;
        case Direction::LocalToHost: download_ = Download(transfer); break;
        case Direction::LocalToLocal: copy(memory_, transfer); break;
        case Direction::Off: break;
    }
}

} // namespace relit::render::gs::reference
