#include "base/image.hpp"

#include <png.h>

namespace relit {

Result<std::vector<std::uint8_t>> encode_png(const Image& image) {
    if (image.rgba.size() != std::size_t{image.width} * image.height * 4 || image.rgba.empty()) {
        return fail(FaultKind::Internal, "image: the pixels do not fill width x height");
    }
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = image.width;
    png.height = image.height;
    png.format = PNG_FORMAT_RGBA;
    png_alloc_size_t size = 0;
    if (png_image_write_to_memory(&png, nullptr, &size, 0, image.rgba.data(), 0, nullptr) == 0) {
        return fail(FaultKind::Internal, std::string("png: ") + png.message);
    }
    std::vector<std::uint8_t> file(size);
    if (png_image_write_to_memory(&png, file.data(), &size, 0, image.rgba.data(), 0, nullptr) == 0) {
        return fail(FaultKind::Internal, std::string("png: ") + png.message);
    }
    file.resize(size);
    return file;
}

Result<Image> decode_png(Bytes file) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&png, file.data(), file.size()) == 0) {
        return fail(std::string("png: ") + png.message);
    }
    if (std::uint64_t{png.width} * png.height > kMaxImagePixels) {
        png_image_free(&png);
        return fail("png: the image is larger than 64 Mi pixels");
    }
    png.format = PNG_FORMAT_RGBA;
    Image image{png.width, png.height, std::vector<std::uint8_t>(std::size_t{png.width} * png.height * 4)};
    if (png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr) == 0) {
        return fail(std::string("png: ") + png.message);
    }
    return image;
}

} // namespace relit
