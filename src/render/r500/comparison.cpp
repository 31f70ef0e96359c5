#include "render/r500/comparison.hpp"

#include "machine/r500/capture/compare.hpp"

#include <algorithm>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::Capture;
using machine::r500::Draw;
using machine::r500::Relocation;
using machine::r500::Submission;
using machine::r500::SurfaceUse;
using machine::r500::Update;

std::vector<BoundSurface> written_surfaces(const machine::r500::State& state) {
    std::vector<BoundSurface> all = machine::r500::bound_surfaces(state);
    std::erase_if(all, [](const BoundSurface& each) { return each.use == SurfaceUse::Texture; });
    return all;
}

bool is_same(const Relocation& first, const Relocation& second) {
    return first.handle == second.handle && first.read_domains == second.read_domains &&
           first.write_domain == second.write_domain && first.flags == second.flags;
}

/// Blobs are the same if their manifests have the same checksum, which was compared with their bytes.
bool is_same(const Capture& first, const Update& one, const Capture& second, const Update& other) {
    if (one.buffer != other.buffer || one.blob.has_value() != other.blob.has_value()) return false;
    if (!one.blob) return true;
    const auto left = first.blobs.find(*one.blob), right = second.blobs.find(*other.blob);
    return left != first.blobs.end() && right != second.blobs.end() && !left->second.sha256.empty() &&
           left->second.sha256 == right->second.sha256;
}

/// Compares the parts of a submission besides its dwords.
bool is_same_setting(const Capture& first, const Submission& one, const Capture& second, const Submission& other) {
    if (one.cs_flags != other.cs_flags || one.relocations.has_value() != other.relocations.has_value()) return false;
    if (one.relocations && !std::ranges::equal(*one.relocations, *other.relocations,
                                               [](const auto& a, const auto& b) { return is_same(a, b); }))
        return false;
    return std::ranges::equal(one.updates, other.updates,
                              [&](const auto& a, const auto& b) { return is_same(first, a, second, b); });
}

bool has_same_head(const Capture& first, const Capture& second) {
    const auto is_same_buffer = [](const auto& a, const auto& b) {
        return a.first == b.first && a.second.size == b.second.size && a.second.tiling_flags == b.second.tiling_flags;
    };
    return first.chip == second.chip && first.is_of_mesa() == second.is_of_mesa() && first.problems.empty() &&
           second.problems.empty() && std::ranges::equal(first.buffers, second.buffers, is_same_buffer);
}

/// Compares the dwords from one up to another.
bool has_same_dwords(const Submission& first, const Submission& second, std::size_t from, std::size_t to) {
    const std::size_t left = std::min(to, first.dwords.size()), right = std::min(to, second.dwords.size());
    const auto at = [](std::size_t dword) { return static_cast<std::ptrdiff_t>(dword); };
    return left == right && from <= left &&
           std::equal(first.dwords.begin() + at(from), first.dwords.begin() + at(left),
                      second.dwords.begin() + at(from));
}

void note_pixel(SurfaceDifference& found, std::uint32_t x, std::uint32_t y) {
    if (found.pixels++ == 0) {
        found.x = x, found.y = y;
        found.box = {x, y, x + 1, y + 1};
    }
    found.box = {std::min(found.box.left, x), std::min(found.box.top, y), std::max(found.box.right, x + 1),
                 std::max(found.box.bottom, y + 1)};
}

/// Rows of pixels without gaps.
struct Rows {
    Bytes bytes;
    std::uint32_t width = 0, pixel_bytes = 0;
    [[nodiscard]] Bytes pixel(std::uint32_t x, std::uint32_t y) const {
        return bytes.subspan((std::size_t{y} * width + x) * pixel_bytes, pixel_bytes);
    }
};

void compare_rows(const Rows& first, const Rows& second, SurfaceDifference& found) {
    for (std::uint32_t y = 0; y < found.size.height; ++y)
        for (std::uint32_t x = 0; x < found.size.width; ++x)
            if (!std::ranges::equal(first.pixel(x, y), second.pixel(x, y))) note_pixel(found, x, y);
    if (found.pixels == 0) return;
    const Bytes one = first.pixel(found.x, found.y), other = second.pixel(found.x, found.y);
    found.first_pixel.assign(one.begin(), one.end());
    found.second_pixel.assign(other.begin(), other.end());
}

} // namespace

