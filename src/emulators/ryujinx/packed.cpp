#include "emulators/ryujinx/packed.hpp"

#include <brotli/decode.h>
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace relit::emulators::ryujinx {
namespace {

constexpr std::uint8_t kNone = 0, kDeflate = 1, kBrotli = 2;
constexpr std::size_t kStep = std::size_t{64} << 10;

/// Memory follows what is really there: a step at a time, until `size` bytes are there or `more` ends.
template <class More>
Result<std::vector<std::uint8_t>> in_steps(std::size_t size, bool may_end, More&& more) {
    std::vector<std::uint8_t> bytes;
    while (bytes.size() < size) {
        const std::size_t before = bytes.size();
        bytes.resize(std::min(size, before + kStep));
        const Result<std::size_t> got = more(std::span(bytes).subspan(before));
        bytes.resize(before + (got ? *got : 0));
        if (!got) return std::unexpected(got.error());
        if (*got == 0) break;
    }
    if (bytes.size() != size && !may_end)
        return fail(fmt::format("it unpacks to {} bytes, not {}", bytes.size(), size));
    return bytes;
}

Result<std::vector<std::uint8_t>> inflate_all(Bytes packed, std::size_t size, bool may_end) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, inflateEnd);
    stream.next_in = const_cast<Bytef*>(packed.data()); // zlib does not write to it
    stream.avail_in = static_cast<uInt>(packed.size());
    return in_steps(size, may_end, [&](std::span<std::uint8_t> into) -> Result<std::size_t> {
        stream.next_out = into.data();
        stream.avail_out = static_cast<uInt>(into.size());
        const int code = inflate(&stream, Z_NO_FLUSH);
        if (code == Z_MEM_ERROR) throw std::bad_alloc();
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return fail("its packed data is damaged");
        return into.size() - stream.avail_out;
    });
}

bool is_of_memory(BrotliDecoderErrorCode code) {
    return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES && code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
}

Result<std::vector<std::uint8_t>> unpack_brotli(Bytes packed, std::size_t size, bool may_end) {
    const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
    if (!state) throw std::bad_alloc();
    const std::uint8_t* next_in = packed.data();
    std::size_t left = packed.size();
    return in_steps(size, may_end, [&](std::span<std::uint8_t> into) -> Result<std::size_t> {
        std::uint8_t* next_out = into.data();
        std::size_t room = into.size();
        const auto code = BrotliDecoderDecompressStream(state.get(), &left, &next_in, &room, &next_out, nullptr);
        if (code == BROTLI_DECODER_RESULT_ERROR && is_of_memory(BrotliDecoderGetErrorCode(state.get())))
            throw std::bad_alloc();
        if (code == BROTLI_DECODER_RESULT_ERROR) return fail("its packed data is damaged");
        return into.size() - room;
    });
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
        case kDeflate: return inflate_all(data, size, may_end);
        case kBrotli: return unpack_brotli(data, size, may_end);
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
