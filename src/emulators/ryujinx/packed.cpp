#include "emulators/ryujinx/packed.hpp"

#include "base/compression.hpp"

#include <brotli/decode.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace relit::emulators::ryujinx {
namespace {

constexpr std::uint8_t kNone = 0, kDeflate = 1, kBrotli = 2;
constexpr std::size_t kStep = std::size_t{64} << 10;

/// Up to `size` bytes.
Result<std::vector<std::uint8_t>> unpack_deflated(Bytes packed, std::size_t size) {
    Inflated unpacked = inflate_raw(packed, size);
    const bool is_all = unpacked.bytes.size() == size; // damage behind it does not matter: programs have a checksum
    if (!is_all && unpacked.end == InflateEnd::Damaged) return fail("its packed data is damaged");
    return std::move(unpacked.bytes);
}

bool is_of_memory(BrotliDecoderErrorCode code) {
    return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES && code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
}

/// Up to `size` bytes. Memory follows what is really there.
Result<std::vector<std::uint8_t>> unpack_brotli(Bytes packed, std::size_t size) {
    const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
    if (!state) throw std::bad_alloc();
    const std::uint8_t* next_in = packed.data();
    std::size_t left = packed.size();
    std::vector<std::uint8_t> bytes;
    for (std::size_t got = 1; got != 0 && bytes.size() < size;) {
        const std::size_t before = bytes.size();
        bytes.resize(std::min(size, before + kStep));
        std::uint8_t* next_out = bytes.data() + before;
        std::size_t room = bytes.size() - before;
        const auto code = BrotliDecoderDecompressStream(state.get(), &left, &next_in, &room, &next_out, nullptr);
        if (code == BROTLI_DECODER_RESULT_ERROR && is_of_memory(BrotliDecoderGetErrorCode(state.get())))
            throw std::bad_alloc();
        if (code == BROTLI_DECODER_RESULT_ERROR) return fail("its packed data is damaged");
        bytes.resize(bytes.size() - room);
        got = bytes.size() - before;
    }
    return bytes;
}

Result<std::vector<std::uint8_t>> of_size(Result<std::vector<std::uint8_t>> bytes, std::size_t size, bool may_end) {
    if (bytes && bytes->size() != size && !may_end)
        return fail(fmt::format("it unpacks to {} bytes, not {}", bytes->size(), size));
    return bytes;
}

} // namespace

Result<std::vector<std::uint8_t>> unpack(Bytes bytes, std::size_t size, bool may_end) {
    if (bytes.empty()) return fail("it is cut off");
    const Bytes data = bytes.subspan(1);
    switch (bytes[0]) {
        case kNone:
            if (data.size() < size && !may_end) return fail("it is cut off");
            return std::vector<std::uint8_t>(data.begin(),
                                             data.begin() + static_cast<std::ptrdiff_t>(std::min(size, data.size())));
        case kDeflate: return of_size(unpack_deflated(data, size), size, may_end);
        case kBrotli: return of_size(unpack_brotli(data, size), size, may_end);
        default: return fail(FaultKind::NotSupported, fmt::format("it is packed by algorithm {}", bytes[0]));
    }
}

Result<UnpackedView> view_unpacked(Bytes bytes, std::size_t most) {
    if (!bytes.empty() && bytes[0] == kNone)
        return UnpackedView{{}, bytes.subspan(1, std::min(most, bytes.size() - 1))};
    auto own = unpack(bytes, most, true);
    if (!own) return std::unexpected(own.error());
    return UnpackedView{std::move(*own), {}};
}

} // namespace relit::emulators::ryujinx
