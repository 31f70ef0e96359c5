#include "base/compression.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <new>

#include <fmt/format.h>
#include <lz4.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace relit {
namespace {

constexpr std::array<std::uint8_t, 6> kXzMagic = {0xfd, '7', 'z', 'X', 'Z', 0};
constexpr std::array<std::uint8_t, 4> kZstdMagic = {0x28, 0xb5, 0x2f, 0xfd};
constexpr std::size_t kCodingStep = std::size_t{64} << 10;
constexpr std::size_t kLookAt = 64;
// What a decoder may take for its window: that of `xz -9` and `zstd --ultra -22`. A tiny file has no use for it.
constexpr std::size_t kTinyFile = 512;
constexpr std::uint64_t kWindowMemory = std::uint64_t{160} << 20, kTinyWindowMemory = std::uint64_t{32} << 20;
constexpr int kWindowLog = 27, kTinyWindowLog = 24;
constexpr std::uint32_t kXzLevel = 6;
constexpr int kZstdLevel = 12;

bool begins_with(Bytes file, Bytes magic) {
    return file.size() >= magic.size() && std::ranges::equal(file.first(magic.size()), magic);
}

/// Collects what a decoder gives, up to a limit.
class Collector {
public:
    Collector(std::uint64_t most, const WantsMore& wants_more) : most_(most), wants_more_(wants_more) {}

    /// Adds bytes; false where unpacking must end.
    bool add(Bytes bytes) {
        const std::uint64_t room = most_ - into_.bytes.size();
        const std::size_t taken = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), room));
        into_.bytes.insert(into_.bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
        if (taken < bytes.size()) return fault(fmt::format("more than {} MiB uncompressed, the limit", most_ >> 20));
        return into_.bytes.size() < kLookAt || looks_good();
    }
    bool fault(std::string text) {
        if (!into_.fault) into_.fault = Fault{FaultKind::BadInput, std::move(text), into_.bytes.size(), 0, 0};
        return false;
    }
    Unpacked finish() {
        (void)looks_good();
        return std::move(into_);
    }

private:
    bool looks_good() {
        if (!looked_) good_ = !wants_more_ || wants_more_(into_.bytes);
        looked_ = true;
        return good_;
    }

    std::uint64_t most_;
    const WantsMore& wants_more_;
    Unpacked into_;
    bool looked_ = false, good_ = true;
};

std::string_view text_of(lzma_ret code) {
    switch (code) {
        case LZMA_MEMLIMIT_ERROR: return "the xz stream requires more memory than the limit";
        case LZMA_FORMAT_ERROR: return "not an xz stream";
        case LZMA_OPTIONS_ERROR: return "the xz stream uses a feature that liblzma does not support";
        case LZMA_BUF_ERROR: return "the xz stream is cut off";
        default: return "the xz stream is damaged";
    }
}

std::unexpected<Fault> cut_off(Compression compression) {
    return fail(fmt::format("the {} stream is cut off", name_of(compression)));
}

/// Libraries in C tell of it by a code.
void check_memory(lzma_ret code) {
    if (code == LZMA_MEM_ERROR) throw std::bad_alloc();
}
void check_memory(std::size_t zstd_size) {
    if (ZSTD_getErrorCode(zstd_size) == ZSTD_error_memory_allocation) throw std::bad_alloc();
}

Result<std::vector<std::uint8_t>> pack_xz(Bytes bytes) {
    std::vector<std::uint8_t> packed(lzma_stream_buffer_bound(bytes.size()));
    std::size_t size = 0;
    const lzma_ret code = lzma_easy_buffer_encode(kXzLevel, LZMA_CHECK_CRC64, nullptr, bytes.data(), bytes.size(),
                                                  packed.data(), &size, packed.size());
    check_memory(code);
    if (code != LZMA_OK) return fail(FaultKind::Internal, "liblzma cannot compress this");
    packed.resize(size);
    return packed;
}

Result<std::vector<std::uint8_t>> pack_zstd(Bytes bytes) {
    std::vector<std::uint8_t> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kZstdLevel);
    check_memory(size);
    if (ZSTD_isError(size) != 0) return fail(FaultKind::Internal, "zstd cannot compress this");
    packed.resize(size);
    return packed;
}

/// zlib's decoder over an input in memory.
class Inflater {
public:
    explicit Inflater(Bytes deflated) : left_(deflated) {
        if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    [[nodiscard]] bool is_done() const { return code_ != Z_OK; }
    /// Why it is done.
    [[nodiscard]] InflateEnd end() const {
        switch (code_) {
            case Z_STREAM_END: return InflateEnd::Whole;
            case Z_BUF_ERROR: return InflateEnd::CutOff; // it waits for input that is not there
            default: return InflateEnd::Damaged;
        }
    }
    /// How many bytes came: `into`, of at most kCodingStep bytes, is filled unless it is done.
    std::size_t read(std::span<std::uint8_t> into) {
        stream_.next_out = into.data(), stream_.avail_out = static_cast<uInt>(into.size());
        while (!is_done() && stream_.avail_out != 0) {
            const Bytes given = left_.first(std::min<std::size_t>(left_.size(), std::numeric_limits<uInt>::max()));
            stream_.next_in = const_cast<Bytef*>(given.data()); // zlib does not write to it
            stream_.avail_in = static_cast<uInt>(given.size());
            code_ = ::inflate(&stream_, Z_NO_FLUSH);
            if (code_ == Z_MEM_ERROR) throw std::bad_alloc();
            left_ = left_.subspan(given.size() - stream_.avail_in);
        }
        return into.size() - stream_.avail_out;
    }

private:
    Bytes left_;
    z_stream stream_{};
    int code_ = Z_OK;
};

} // namespace

