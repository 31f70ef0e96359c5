#include "tests/soak/mutant/product.hpp"

#include "base/image.hpp"
#include "guests/guests.hpp"
#include "guests/recognise.hpp"
#include "tests/support/spirv_check.hpp"
#include "verify/glslang.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace relit::soak::mutant {
namespace {

std::string spirv_error(const std::string& bytes) {
    constexpr std::uint32_t kMagic = 0x07230203;
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    if (bytes.size() % sizeof(std::uint32_t) != 0 || words.empty() || words[0] != kMagic) return "no SPIR-V";
    return test::spirv_error(words);
}

/// As the program finds it: by the guest that was named, else by content.
Result<ir::Stage> stage_of(const Input& input) {
    const File& file = input.files.front();
    const isa::Frontend* guest = guests::frontend_named(input.isa);
    const auto guessed = guests::only_one(guests::likely(guests::candidates_of(file.bytes), file.path));
    if (guessed && guests::frontend_named(guessed->codec->name) != nullptr)
        guest = guests::frontend_named(guessed->codec->name);
    const auto program = guest->parse(file.bytes);
    if (!program) return std::unexpected(program.error());
    return guest->stage(**program);
}

std::string glsl_error(const std::string& text, const Input& input) {
    const auto stage = stage_of(input);
    if (!stage) return "a translation of what has no stage: " + stage.error().text;
    const auto words = verify::compile_glsl(text, {.dialect = lang::Dialect::GlslVulkan}, *stage);
    if (!words) return words.error().text + "\n" + text;
    return test::spirv_error(*words);
}

/// A whole one: with nothing behind its last chunk.
std::string png_error(std::string_view bytes) {
    using namespace std::string_view_literals;
    constexpr std::string_view kLastChunk = "\0\0\0\0IEND\xae\x42\x60\x82"sv;
    if (!bytes.ends_with(kLastChunk)) return "no whole PNG";
    const auto image = decode_png({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return image ? "" : image.error().text;
}

} // namespace

std::string product_error(const std::filesystem::path& file, Product product, const Input& input) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    switch (product) {
        case Product::None: return {};
        case Product::SpirV: return spirv_error(bytes);
        case Product::Glsl: return glsl_error(bytes, input);
        case Product::Png: return png_error(bytes);
    }
    return {};
}

} // namespace relit::soak::mutant
