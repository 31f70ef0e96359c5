// Files that are packed as a whole, .xz and .zst: unpacked in steps, never further than asked, and packed. And the deflated
// parts of other files, and blocks of LZ4.
#pragma once

#include "base/byte_stream.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace relit {

enum class Compression : std::uint8_t { None, Xz, Zstd };

/// By the file's first bytes.
[[nodiscard]] Compression compression_of(Bytes file);
/// By a file's name: ".xz", ".zst"; else None.
[[nodiscard]] Compression compression_named(std::string_view file_name);
/// "xz", "zstd", "none"
[[nodiscard]] std::string_view name_of(Compression compression);

/// Unpacks an input as it is asked for; one that is not packed comes as it is. Takes the memory of the decoder's window and
/// little more. The bytes in front of any damage come first, then the fault, which has no offset.
class Unpacker {
public:
    explicit Unpacker(ReadBytes input);
    ~Unpacker();
    Unpacker(Unpacker&&) noexcept;
    Unpacker& operator=(Unpacker&&) noexcept;

    [[nodiscard]] Compression compression() const;
    /// As ReadBytes.
    [[nodiscard]] Result<std::size_t> read(std::span<std::uint8_t> into);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// What could be unpacked, and why it is not all. The fault's offset counts unpacked bytes.
struct Unpacked {
    std::vector<std::uint8_t> bytes;
    std::optional<Fault> fault;
};
/// Whether unpacking shall go on, from what is unpacked so far; asked once, when 64 bytes are there or all.
using WantsMore = std::function<bool(Bytes begin)>;

/// Unpacks at most `most` bytes. Memory follows what is really there, not what the file declares.
[[nodiscard]] Unpacked unpack(Bytes file, std::uint64_t most, const WantsMore& wants_more = {});

/// The levels are ours: the same bytes give the same file with one version of the libraries only.
[[nodiscard]] Result<std::vector<std::uint8_t>> pack(Bytes bytes, Compression compression);

/// Why the unpacking of deflated data ended. Whole: at the end of the data; TooLong: at the limit, with more to come.
enum class InflateEnd : std::uint8_t { Whole, CutOff, Damaged, TooLong };
struct Inflated {
    std::vector<std::uint8_t> bytes; // in front of a cut or damage too
    InflateEnd end = InflateEnd::Whole;
};
/// Unpacks deflated data without a header (RFC 1951), which may have other bytes behind it: at most `most` bytes. Memory
/// follows what is really there, and is never reserved for more than `most`.
[[nodiscard]] Inflated inflate_raw(Bytes deflated, std::size_t most);

/// Packs bytes as deflated data without a header. The same bytes give the same data with one version of the library only.
[[nodiscard]] std::vector<std::uint8_t> deflate_raw(Bytes bytes);

/// Unpacks one block of LZ4, without a frame, to `bytes` bytes. Fails where it is damaged or has another size.
[[nodiscard]] Result<std::vector<std::uint8_t>> unpack_lz4(Bytes block, std::size_t bytes);

} // namespace relit