Compression compression_of(Bytes file) {
    if (begins_with(file, kXzMagic)) return Compression::Xz;
    return begins_with(file, kZstdMagic) ? Compression::Zstd : Compression::None;
}

Compression compression_named(std::string_view file_name) {
    if (file_name.ends_with(".xz")) return Compression::Xz;
    return file_name.ends_with(".zst") ? Compression::Zstd : Compression::None;
}

std::string_view name_of(Compression compression) {
    switch (compression) {
        case Compression::None: return "none";
        case Compression::Xz: return "xz";
        case Compression::Zstd: return "zstd";
    }
    unreachable("name_of(Compression)");
}

/// The input, and what a decoder keeps of it.
struct Unpacker::State {
    struct EndLzma {
        void operator()(lzma_stream* stream) const { lzma_end(stream); }
    };
    struct FreeZstd {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };

    ByteWindow in;
    Compression compression = Compression::None;
    bool is_tiny = false, is_done = false;
    lzma_stream xz = LZMA_STREAM_INIT;
    std::unique_ptr<lzma_stream, EndLzma> end_xz;
    std::unique_ptr<ZSTD_DCtx, FreeZstd> zstd;
    std::size_t zstd_wanted = 1; // 0 between two frames
    std::optional<Fault> kept;   // told after the bytes that came in front of it

    explicit State(ReadBytes input) : in(std::move(input)), compression(compression_of(in.ahead(std::size(kXzMagic)))) {
        is_tiny = compression != Compression::None && in.ahead(kTinyFile).size() < kTinyFile;
    }

    /// What there is of the input, empty at its end: a pipe's writer may wait for us.
    Result<Bytes> some() {
        (void)in.ahead(1);
        const Bytes bytes =
            in.ahead(static_cast<std::size_t>(std::min<std::uint64_t>(in.end() - in.offset(), kCodingStep)));
        if (bytes.empty() && in.fault()) return std::unexpected(*in.fault());
        return bytes;
    }
    Result<std::size_t> read(std::span<std::uint8_t> into) {
        switch (compression) {
            case Compression::None: return copy(into);
            case Compression::Xz: return unpack_xz(into);
            case Compression::Zstd: return unpack_zstd(into);
        }
        unreachable("Unpacker::read");
    }

private:
    Result<std::size_t> copy(std::span<std::uint8_t> into);
    Result<std::size_t> unpack_xz(std::span<std::uint8_t> into);
    Result<std::size_t> unpack_zstd(std::span<std::uint8_t> into);
    /// What was unpacked goes first, then why it is not more.
    Result<std::size_t> stop(std::size_t count, Fault fault) {
        is_done = true;
        if (count == 0) return std::unexpected(std::move(fault));
        kept = std::move(fault);
        return count;
    }
};

Result<std::size_t> Unpacker::State::copy(std::span<std::uint8_t> into) {
    const auto bytes = some();
    if (!bytes) return std::unexpected(bytes.error());
    const std::size_t count = std::min(into.size(), bytes->size());
    std::copy_n(bytes->begin(), count, into.begin());
    in.skip(count);
    return count;
}

