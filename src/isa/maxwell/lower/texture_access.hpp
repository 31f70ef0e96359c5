// One access of a texture or image whose resource is known.
#pragma once

#include "ir/builder.hpp"

#include <string>
#include <vector>

namespace relit::isa::maxwell {

class TextureAccess {
public:
    /// `inst` is the access through a handle, `use` its use.
    TextureAccess(ir::Builder& ir, const ir::Inst& inst, const ir::TextureUse& use, std::uint32_t resource);
    /// Coordinates of samples count texels.
    void divide_by_size() { divides_ = true; }
    /// Appends the access; the result has the type of `inst`. `as`: the format as which an image is accessed, Unknown: components.
    /// Effects happen where `only_where` holds.
    [[nodiscard]] ir::Id build(ir::ImageFormat as, ir::Id only_where);
    /// Why there is no such access; empty where there is.
    [[nodiscard]] const std::string& lost() const { return lost_; }
    /// A doubt about the access that was built, or nothing.
    [[nodiscard]] const std::string& doubt() const { return doubt_; }

private:
    [[nodiscard]] ir::Id texel(); // Sample, Fetch, Gather
    [[nodiscard]] ir::Id size();
    [[nodiscard]] ir::Id levels();
    [[nodiscard]] ir::Id load(ir::ImageFormat as);
    void store(ir::ImageFormat as);
    [[nodiscard]] bool takes_all_of(ir::ImageFormat as) const;
    void keep_away(ir::Id only_where);
    void spell_offsets_out();
    void divide_places();
    /// Each side in texels of a level, as floats.
    [[nodiscard]] std::vector<ir::Id> sides_at(ir::Id level);
    ir::Id add(ir::Type type);
    [[nodiscard]] const ir::Resource& texture() const { return ir_.module().resources[use_.resource]; }
    [[nodiscard]] bool is_of_integers() const { return texture().sampled == ir::Kind::I32; }

    ir::Builder& ir_;
    ir::Op op_;
    ir::Type type_;
    ir::TextureUse use_;
    std::vector<ir::Id> operands_;
    std::string lost_;
    std::string doubt_;
    bool divides_ = false;
};

} // namespace relit::isa::maxwell
