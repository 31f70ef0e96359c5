// Documents of codecs that look at a file as a whole, as those of programs do.
#pragma once

#include "codec/codec.hpp"

namespace relit::codec {

/// What such a codec makes of a file.
struct WholeFile {
    Result<Listing> (*list)(Bytes file, const TextOptions& options);
    Result<std::vector<Explanation>> (*explain)(Bytes file, const TextOptions& options);
    Result<std::vector<Property>> (*properties)(Bytes file);
    Result<std::vector<std::uint8_t>> (*assemble)(std::string_view text, const TextOptions& options);
};

/// Reads all of the input, up to kMaxWholeFile. `functions` outlives the document.
[[nodiscard]] Result<std::unique_ptr<Document>> open_whole_file(const WholeFile& functions, const ReadBytes& input,
                                                                const TextOptions& options);

// Columns of such a codec's row.
template <const WholeFile& kFunctions>
[[nodiscard]] Result<std::unique_ptr<Document>> open_whole(ReadBytes input, const TextOptions& options) {
    return open_whole_file(kFunctions, input, options);
}
template <const WholeFile& kFunctions>
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble_whole(std::string_view text, const AssembleOptions& options) {
    return kFunctions.assemble(text, options.text);
}

/// Appends the rest of an input to `bytes`. Fails where it is larger than kMaxWholeFile.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_all(const ReadBytes& read, std::vector<std::uint8_t> bytes = {});
/// Appends what `read` gives until there are `most` bytes, or all.
[[nodiscard]] Status read_up_to(const ReadBytes& read, std::size_t most, std::vector<std::uint8_t>& into);

} // namespace relit::codec
