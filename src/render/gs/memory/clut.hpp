// The palette buffer: 512 halfwords that TEX0 and TEX2 load from local memory and that indexed textures look up.
#pragma once

#include "render/gs/memory/memory.hpp"

#include <array>
#include <cstdint>

namespace relit::render::gs {

/// An entry of 32 bits e is in halfwords e (its low half) and e + 256. CSA counts 16 entries, for loads and look-ups.
class Clut {
public:
    static constexpr std::size_t kHalfwords = 512;

    /// What a write of TEX0 or TEX2 loads once it is known that it does (the machine decides by CLD).
    void load(const Memory& memory, const machine::gs::Tex0& tex0, const machine::gs::TexClut& texclut);

    /// The bits of an entry as CPSM says: 32 or 16 of them. `index` is below 16 or 256, as the format has it.
    [[nodiscard]] std::uint32_t raw(const machine::gs::Tex0& tex0, std::uint32_t index) const;
    /// All entries as colours, TEXA in those of 16 bits: 256, or 16 with zeros after them.
    [[nodiscard]] std::array<Colour, 256> colours(const machine::gs::Tex0& tex0, Texa texa) const;

    [[nodiscard]] const std::array<std::uint16_t, kHalfwords>& halfwords() const { return halfwords_; }
    [[nodiscard]] bool operator==(const Clut&) const = default;
    /// For snapshots (base/snapshot.hpp).
    static void each_member(auto& self, auto&& visit) {
        auto& [halfwords] = self;
        visit(halfwords);
    }

private:
    void store(const machine::gs::Tex0& tex0, std::uint32_t index, std::uint32_t value);

    std::array<std::uint16_t, kHalfwords> halfwords_{};
};

} // namespace relit::render::gs
