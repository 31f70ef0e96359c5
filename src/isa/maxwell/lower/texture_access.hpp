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
    /// Sets that the coordinates of samples are in texels.
    void divide_by_size() { divides_ = true; }
    /// Appends the access; the result has the type of `inst`. `as`: the format as which an image is accessed, Unknown: components.
    /// Effects happen if `condition` holds.
    [[nodiscard]] ir::Id build(ir::ImageFormat as, ir::Id condition);
    /// Returns the reason if there is no such access, else an empty text.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    /// Returns how the access that was built is approximate, or an empty text.
    [[nodiscard]] const std::string& approximation() const { return approximation_; }

private:
    [[nodiscard]] ir::Id texel(); // Sample, Fetch, Gather
    [[nodiscard]] ir::Id size();
    [[nodiscard]] ir::Id levels();
    [[nodiscard]] ir::Id load(ir::ImageFormat as);
    void store(ir::ImageFormat as);
    [[nodiscard]] bool accesses_whole_texel(ir::ImageFormat as) const;
    void move_out_of_bounds(ir::Id condition);
    void add_offsets_to_coordinates();
    void divide_coordinates();
    /// Returns the sizes in texels of a level, as floats.
    [[nodiscard]] std::vector<ir::Id> size_at_level(ir::Id level);
    ir::Id add(ir::Type type);
    [[nodiscard]] const ir::Resource& texture() const { return ir_.module().resources[use_.resource]; }
    [[nodiscard]] bool is_of_integers() const { return texture().sampled == ir::Kind::I32; }

    ir::Builder& ir_;
    ir::Op op_;
    ir::Type type_;
    ir::TextureUse use_;
    std::vector<ir::Id> operands_;
    std::string refusal_;
    std::string approximation_;
    bool divides_ = false;
};

} // namespace relit::isa::maxwell