bool Comparison::has_same_input() {
    const Capture &first = first_.capture(), &second = second_.capture();
    const Draw &one = *first_.draw(), &other = *second_.draw();
    if (one.submission != other.submission || one.dword != other.dword || one.embedded != other.embedded ||
        one.indices.dwords != other.indices.dwords || one.state != other.state || !has_same_head(first, second))
        return false;
    for (; seen_.submission <= one.submission; ++seen_.submission, seen_.dword = 0) {
        const Submission &left = first.submissions[seen_.submission], &right = second.submissions[seen_.submission];
        const bool is_last = seen_.submission == one.submission;
        if (seen_.dword == 0 && !is_same_setting(first, left, second, right)) return false;
        if (!has_same_dwords(left, right, seen_.dword, is_last ? one.dword + std::size_t{1} : ~std::size_t{}))
            return false;
        if (is_last) break;
    }
    seen_.dword = one.dword + 1;
    return true;
}

Result<SurfaceDifference> Comparison::compared_surface(const BoundSurface& first, const BoundSurface& second) {
    SurfaceDifference found{first, second, {}, {}, 0, {}, 0, 0, {}, {}};
    const auto left_blocks = blocks_of(first.description), right_blocks = blocks_of(second.description);
    const auto left = first_.buffer_of(first), right = second_.buffer_of(second);
    const auto left_rows = left ? surface_bytes(first.description, *left)
                                : Result<std::vector<std::uint8_t>>(std::unexpected(left.error()));
    const auto right_rows = right ? surface_bytes(second.description, *right)
                                  : Result<std::vector<std::uint8_t>>(std::unexpected(right.error()));
    if (!left_rows && !right_rows) return found; // neither draw could write it
    if (!left_rows) return std::unexpected(left_rows.error());
    if (!right_rows) return std::unexpected(right_rows.error());
    const machine::r500::Extent &one = first.description.plane.size, &other = second.description.plane.size;
    found.size = {std::min(one.width, other.width), std::min(one.height, other.height)};
    if (first.description.view != second.description.view) {
        found.reason = "the formats differ";
        return found;
    }
    compare_rows({*left_rows, one.width, left_blocks->layout.bits / 8},
                 {*right_rows, other.width, right_blocks->layout.bits / 8}, found);
    if (found.pixels == 0 && one != other) found.reason = "the sizes differ";
    return found;
}

Status Comparison::compare_surfaces() {
    const auto first = written_surfaces(first_.draw()->state), second = written_surfaces(second_.draw()->state);
    const auto same_use = [](const BoundSurface& one) {
        return [&one](const BoundSurface& other) { return one.use == other.use && one.unit == other.unit; };
    };
    for (const BoundSurface& each : first) {
        const auto found = std::ranges::find_if(second, same_use(each));
        if (found == second.end()) {
            surfaces_.push_back({each, {}, "the second draw does not write it", {}, 0, {}, 0, 0, {}, {}});
            continue;
        }
        auto compared = compared_surface(each, *found);
        if (!compared) return std::unexpected(compared.error());
        if (compared->pixels != 0 || !compared->reason.empty()) surfaces_.push_back(std::move(*compared));
    }
    for (const BoundSurface& each : second)
        if (std::ranges::none_of(first, same_use(each)))
            surfaces_.push_back({{}, each, "the first draw does not write it", {}, 0, {}, 0, 0, {}, {}});
    return {};
}

Result<Comparison::Found> Comparison::next() {
    surfaces_.clear();
    const auto first = first_.next(), second = second_.next();
    if (!first) return std::unexpected(first.error());
    if (!second) return std::unexpected(second.error());
    if (!*first && !*second) return Found::Nothing;
    if (!*first) return Found::FirstEnds;
    if (!*second) return Found::SecondEnds;
    may_differ_ = may_differ_ || !has_same_input();
    if (!may_differ_) return Found::Same;
    ++compared_;
    if (const Status done = compare_surfaces(); !done) return std::unexpected(done.error());
    return surfaces_.empty() ? Found::Same : Found::Difference;
}

} // namespace relit::render::r500
