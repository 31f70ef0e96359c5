// relit sample: random legal programs, to try other programs and batches with.
#include "cli/io/program.hpp"
#include "cli/verbs.hpp"
#include "guests/guests.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// DIR/000000/rsx.fp-1.bin: a thousand to a folder.
Status write_samples(const Options& options, const codec::Codec& codec) {
    constexpr std::uint64_t kInFolder = 1000;
    for (std::uint64_t i = 0; i < options.sample.count; ++i) {
        const std::uint64_t seed = options.sample.seed + i;
        const std::string folder = fmt::format("{}/{:06}", options.output, i / kInFolder);
        std::error_code error;
        if (i % kInFolder == 0) std::filesystem::create_directories(folder, error);
        if (const Status written =
                write_output(fmt::format("{}/{}-{}.bin", folder, codec.name, seed), codec.sample(seed));
            !written)
            return written;
    }
    return {};
}

std::vector<std::string_view> sampled_guests() {
    std::vector<std::string_view> names;
    for (const codec::Codec* const codec : guests::codecs())
        if (codec->sample != nullptr) names.push_back(codec->name);
    return names;
}

} // namespace

Exit sample(const Options& options) {
    const codec::Codec* const codec = guests::codec_named(options.files[0]);
    if (codec == nullptr || codec->sample == nullptr)
        return report({FaultKind::Usage,
                       fmt::format("no guest language \"{}\" that has samples; there are {}", options.files[0],
                                   fmt::join(sampled_guests(), ", ")),
                       {},
                       0,
                       0},
                      "sample");
    if (options.sample.count == 1 && options.folder.empty())
        return answer(options, Bytes(codec->sample(options.sample.seed)));
    if (options.output == "-")
        return report({FaultKind::Usage, "several programs require --out DIR", {}, 0, 0}, "sample");
    const Status written = write_samples(options, *codec);
    return written ? Exit::Done : report(written.error(), options.output);
}

} // namespace relit::cli
