#include "base/image.hpp"

#include <png.h>
#include <new>
#include <string_view>

#include <fmt/format.h>

namespace relit {
namespace {

void append(png_structp png, png_bytep bytes, std::size_t count) {
    auto& file = *static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(png));
    file.insert(file.end(), bytes, bytes + count);
}

/// It tells of all faults by a text.
std::string fault_of(const png_image& png) {
    const std::string_view text = png.message;
    constexpr std::string_view kOfMemory[] = {"ut of memory", "ut of Memory",
                                              "nsufficient memory"}; // functions are named ..._from_memory
    for (const std::string_view part : kOfMemory)
        if (text.contains(part)) throw std::bad_alloc();
    return fmt::format("png: {}", text);
}

/// libpng leaves by longjmp where it fails, so nothing here has a destructor. False where it failed.
bool write_grey(png_structp png, png_infop info, const GreyImage& image, char* comment) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_IHDR(png, info, image.width, image.height, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL); // else readers take 16 bits for linear light
    char key[] = "Comment";
    png_text text{};
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = key;
    text.text = comment;
    if (*comment != 0) png_set_text(png, info, &text, 1);
    png_write_info(png, info);
    png_set_swap(png); // files have the high byte first
    for (std::uint32_t y = 0; y < image.height; ++y)
        png_write_row(png, reinterpret_cast<png_const_bytep>(image.grey.data() + std::size_t{y} * image.width));
    png_write_end(png, info);
    return true;
}

} // namespace

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
        return fail(FaultKind::Internal, fault_of(png));
    }
    std::vector<std::uint8_t> file(size);
    if (png_image_write_to_memory(&png, file.data(), &size, 0, image.rgba.data(), 0, nullptr) == 0) {
        return fail(FaultKind::Internal, fault_of(png));
    }
    file.resize(size);
    return file;
}

Result<std::vector<std::uint8_t>> encode_png(const GreyImage& image, const std::string& comment) {
    if (image.grey.size() != std::size_t{image.width} * image.height || image.grey.empty())
        return fail(FaultKind::Internal, "image: the pixels do not fill width x height");
    std::vector<std::uint8_t> file;
    std::string text = comment;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
    bool is_written = false;
    if (info != nullptr) {
        png_set_write_fn(png, &file, append, nullptr);
        is_written = write_grey(png, info, image, text.data());
    }
    png_destroy_write_struct(&png, &info);
    if (!is_written) return fail(FaultKind::Internal, "png: the image could not be written");
    return file;
}

Result<std::vector<std::uint8_t>> encode_pgm(const GreyImage& image, const std::string& comment) {
    if (image.grey.size() != std::size_t{image.width} * image.height || image.grey.empty())
        return fail(FaultKind::Internal, "image: the pixels do not fill width x height");
    const std::string head = fmt::format("P5\n{}{}{}{} {}\n65535\n", comment.empty() ? "" : "# ", comment,
                                         comment.empty() ? "" : "\n", image.width, image.height);
    std::vector<std::uint8_t> file(head.begin(), head.end());
    file.reserve(file.size() + 2 * image.grey.size());
    for (const std::uint16_t grey : image.grey) {
        file.push_back(static_cast<std::uint8_t>(grey >> 8));
        file.push_back(static_cast<std::uint8_t>(grey));
    }
    return file;
}

Result<Image> decode_png(Bytes file) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&png, file.data(), file.size()) == 0) {
        return fail(fault_of(png));
    }
    if (std::uint64_t{png.width} * png.height > kMaxImagePixels) {
        png_image_free(&png);
        return fail("png: the image is larger than 64 Mi pixels");
    }
    png.format = PNG_FORMAT_RGBA;
    Image image{png.width, png.height, std::vector<std::uint8_t>(std::size_t{png.width} * png.height * 4)};
    if (png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr) == 0) {
        return fail(fault_of(png));
    }
    return image;
}

} // namespace relit
