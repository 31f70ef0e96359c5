#include "cli/io/image_file.hpp"

#include "cli/io/program.hpp"

#include <cctype>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr std::string_view kPng = ".png", kPgm = ".pgm";

/// In small letters; empty where a name has none.
std::string ending_of(std::string_view name) {
    std::string ending = std::filesystem::path(name).extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending;
}

} // namespace

Status check_image_name(const std::string& name, bool is_depth) {
    const std::string ending = ending_of(name);
    if (ending.empty() || ending == kPng || (is_depth && ending == kPgm)) return {};
    if (ending == kPgm)
        return fail(FaultKind::Usage, fmt::format("-o {}: only depth is written as PGM, other images as .png", name));
    return fail(FaultKind::Usage,
                fmt::format("-o {}: images are written as .png{}", name, is_depth ? ", and depth as .pgm too" : ""));
}

Status write_png(const std::string& name, const Image& image) {
    const auto png = encode_png(image);
    return png ? write_output(name, *png) : Status(std::unexpected(png.error()));
}

std::string depth_range_text(const std::string& least, const std::string& most) {
    return fmt::format("depth from {} (black) to {} (white)", least, most);
}

Result<std::vector<std::uint8_t>> encode_depth(const GreyImage& image, const std::string& range,
                                               std::string_view name) {
    return ending_of(name) == kPgm ? encode_pgm(image, range) : encode_png(image, range);
}

} // namespace relit::cli
