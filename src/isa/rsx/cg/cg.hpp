// Containers as text: directives for all that is not microcode, and the guest's own text between .code and .endcode.
#pragma once

#include "isa/frontend.hpp"
#include "isa/rsx/cg/encoding/any_container.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"

namespace relit::isa::rsx::cg {

/// A container's lines around those of its microcode, which have been listed as if it were the whole file.
void list_around(Listing& listing, const AnyContainer& container);

/// What the pages of both guests say of that text.
inline constexpr std::string_view kContainerText = R"(
## Text of containers

The text of a container contains every byte. Offsets are in bytes from the start of the file, those of constants from the start of
the microcode. Values have the names of the Cg headers, or are numbers.

| text | meaning |
|---|---|
| `.container profile=vertex, ...` | the header: `revision`, `size` in bytes, number of `parameters`, offsets of `table`, `program` and `code`, `code.size` |
| `.parameter type=float4, ...` | a record of the table: `type`, `resource` and its `index`, `variability`, offsets of `name`, `default`, `constants` and `semantic`, `direction`, `number`, `referenced`, `shared` |
| `.vertex instructions=2, ...` | the header of a vertex program: `instructions`, `slot`, `registers`, masks of `inputs` and `outputs`, user `clip` planes |
| `.fragment instructions=2, ...` | the header of a fragment program: `instructions`, `inputs`, `partial`, `texcoords`, `texcoords.2d`, `texcoords.centroid`, `registers`, `output.h0`, `depth`, `kills` |
| `.code`, `.endcode` | begin and end of the microcode |
| `.name "view[0]"` | a string and its terminating zero |
| `.default 0x3f800000, ...` | four floats |
| `.constants 16, 48` | their number, and their offsets in the microcode |
| `.byte`, `.pad 5` | unreferenced bytes, and zeros |
| `.half 65535, 1, 16` | halves |
| `.psl1ght.vertex registers=1, ...` | the header of a container of PSL1GHT: numbers of `registers`, `attributes`, `constants` and `slots`, offsets of `attribute.table`, `constant.table` and `code`, masks of `inputs` and `outputs`, `first.constant`, `first.slot` |
| `.psl1ght.fragment registers=2, ...` | the same, with `control`, `texcoords`, `texcoords.2d` and `texcoords.3d` instead of the last four |
| `.attribute name=0xac, ...` | a record of its attributes and textures: `name`, `index`, `kind` |
| `.uniform name=0xbc, ...` | a row of its constants: `name`, `index`, `kind`, whether it is `internal`, `count` of rows, floats `x`, `y`, `z`, `w` |
| `.cgb code.size=16, ...` | the header of a compact container: `version`, `compiler`, `code.size`, `stage`, mask of its `tables` |
| `.cgb.vertex`, `.cgb.fragment` | the configuration of its program |
| `.cgb.values size=16, count=0` | its table of values: registers as `.half`, values as `.default` |
| `.cgb.names size=6, ...`, `.cgb.name name=1, ...` | its table of names, and an entry of it |
| `.cgb.types size=12, ...`, `.cgb.type type=float4, ...` | its table of types, and an entry of it |

Fields that are not named are 0.

Listings show the names of what an instruction reads and writes behind it, as `// o[1] = colour, c[A0.x+8] from
bones[0]`; `from` stands where an address register is added. `{}` is the constant after an instruction of a fragment
program: `// {} = lightPosition`. `explain` has them too, and with `--json` both as `names`. `run` takes them as keys
of its inputs (docs/run.md).

Three kinds of container are read. **Sony's** (`.vpo`, `.fpo`) begins with the profile. **PSL1GHT's** begins with `VP` or `FP`; its
library loads the constants that the compiler made (`internal`) and sets the output mask, the control word and the texture coordinates,
as a translation does. A program sets the other constants; the values that the container has for them are not used. **Compact
containers** begin with `CGB` and a zero. Their names have no types unless there is a table of types: then a name that could be an
attribute or a constant is taken for an attribute that the program reads, and a warning says so. That their values stand at the end of
their table is a guess, too. Other versions of the two are refused.

The block of constants has a member for each constant in use, with its name, at the constant's offset in the whole block: 16 times
its number, or its position among the constants of a fragment program. Before GLSL 440, which cannot give members an offset, arrays
called `unused` fill the gaps. Matrices are arrays of rows; constants with the same name get the suffixes `_2` and so on; constants
without a name use their number. Attributes, varyings, colours and samplers have the names of their parameters, too; varyings of GLSL
before 410 are `travel` and their location, because they match by name. Names that GLSL does not allow, or that the shader needs
itself, get the suffix `_g` or the prefix `g_`. Bindings are unchanged. If a program indexes constants, the block is one array, and
variables with the names hold the constants that are used by number. Literal text has the guest's numbers, and the names in
comments. SPIR-V has the same members, with the names as the file has them.
With `--constants packed` the block contains only the constants in use, in every version; the interface of
`--json` lists their offsets in the whole block (`members`). `relit verify --constants packed` passes a device its constants this way.
)";

/// Whether the text is one of a container.
[[nodiscard]] bool is_text(std::string_view text);
/// Assembles it; `code` assembles what stands between .code and .endcode.
using Assemble = Result<std::vector<std::uint8_t>> (*)(std::string_view text);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, Profile profile, Assemble code);

/// Adds the headers, then the parameters.
void add_properties(std::vector<Property>& properties, const AnyContainer& container);

} // namespace relit::isa::rsx::cg
