#include "render/gs/reference/renderer.hpp"

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
                        counts_.pixels += draw(memory_, clut_, states[one.state], one.vertices, watch_, rules_);
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

void Renderer::perform(const WorkList& list) {
    for (const Work& work : list.items) perform(work, list.states);
}

std::vector<std::uint8_t> Renderer::read_back(std::uint32_t qwords) {
    // No transfer has more than 2048 x 2048 pixels of 4 bytes: what comes after is zeros that nobody needs.
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
