#include "render/gs/reference/renderer.hpp"

#include "render/gs/feedback.hpp"
#include "render/gs/scanout.hpp"

#include <algorithm>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

template <class... F>
struct Each : F... {
    using F::operator()...;
};

} // namespace

void Renderer::perform(const Work& work, std::span<const DrawState> states) {
    std::visit(Each{[&](const Draw& one) {
                        ++counts_.primitives;
                        counts_.pixels += draw(memory_, clut_, states[one.state], one.vertices, tracer_, rules_);
                    },
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
                    [&](const ReadBack& one) { download_.skip(memory_, one.qwords); }, [](const Vsync&) {}},
               work);
}

void Renderer::write(std::uint32_t begin, Bytes bytes) {
    std::ranges::copy(bytes, memory_.bytes().subspan(begin, bytes.size()).begin());
}

Image Renderer::scanout(const Vsync& vsync, const ScanoutOptions& options) {
    return scan(memory_, vsync.registers, vsync.field, options);
}

void Renderer::feed_back(const Vsync& vsync, const ScanoutOptions& options) {
    gs::feed_back(memory_, vsync.registers, vsync.field, options);
}

RendererState Renderer::save() {
    const Bytes bytes = read({});
    return {{bytes.begin(), bytes.end()}, clut_, upload_, download_, counts_};
}

void Renderer::restore(const RendererState& state) {
    write(0, state.memory);
    clut_ = state.clut;
    upload_ = state.upload, download_ = state.download;
    counts_ = state.counts;
}

Status Renderer::trace(const PixelTracer* tracer) {
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
