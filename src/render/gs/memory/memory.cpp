// Images of what buffers hold.
#include "render/gs/memory/memory.hpp"

namespace relit::render::gs {

Image buffer_image(const Memory& memory, const Buffer& buffer, const Rect& rect, bool opaque) {
    Image image{rect.width, rect.height, {}};
    image.rgba.reserve(std::size_t{rect.width} * rect.height * 4);
    const Addresses addresses(buffer);
    const PixelBits bits(buffer.format);
    for (std::uint32_t y = 0; y < rect.height; ++y) {
        const Addresses::RowStart row = addresses.row(rect.y + y);
        for (std::uint32_t x = 0; x < rect.width; ++x) {
            Colour colour = decode(buffer.format, memory.raw(bits, addresses.in_row(row, rect.x + x)));
            if (opaque) colour |= 0xff000000;
            for (unsigned shift = 0; shift < 32; shift += 8)
                image.rgba.push_back(static_cast<std::uint8_t>(colour >> shift));
        }
    }
    return image;
}

} // namespace relit::render::gs
