#include "machine/gs/packets/pieces.hpp"

#include "base/words.hpp"
#include "machine/gs/packets/gif.hpp"

#include <algorithm>

namespace relit::machine::gs {

GifTag tag_of(std::span<const Descriptor> registers) {
    GifTag tag;
    std::uint64_t list = 0;
    for (std::size_t i = 0; i < registers.size(); ++i)
        list |= std::uint64_t{static_cast<std::uint8_t>(registers[i])} << 4 * i;
    return tag.set(GifTag::count, static_cast<std::uint32_t>(registers.size() & 15)).set(GifTag::registers, list);
}

void append(std::vector<std::uint8_t>& into, std::span<const std::uint32_t> units) { add_words(into, units); }

std::size_t append_image(std::vector<std::uint8_t>& into, GifTag tag, Bytes image) {
    const bool last = tag[GifTag::last];
    std::size_t at = 0;
    do {
        const std::size_t bytes = std::min<std::size_t>(image.size(), kMostLoops * kQword);
        const std::size_t qwords = (bytes + kQword - 1) / kQword;
        const Bytes part = image.first(bytes);
        image = image.subspan(bytes);
        tag.set(GifTag::loops, static_cast<std::uint32_t>(qwords)).set(GifTag::last, last && image.empty());
        at = into.size();
        append(into, tag.raw);
        into.insert(into.end(), part.begin(), part.end());
        into.resize(into.size() + qwords * kQword - bytes);
    } while (!image.empty());
    return at;
}

} // namespace relit::machine::gs
