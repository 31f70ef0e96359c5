// What was submitted to the kernel: streams of dwords with their relocations, and the buffers that they work on. A stream that
// comes alone is a capture of one submission.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "machine/r500/stream/dword_buffer.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::machine::r500 {

/// An entry of the RELOCS chunk.
struct Relocation {
    std::uint32_t handle = 0, read_domains = 0, write_domain = 0, flags = 0;
};
/// What the CPU put into a buffer before a submission; without a blob: zeros.
struct Update {
    std::uint32_t buffer = 0;
    std::optional<std::string> blob;
};
/// A line of the kernel's log beside a dword.
struct Message {
    std::uint32_t dword = 0; // index into the dwords of the submission
    std::string text;
};
struct Submission {
    std::uint32_t index = 0;
    DwordBuffer dwords;
    // Of a log: a submission stands for a part of the stream without gaps.
    bool is_part = false;          // the dwords in front of it and after it are not known
    std::uint32_t first = 0;       // number of the first dword in the stream
    std::vector<Message> messages; // by dword
    std::uint32_t cs_flags = 1;
    std::optional<std::vector<Relocation>> relocations; // none: the buffers are not known
    std::vector<Update> updates;

    /// Tiling is in the stream, and the tiling flags of buffers do not count.
    [[nodiscard]] bool keeps_tiling() const { return (cs_flags & 1) != 0; }
};
struct Buffer {
    std::uint64_t size = 0;
    std::uint32_t tiling_flags = 0; // 1 macro, 2 micro, 0x20 micro-square
};
struct Blob {
    std::string file, sha256;
    std::uint64_t size = 0;
};
/// The surface that the manifest names as the image that was made.
struct Readout {
    std::uint32_t submission = 0, buffer = 0;
    std::uint32_t width = 0, height = 0, pitch = 0; // in pixels
    std::uint64_t offset = 0;
    std::uint32_t macro_tiled = 0, micro_tiled = 0, endian = 0, out_format = 0; // as registers have them
    std::string format;                                                         // COLORFORMAT by name
};
/// What the kernel granted to the process that submits.
struct Grants {
    bool hyperz = false, cmask = false;
};
/// Gives a file of the capture, unpacked, of at most so many bytes.
using ReadFile = std::function<Result<std::vector<std::uint8_t>>(std::string_view name, std::uint64_t most)>;

struct Capture {
    std::string title, source, chip, variant;
    std::vector<Submission> submissions;
    std::map<std::uint32_t, Buffer> buffers;
    std::map<std::string, Blob, std::less<>> blobs;
    Grants grants;
    std::optional<Readout> readout;
    bool has_manifest = false;
    std::vector<std::string> problems; // what of it is missing or damaged, and where
    std::vector<std::string> warnings; // of a text: lines that were left out, and assumptions
    ReadFile read_file;                // of blobs

    /// FG_ZBREG_DEST exists there alone.
    [[nodiscard]] bool is_rv530() const { return chip.empty() || chip.starts_with("RV530"); }
    /// Whether Mesa made the streams, whose codes of inline floats differ.
    [[nodiscard]] bool is_of_mesa() const { return source.find("Mesa") != std::string::npos; }
};

/// Most bytes of a manifest that are read: that of 60,000 entries has some 20 MiB.
inline constexpr std::uint64_t kMostManifest = std::uint64_t{32} << 20;
/// Most bytes of one blob, and of all streams together, that are read.
inline constexpr std::uint64_t kMostBlob = std::uint64_t{256} << 20;

/// The bytes of a blob. Fails where they are missing, or other ones than the manifest says.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_blob(const Capture& capture, std::string_view id);
/// Reads every blob, and adds what is wrong with it to the problems.
void check_blobs(Capture& capture);

/// Reads manifest.json and the streams that it names. Fails where the manifest is no JSON object of a capture; what is wrong in
/// single fields goes to the problems.
[[nodiscard]] Result<Capture> read_manifest(std::string_view text, ReadFile files);

} // namespace relit::machine::r500