Result<std::size_t> Unpacker::State::unpack_xz(std::span<std::uint8_t> into) {
    if (!end_xz) {
        const std::uint64_t memory = is_tiny ? kTinyWindowMemory : kWindowMemory;
        if (lzma_stream_decoder(&xz, memory, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
        end_xz.reset(&xz);
    }
    xz.next_out = into.data(), xz.avail_out = into.size();
    for (;;) {
        const auto bytes = some();
        if (!bytes) return stop(into.size() - xz.avail_out, bytes.error());
        xz.next_in = bytes->data(), xz.avail_in = bytes->size();
        const lzma_ret code = lzma_code(&xz, bytes->empty() ? LZMA_FINISH : LZMA_RUN);
        check_memory(code);
        in.skip(bytes->size() - xz.avail_in);
        const std::size_t count = into.size() - xz.avail_out;
        is_done = code == LZMA_STREAM_END;
        if (is_done) return count;
        if (code != LZMA_OK) return stop(count, Fault{FaultKind::BadInput, std::string(text_of(code)), {}, 0, 0});
        if (count != 0) return count;
    }
}

Result<std::size_t> Unpacker::State::unpack_zstd(std::span<std::uint8_t> into) {
    if (!zstd) {
        zstd.reset(ZSTD_createDCtx());
        if (!zstd) throw std::bad_alloc();
        (void)ZSTD_DCtx_setParameter(zstd.get(), ZSTD_d_windowLogMax, is_tiny ? kTinyWindowLog : kWindowLog);
    }
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    for (;;) {
        const auto bytes = some();
        if (!bytes) return stop(0, bytes.error());
        is_done = bytes->empty() && zstd_wanted == 0;
        if (is_done) return std::size_t{0};
        ZSTD_inBuffer from{bytes->data(), bytes->size(), 0};
        zstd_wanted = ZSTD_decompressStream(zstd.get(), &out, &from);
        check_memory(zstd_wanted);
        in.skip(from.pos);
        if (ZSTD_isError(zstd_wanted) != 0) {
            const std::string_view why = ZSTD_getErrorName(zstd_wanted);
            return stop(out.pos, fail(fmt::format("the zstd stream is damaged: {}", to_lower(why))).error());
        }
        if (out.pos != 0) return out.pos;
        if (bytes->empty()) return stop(0, cut_off(compression).error()); // it waits for input that is not there
    }
}

Unpacker::Unpacker(ReadBytes input) : state_(std::make_unique<State>(std::move(input))) {}
Unpacker::~Unpacker() = default;
Unpacker::Unpacker(Unpacker&&) noexcept = default;
Unpacker& Unpacker::operator=(Unpacker&&) noexcept = default;

Compression Unpacker::compression() const { return state_->compression; }

Result<std::size_t> Unpacker::read(std::span<std::uint8_t> into) {
    if (!state_->is_done) return state_->read(into);
    if (!state_->kept) return std::size_t{0};
    Fault fault = std::move(*state_->kept);
    state_->kept.reset();
    return std::unexpected(std::move(fault));
}

Unpacked unpack(Bytes file, std::uint64_t most, const WantsMore& wants_more) {
    Collector into(most, wants_more);
    Unpacker unpacker(reader_of(file));
    if (unpacker.compression() == Compression::None) {
        (void)into.add(file);
        return into.finish();
    }
    std::vector<std::uint8_t> step(kCodingStep);
    for (;;) {
        const auto got = unpacker.read(step);
        if (!got) (void)into.fault(got.error().text);
        if (!got || *got == 0 || !into.add(Bytes(step).first(*got))) return into.finish();
    }
}

Result<std::vector<std::uint8_t>> pack(Bytes bytes, Compression compression) {
    switch (compression) {
        case Compression::None: return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
        case Compression::Xz: return pack_xz(bytes);
        case Compression::Zstd: return pack_zstd(bytes);
    }
    unreachable("pack");
}

Inflated inflate_raw(Bytes deflated, std::size_t most) {
    Inflater inflater(deflated);
    std::vector<std::uint8_t> bytes;
    while (!inflater.is_done() && bytes.size() < most) {
        const std::size_t before = bytes.size(), after = before + std::min(most - before, kCodingStep);
        if (after > bytes.capacity()) bytes.reserve(std::min(most, std::max(after, 2 * bytes.capacity())));
        bytes.resize(after);
        bytes.resize(before + inflater.read(std::span(bytes).subspan(before)));
    }
    std::uint8_t more = 0;
    if (inflater.read({&more, 1}) != 0) return {std::move(bytes), InflateEnd::TooLong};
    return {std::move(bytes), inflater.end()};
}

std::vector<std::uint8_t> deflate_raw(Bytes bytes) {
    constexpr int kNoHeader = -MAX_WBITS, kMemory = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kNoHeader, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc(); // the one reason that there is
    std::vector<std::uint8_t> packed(deflateBound(&stream, bytes.size()));
    std::size_t taken = 0, made = 0;
    for (int state = Z_OK; state == Z_OK;) {
        const auto part = [](std::size_t left) { return static_cast<uInt>(std::min<std::size_t>(left, 1U << 30)); };
        const uInt in = part(bytes.size() - taken), out = part(packed.size() - made);
        stream.next_in = const_cast<Bytef*>(bytes.data() + taken); // zlib reads only
        stream.avail_in = in;
        stream.next_out = packed.data() + made;
        stream.avail_out = out;
        state = ::deflate(&stream, taken + in == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
        taken += in - stream.avail_in;
        made += out - stream.avail_out;
    }
    (void)::deflateEnd(&stream);
    packed.resize(made);
    return packed;
}

Result<std::vector<std::uint8_t>> unpack_lz4(Bytes block, std::size_t bytes) {
    if (block.size() > LZ4_MAX_INPUT_SIZE || bytes > LZ4_MAX_INPUT_SIZE) return fail("the LZ4 block is too large");
    std::vector<std::uint8_t> unpacked(bytes);
    const int got =
        LZ4_decompress_safe(reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(unpacked.data()),
                            static_cast<int>(block.size()), static_cast<int>(bytes));
    if (got < 0) return fail("the LZ4 block is damaged");
    if (static_cast<std::size_t>(got) != bytes)
        return fail(fmt::format("the LZ4 block has {} bytes instead of {}", got, bytes));
    return unpacked;
}

} // namespace relit
