#include "cli/io/image_file.hpp"

#include "cli/io/program.hpp"

namespace relit::cli {

Status write_png(const std::string& name, const Image& image) {
    const auto png = encode_png(image);
    return png ? write_output(name, *png) : Status(std::unexpected(png.error()));
}

} // namespace relit::cli
