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
                        const auto word = value_of(one.word);
                        std::array<std::uint8_t, 8> bytes{};
                        for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(word >> 8 * i);
                        const Bytes data = one.bytes.empty() ? Bytes(bytes) : one.bytes;
                        counts_.uploaded_bytes += data.size();
                        upload_.take(memory_, data);
                    },
                    [&](const ReadBack& one) { skip_back(one.qwords); }, [](const Vsync&) {}},
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

std::vector<std::uint8_t> Renderer::read_back(std::uint32_t qwords) {
    // No transfer has more than 2048 x 2048 pixels of 4 bytes: what comes after is zeros.
    constexpr std::uint32_t kMost = 4096 * 4096 / 4;
    std::vector<std::uint8_t> bytes(std::size_t{16} * std::min(qwords, kMost));
    download_.read(memory_, bytes);
    return bytes;
}

/// Nobody wants the bytes; the transfer goes on all the same.
void Renderer::skip_back(std::uint32_t qwords) {
    std::array<std::uint8_t, 4096> some{};
    for (std::uint64_t left = std::uint64_t{16} * qwords; left != 0 && !download_.is_done();) {
        const std::size_t now = std::min<std::uint64_t>(left, some.size());
        download_.read(memory_, std::span(some).first(now));
        left -= now;
    }
}

void Renderer::start(const StartTransfer& transfer) {
    ++counts_.transfers;
    if (transfer.direction != Direction::HostToLocal && transfer.direction != Direction::Off)
        counts_.moved_pixels += std::uint64_t{transfer.trxreg[TrxReg::width]} * transfer.trxreg[TrxReg::height];
    upload_ = {}, download_ = {};
    switch (transfer.direction) {
        case Direction::HostToLocal: upload_ = Upload(transfer); break;
        case Direction::LocalToHost: download_ = Download(transfer); break;
        case Direction::LocalToLocal: ++counts_.copies, copy(memory_, transfer); break;
        case Direction::Off: break;
    }
}

} // namespace relit::render::gs::reference
