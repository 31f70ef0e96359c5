// The textures and images of a program by their handles: numbers, shapes and formats, from the code and from context keys.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"
#include "isa/maxwell/lower/handle.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace relit::isa::maxwell {

class TextureTable {
public:
    TextureTable(ir::Module& module, const Convention& convention, ir::ContextReader& context)
        : module_(module), convention_(convention), context_(context) {}

    /// Notes an access through the handle; `as` is the placeholder of its shape (access.hpp).
    void note(const Handle& handle, const ir::Resource& as, ir::Op op);
    /// Declares the resources. To be called after every access is noted.
    void declare();
    /// The resource of such an access; `as` is the number of the placeholder.
    [[nodiscard]] std::uint32_t resource(const Handle& handle, std::uint32_t as, ir::Op op);
    /// Whether coordinates of samples count texels.
    [[nodiscard]] bool counts_texels(const Handle& handle) const { return groups_.at(handle).counts_texels; }

private:
    /// All accesses through one handle.
    struct Group {
        std::uint32_t order = 0; // of first use
        bool has_image = false, has_texture = false, fetches_line = false, is_foreign = false, counts_texels = false;
        bool is_accessed = false;                       // as an image
        ir::Resource image{}, texture{};                // as the first access of each kind says
        ir::ImageFormat raw = ir::ImageFormat::Unknown; // what changes in one step says it, else the first that does
        std::uint32_t number = 0;
        std::uint64_t shape = 0; // as the context key says it; 0: as the code does
        std::string name;        // without the letter of its kind
    };
    void number(Group& group, const Handle& handle) const;
    void read_keys(Group& group);
    void assume_format(const Group& group);
    void assume_shape(const Group& group);
    [[nodiscard]] std::uint32_t add(const ir::Resource& wanted);
    [[nodiscard]] ir::Resource texture_of(const Group& group, const ir::Resource& as, ir::Op op) const;

    ir::Module& module_;
    const Convention& convention_;
    ir::ContextReader& context_;
    std::map<Handle, Group> groups_;
    std::vector<Handle> order_;
    std::map<std::tuple<Handle, std::uint32_t, ir::Op>, std::uint32_t> resources_; // by access
};

} // namespace relit::isa::maxwell
