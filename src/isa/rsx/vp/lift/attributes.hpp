// What a vertex program reads as v[], from what a host's vertex formats can give.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/vp/encoding/word.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace relit::isa::rsx::vp {

/// Vulkan's name of the format to bind for a word of rsx.vp.inputN.format; nothing where the word says none.
[[nodiscard]] std::string host_format(std::uint64_t format);

/// Floats come in the file v, whole numbers in the file vi, both at the location of their number. What does not change from vertex
/// to vertex comes from a buffer of its own. Context keys:
///  rsx.vp.inputN.format     method 0x1740 + 4 N: type 3:0, lanes 7:4 (0: v as it is); docs/isa/rsx.vp.md has the types
///  rsx.vp.inputN.frequency  above 1: how many vertices have one value, or after how many the first comes again
///  rsx.vp.modulo            bit N: the latter
class Attributes {
public:
    /// `name`: of the file of floats.
    Attributes(ir::Builder& builder, ir::ContextReader& context, const char* name)
        : ir_(builder), context_(context), v_(ir_.file(name, ir::Kind::F32, 4, kInputs, ir::Role::Input)) {}

    /// In the first block, before all loads: `indexed` says whether there will be load_at()s.
    void prepare(bool indexed);
    /// f32x4
    [[nodiscard]] ir::Id load(std::uint32_t number);
    [[nodiscard]] ir::Id load_at(std::uint32_t number, ir::Id index);
    /// Gives registers the names of the file's parameters.
    void label(std::span<const cg::Bound> bound);

private:
    struct Format {
        std::uint64_t type = 0, lanes = 0;
        [[nodiscard]] bool is_whole() const;
    };
    Format format(std::uint32_t number);
    std::uint64_t frequency(std::uint32_t number);
    [[nodiscard]] ir::Id fetched(std::uint32_t number, ir::Type type);
    void declare_whole(std::uint32_t number);
    [[nodiscard]] ir::Id converted(const Format& format, ir::Id whole);
    [[nodiscard]] ir::Id packed(ir::Id word);
    [[nodiscard]] ir::Id normalised(ir::Id whole, ir::Id scale);

    ir::Builder& ir_;
    ir::ContextReader& context_;
    std::uint32_t v_, vi_ = 0, given_ = 0;
    bool has_whole_ = false, has_given_ = false;
    std::array<std::optional<Format>, kInputs> formats_{};
    std::array<std::optional<std::uint64_t>, kInputs> frequencies_{};
    std::array<std::optional<std::uint32_t>, kInputs> buffers_{};
};

} // namespace relit::isa::rsx::vp
