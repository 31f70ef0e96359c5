// Containers as text: directives for all that is not microcode, and the guest's own text between .code and .endcode.
#pragma once

#include "isa/frontend.hpp"
#include "isa/rsx/cg/encoding/container.hpp"
#include "isa/rsx/cg/encoding/names.hpp"

namespace relit::isa::rsx::cg {

/// A container's lines around those of its microcode, which have been listed as if it were the whole file.
void list_around(Listing& listing, const Container& container);

/// What the pages of both guests say of that text.
inline constexpr std::string_view kContainerText = R"(
## Text of containers

Every byte of a container stands in its text. Offsets count bytes from the file's start, those of constants from the start of
the microcode. Values have the names of the Cg headers, or are numbers.

| text | meaning |
|---|---|
| `.container profile=vertex, ...` | the header: `revision`, `size` in bytes, number of `parameters`, offsets of `table`, `program` and `code`, `code.size` |
| `.parameter type=float4, ...` | a record of the table: `type`, `resource` and its `index`, `variability`, offsets of `name`, `default`, `constants` and `semantic`, `direction`, `number`, `referenced`, `shared` |
| `.vertex instructions=2, ...` | the header of a vertex program: `instructions`, `slot`, `registers`, masks of `inputs` and `outputs`, user `clip` planes |
| `.fragment instructions=2, ...` | that of a fragment program: `instructions`, `inputs`, `partial`, `texcoords`, `texcoords.2d`, `texcoords.centroid`, `registers`, `output.h0`, `depth`, `kills` |
| `.code`, `.endcode` | the microcode stands between them |
| `.name "view[0]"` | a text and the zero that ends it |
| `.default 0x3f800000, ...` | four floats |
| `.constants 16, 48` | their number, and where the microcode holds them |
| `.byte`, `.pad 5` | bytes, and zeros, that nothing leads to |

Fields that are not named are 0.

The block of constants has a member for each that the program uses, under its name, at the byte where the constant lies in the
whole: 16 times its number, or its place among the constants of a fragment program. Before GLSL 440, which cannot say where members
lie, arrays called `unused` fill the gaps. Matrices are arrays of their rows; of constants that share a name the later ones end in
`_2` and so on; those without a name are called by their number. Attributes, varyings, colours and samplers have the names of their
parameters, too; varyings of GLSL before 410 are `travel` and their location, since there names say what meets what. Names that GLSL
does not allow, or that the shader needs itself, get `_g` behind or `g_` before them. What is bound stays the same. Where a program
looks constants up by a computed number the block is one array, and variables with the names hold what is used by its number. Literal
text has the guest's numbers, and the names in comments.
SPIR-V has the same members, with the names as the file has them.
With `--constants packed` the block holds the constants that are used, one after the other, in every version; the interface of
`--json` says where the whole has them (`members`). `relit verify --constants packed` gives a device its constants so.
)";

/// Whether the text is one of a container.
[[nodiscard]] bool is_text(std::string_view text);
/// Assembles it; `code` assembles what stands between .code and .endcode.
using Assemble = Result<std::vector<std::uint8_t>> (*)(std::string_view text);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, Profile profile, Assemble code);

/// A name with backslashes before quotes, and \xNN for what is no plain character.
[[nodiscard]] std::string printable(std::string_view name);
/// What `info` tells: the headers, then the parameters.
void add_properties(std::vector<Property>& properties, const Container& container);
/// What people call the constants that a program reads from registers c[].
[[nodiscard]] std::vector<ir::Label> register_labels(const Container& container);
/// A parameter that stands for an attribute, a varying or a texture unit.
struct Bound {
    ResourceName resource;
    bool is_output = false;
    std::string name;
    /// Whether `place` is what the program's own tables call the resource: "TEX3", "HPOS", "POSITION".
    [[nodiscard]] bool is_at(std::string_view place) const;
};
[[nodiscard]] std::vector<Bound> bound_parameters(const Container& container);
/// Labels a register, or a resource; of several parameters of one the first counts.
void add_label(std::vector<ir::Label>& labels, std::uint32_t offset, const Bound& one);
/// The unit of a parameter that is a texture.
[[nodiscard]] std::optional<std::uint32_t> texture_unit(const Bound& one);

/// Context keys and labels as bytes, for the key of a translation.
void add_key(std::vector<std::uint8_t>& bytes, const ir::Context& context, std::span<const ir::Label> labels,
             std::span<const Bound> bound);

} // namespace relit::isa::rsx::cg
