#include "render/gs/compute/textures.hpp"

#include "base/hash/hash.hpp"
#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/palette.hpp"
#include "render/gs/compute/records/state.hpp"
#include "render/gs/compute/target.hpp"

namespace relit::render::gs::compute {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

namespace {

PixelBox common(const PixelBox& a, const PixelBox& b) {
    return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

std::vector<PageBlocks> blocks_of_box(const Buffer& buffer, const PixelBox& box) {
    const auto size = [](std::int32_t first, std::int32_t last) {
        return static_cast<std::uint32_t>(last - first + 1);
    };
    return blocks_of(buffer, static_cast<std::uint32_t>(box.x0), static_cast<std::uint32_t>(box.y0),
                     size(box.x0, box.x1), size(box.y0, box.y1));
}

/// Only what says where texels lie and what they are.
std::uint64_t texture_layout_of(const Tex0& tex0) {
    Tex0 layout;
    layout.set(Tex0::base, tex0[Tex0::base]), layout.set(Tex0::width, tex0[Tex0::width]);
    layout.set(Tex0::format, tex0[Tex0::format]);
    layout.set(Tex0::log_width, tex0[Tex0::log_width]), layout.set(Tex0::log_height, tex0[Tex0::log_height]);
    return value_of(layout);
}

} // namespace

TextureReach Textures::in_squares(const DrawState& state, TextureReach reach) {
    const TextureReach all = reach_of(state);
    for (unsigned level = 0; level < reach.count; ++level) {
        PixelBox& box = reach.levels[level];
        const auto down = [](std::int32_t at) { return at / kSquare * kSquare; };
        box = common({down(box.x0), down(box.y0), down(box.x1) + kSquare - 1, down(box.y1) + kSquare - 1},
                     all.levels[level]);
    }
    return reach;
}

std::vector<Access> Textures::accesses_of(const DrawState& state, const TextureReach& squares) {
    std::vector<Access> accesses;
    for (unsigned level = 0; level < squares.count; ++level) {
        const Buffer buffer = level_of(state.tex0, state.mips, level);
        const auto some =
            machine::gs::accesses_of(Use::TextureRead, buffer, blocks_of_box(buffer, squares.levels[level]));
        accesses.insert(accesses.end(), some.begin(), some.end());
    }
    return accesses;
}

bool Textures::has(const DrawState& state, const TextureReach& reach) const {
    if (current_ == nullptr || checked_ != changes_ || !(state_ == state)) return false;
    for (unsigned level = 0; level < reach.count; ++level)
        if (!contains(reach_.levels[level], reach.levels[level])) return false;
    return true;
}

bool Textures::add(const DrawState& state, const TextureReach& squares, const Memory& memory, const Clut& clut) {
    Texture*& known = by_key_[key_of(state, clut)];
    if (known == nullptr || !is_current(*known)) known = make(state);
    current_ = known;
    if (current_ == nullptr) return false;
    state_ = state, reach_ = squares, checked_ = changes_;
    for (unsigned level = 0; level < squares.count; ++level) decode(state, level, squares.levels[level], memory);
    return true;
}

void Textures::clear() {
    by_key_.clear(), textures_.clear();
    used_ = 0;
    current_ = nullptr;
}

Textures::Key Textures::key_of(const DrawState& state, const Clut& clut) {
    Key key{texture_layout_of(state.tex0), value_of(state.texa), value_of(state.clamp)};
    if (const TextureReach all = reach_of(state); all.count > 1)
        key[3] = all.count, key[4] = value_of(state.mips[0]), key[5] = value_of(state.mips[1]);
    if (!is_indexed(state.tex0[Tex0::format])) return key;
    const PaletteKey palette_key(value_of(state.tex0), value_of(state.texa));
    if (!palette_ || palette_key_ != palette_key) {
        palette_ = clut.colours(state.tex0, Texa(state.texa));
        palette_key_ = palette_key;
        palette_hash_ = hash_of({reinterpret_cast<const std::uint8_t*>(palette_->data()), sizeof(*palette_)});
    }
    key[6] = palette_hash_.high, key[7] = palette_hash_.low;
    return key;
}

bool Textures::is_current(const Texture& texture) const {
    return std::ranges::all_of(texture.pages, [&](const auto& page) { return written_[page.first] <= page.second; });
}

Textures::Texture* Textures::make(const DrawState& state) {
    const TextureReach all = reach_of(state);
    Texture texture;
    texture.decoded.id = ++made_;
    std::size_t used = used_;
    for (unsigned number = 0; number < all.count; ++number) {
        const PixelBox& box = texture.levels[number].all = all.levels[number];
        LevelRecord& record = texture.decoded.levels[number] = wrapping_of(state, number);
        record.row = static_cast<std::uint32_t>(box.x1 - box.x0 + 1);
        record.base = static_cast<std::uint32_t>(used) - static_cast<std::uint32_t>(box.y0) * record.row -
                      static_cast<std::uint32_t>(box.x0);
        used += std::size_t{record.row} * static_cast<std::size_t>(box.y1 - box.y0 + 1);
    }
    if (used > arena_.size() || textures_.size() >= kMostTextures) return nullptr;
    used_ = used;
    return &textures_.emplace_back(std::move(texture));
}

void Textures::decode(const DrawState& state, unsigned level, const PixelBox& box, const Memory& memory) {
    Level& to = current_->levels[level];
    bool any = false;
    for (std::int32_t y = box.y0 / kSquare; y <= box.y1 / kSquare; ++y) {
        for (std::int32_t x = box.x0 / kSquare; x <= box.x1 / kSquare; ++x) {
            const std::size_t number = static_cast<std::size_t>(y) * kSquares + static_cast<std::size_t>(x);
            if (to.done[number]) continue;
            to.done[number] = any = true;
            const PixelBox square{x * kSquare, y * kSquare, (x + 1) * kSquare - 1, (y + 1) * kSquare - 1};
            decode_square(state, level, common(square, to.all), memory);
        }
    }
    if (!any) return;
    for (const PageBlocks& page : blocks_of_box(level_of(state.tex0, state.mips, level), box))
        current_->pages.emplace(page.page, changes_);
}

void Textures::decode_square(const DrawState& state, unsigned level, const PixelBox& square, const Memory& memory) {
    const PixelFormat format = state.tex0[Tex0::format];
    const Texa texa(state.texa);
    const bool indexed = is_indexed(format);
    const Addresses addresses(level_of(state.tex0, state.mips, level));
    const PixelBits bits(format);
    const LevelRecord& record = current_->decoded.levels[level];
    for (std::int32_t y = square.y0; y <= square.y1; ++y) {
        const auto row = addresses.row(static_cast<std::uint32_t>(y));
        for (std::int32_t x = square.x0; x <= square.x1; ++x) {
            const std::uint32_t raw = memory.raw(bits, addresses.in_row(row, static_cast<std::uint32_t>(x)));
            arena_[record.base + static_cast<std::uint32_t>(y) * record.row + static_cast<std::uint32_t>(x)] =
                indexed ? (*palette_)[raw] : expand(format, raw, texa);
            ++decoded_;
        }
    }
}

} // namespace relit::render::gs::compute
