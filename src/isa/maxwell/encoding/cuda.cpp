#include "isa/maxwell/encoding/cuda.hpp"

#include "base/printable.hpp"
#include "isa/maxwell/encoding/cubin.hpp"
#include "isa/maxwell/encoding/fatbin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

namespace relit::isa::maxwell {
namespace {

using Octets = std::vector<std::uint8_t>;

/// A kernel that matches, and where it is.
struct Match {
    std::string name;
    std::uint32_t architecture = 0;
    std::size_t image = 0;   // of a fat binary
    std::size_t section = 0; // of the cubin
    bool is_exact = false;   // the name is the whole one
};

/// Kernels of a cubin that the host launches; where there are none, the functions.
void add_matches(const Cubin& cubin, const KernelChoice& choice, std::size_t image, std::vector<Match>& into) {
    const bool has_entries = std::ranges::any_of(cubin.kernels, &CubinKernel::is_entry);
    for (const CubinKernel& kernel : cubin.kernels) {
        const bool is_exact = kernel.name == choice.name;
        if (choice.name.empty() ? has_entries && !kernel.is_entry : kernel.name.find(choice.name) == kernel.name.npos)
            continue;
        into.push_back({std::string(kernel.name), cubin.architecture, image, kernel.section, is_exact});
    }
}

std::string names_of(const std::vector<Match>& matches, bool with_architecture) {
    constexpr std::size_t kMostNamed = 20, kMostOfName = 200;
    std::string text;
    for (std::size_t i = 0; i < std::min(matches.size(), kMostNamed); ++i) {
        const Match& one = matches[i];
        text += (i == 0 ? "" : ", ") + printable(std::string_view(one.name).substr(0, kMostOfName));
        if (one.name.size() > kMostOfName) text += "...";
        if (with_architecture) text += fmt::format(" (sm_{})", one.architecture);
    }
    if (matches.size() > kMostNamed) text += fmt::format(" and {} more", matches.size() - kMostNamed);
    return text;
}

/// The one that is meant of those that match; those with the whole name before those with a part of it.
Result<Match> only_one(std::vector<Match> matches, const KernelChoice& choice) {
    if (std::ranges::any_of(matches, &Match::is_exact))
        std::erase_if(matches, [](const Match& one) { return !one.is_exact; });
    if (matches.size() == 1) return std::move(matches[0]);
    if (matches.empty() && choice.name.empty()) return fail("the file has no kernel");
    if (matches.empty())
        return fail(FaultKind::Usage,
                    fmt::format("no kernel has {} in its name; info lists them", printable(choice.name)));
    const auto differs = [&](auto member) {
        return std::ranges::any_of(matches, [&](const Match& one) { return one.*member != matches[0].*member; });
    };
    const bool has_architectures = differs(&Match::architecture);
    const std::string option = !differs(&Match::name) && has_architectures ? "--arch"
                               : has_architectures                         ? "--kernel with --arch"
                                                                           : "--kernel";
    return fail(FaultKind::Usage,
                fmt::format("the file has {} kernels{}, {} selects one: {}", matches.size(),
                            choice.name.empty() ? "" : fmt::format(" with {} in their names", printable(choice.name)),
                            option, names_of(matches, has_architectures)));
}

/// Marks the sections with other code as unused.
Octets with_one_kernel(Octets cubin, std::size_t section) {
    const auto elf = read_elf(cubin);
    const auto read = read_cubin(cubin);
    if (!elf || !read) return cubin; // both have been read before
    constexpr std::size_t kTypeAt = 4;
    for (const CubinKernel& kernel : read->kernels) {
        if (kernel.section == section) continue;
        const std::size_t at = elf->sections[kernel.section].header + kTypeAt;
        std::fill_n(cubin.begin() + static_cast<std::ptrdiff_t>(at), 4, std::uint8_t{kNoSection});
    }
    return cubin;
}

Status check_choice(const KernelChoice& choice, std::uint32_t architecture) {
    if (choice.architecture.empty() || choice.architecture == fmt::format("sm_{}", architecture)) return {};
    return fail(FaultKind::Usage,
                fmt::format("--arch {}: the code is for sm_{}", printable(choice.architecture), architecture));
}

Result<Octets> of_cubin(Bytes file, const KernelChoice& choice) {
    const auto cubin = read_cubin(file);
    if (!cubin) return std::unexpected(cubin.error());
    if (const Status meant = check_choice(choice, cubin->architecture); !meant) return std::unexpected(meant.error());
    std::vector<Match> matches;
    add_matches(*cubin, choice, 0, matches);
    const auto match = only_one(std::move(matches), choice);
    if (!match) return std::unexpected(match.error());
    return with_one_kernel(Octets(file.begin(), file.end()), match->section);
}

/// "sm_86 (Ampere) and PTX for sm_61"
std::string contents_of(const std::vector<FatImage>& images) {
    std::map<std::string, bool> all;
    for (const FatImage& image : images)
        all[image.kind == kCubinImage ? architecture_name(image.architecture)
                                      : fmt::format("{} for sm_{}", kind_of(image), image.architecture)] = true;
    std::string text;
    for (const auto& [name, is_there] : all) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "no image" : text;
}

bool is_meant(const FatImage& image, const KernelChoice& choice) {
    return image.kind == kCubinImage && is_maxwell(image.architecture) &&
           check_choice(choice, image.architecture).has_value();
}

Fault in_image(Fault fault, const FatImage& image) {
    fault.text = fmt::format("image for sm_{}: {}", image.architecture, fault.text);
    if (fault.offset && image.packing == Packing::None) fault.offset = *fault.offset + image.offset;
    if (image.packing != Packing::None) {
        if (fault.offset) fault.text += fmt::format(" (unpacked, offset {:#x})", *fault.offset);
        fault.offset = image.header;
    }
    return fault;
}

Result<Octets> of_fatbins(Bytes file, const KernelChoice& choice) {
    const auto images = read_fatbins(file);
    if (!images) return std::unexpected(images.error());
    for (const FatImage& image : *images)
        if (image.kind == kCubinImage && !choice.architecture.empty() && check_choice(choice, image.architecture))
            if (const Status known = check_architecture(image.architecture); !known)
                return std::unexpected(known.error());
    if (std::ranges::none_of(*images, [&](const FatImage& image) { return is_meant(image, choice); }))
        return fail(
            choice.architecture.empty() ? FaultKind::NotSupported : FaultKind::Usage,
            fmt::format("no machine code of {}: the file has {}",
                        choice.architecture.empty() ? "sm_50 to sm_62, which is read" : printable(choice.architecture),
                        contents_of(*images)));
    std::vector<Match> matches;
    std::uint64_t unpacked = 0;
    for (std::size_t i = 0; i < images->size(); ++i) {
        const FatImage& image = (*images)[i];
        if (!is_meant(image, choice)) continue;
        unpacked += image.packing == Packing::None ? 0 : image.unpacked;
        if (unpacked > kMostUnpackedImages)
            return fail(FaultKind::NotSupported, "the images unpack to more than 1 GiB");
        const auto bytes = unpack_image(file, image);
        if (!bytes) return std::unexpected(bytes.error());
        const auto cubin = read_cubin(*bytes);
        if (!cubin) return std::unexpected(in_image(cubin.error(), image));
        add_matches(*cubin, choice, i, matches);
    }
    const auto match = only_one(std::move(matches), choice);
    if (!match) return std::unexpected(match.error());
    auto bytes = unpack_image(file, (*images)[match->image]);
    return bytes ? with_one_kernel(std::move(*bytes), match->section) : std::move(bytes);
}

} // namespace

bool is_cuda(Bytes file) { return is_cubin(file) || is_fatbin(file) || is_host_of_fatbins(file); }

Result<Octets> select_kernel(Bytes file, const KernelChoice& choice) {
    return is_cubin(file) ? of_cubin(file, choice) : of_fatbins(file, choice);
}

Result<OneProgram> OneProgram::of(Bytes file) {
    OneProgram one;
    one.file_ = file;
    if (!is_cuda(file)) return one;
    auto selected = select_kernel(file, {});
    if (!selected) return std::unexpected(selected.error());
    one.owned_ = std::move(*selected);
    return one;
}

} // namespace relit::isa::maxwell
