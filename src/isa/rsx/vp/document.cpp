// The page docs/isa/rsx.vp.md, printed from the tables: a property test fails if it is stale.
#include "isa/shared/document.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/encoding/methods.hpp"
#include "isa/rsx/vp/context_values.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/text.hpp"

namespace relit::isa::rsx::vp {
namespace {

constexpr std::string_view kHead = R"(# RSX vertex programs

Printed from the tables of `src/isa/rsx/vp/` by `relit docs`; do not edit.

A program is up to 544 words of 128 bits, stored as four big-endian dwords each (D0 to D3 here). It starts at slot 0 and
ends after the word with END; jumps and calls may reach code after it. A word drives two units at once: VEC, with up to
three sources, and SCA, whose only source is source 2. All sources of a word are read before anything is written. There
are 32 temporaries (R0 to R31), two address registers of four integer lanes (A0, A1), two condition registers (CC0, CC1),
32 branch bits, and a stack of 8 entries.

A word reads one input and one constant, by number or relative to one lane of one address register; it writes one output.
)";

constexpr std::string_view kShared = R"(
Masks: 8 is x, 4 is y, 2 is z, 1 is w. Temporary 63 and output 31 are none. Some bits have a second meaning:

| field | bits | read by |
|---|---|---|
)";

constexpr std::string_view kContextSection = R"(
## Context keys

`--context name=value`. A translation lists the keys that it read; others do not affect it.

)";

constexpr std::string_view kContextKeysHead = "| context key | values | default | meaning |\n|---|---|---|---|\n";

constexpr std::string_view kFormats = R"(
Types of inputs. Memory is big-endian; a host swaps the bytes of each number when it copies, and binds them
in the format below. Floats are the input `v#`; integers are the input `vi#` at the same location, which the
program converts to floats; lanes missing in memory are 0, 0, 0, 1. `relit translate --json` lists the formats.

| type | numbers | Vulkan format to bind | in the program |
|---|---|---|---|
| 1 | signed, 16 bits, normalised | R16 ... UINT | `vi`: (2 x + 1) / 65535 |
| 2 | floats | R32 ... SFLOAT | `v` |
| 3 | halves | R16 ... SFLOAT | `v` |
| 4 | bytes, normalised | R8 ... UNORM | `v` |
| 5 | signed, 16 bits | R16 ... UINT | `vi`: x |
| 6 | signed, packed: x 10:0, y 21:11, z 31:22 | R32 UINT | `vi`: 32 x / 32767, 32 y / 32767, 64 z / 32767, 1 |
| 7 | bytes | R8 ... UINT | `vi`: x |

An input with a frequency above 1 is not an attribute of the host: the program reads the storage buffer `in#` (binding #), whose
entries are four 32-bit numbers, the value of the attribute. Entry n is for the vertices from n * frequency on, or
for every vertex whose number modulo the frequency is n (`rsx.vp.modulo`). The number is the host's vertex
index; whether the console adds its base index first is unknown.

With `rsx.vp.viewport` a host sets its viewport to the whole surface, with rows in memory order, and its depth range to
`rsx.vp.depth_min` to `rsx.vp.depth_max`. Its clip volume has z between 0 and w, as in Vulkan or after glClipControl. The
console clips x and y with its scissor, which a host has as well.
)";

constexpr std::string_view kText = R"(
## Text

One instruction per statement, ended by `;`. Comments begin with `//` or `#`, or are enclosed in `/*` and `*/`. Names are
case-insensitive. A line begins with its slot (`012:`), with the offset of its first byte (`addresses=bytes`) or
with neither (`addresses=none`); the assembler ignores them.

| text | meaning |
|---|---|
| `MAD R1.xy, v[0], c[5].x, -R2` | one operation: the mask of the result, sources with swizzles and signs |
| `MOV R2, -\|v[3]\|.wzyx` | the absolute value, then the sign, then the swizzle |
| `c[A0.x+20]`, `v[A1.y+0]`, `o[A0.w+3]` | the number is relative to a lane of an address register |
| `MOV R1, o[7], v[0]` | both destinations of one result |
| `MOVC RC.x, R0`, `MOVC1 R1, R0` | the result is also written to CC0 or CC1; RC if it has no other destination |
| `ADD_sat R0, v[3], c[4]` | the result is clamped to 0 .. 1, and so is that of the other operation of a pair |
| `MOV R1.xy(GE.x), R2` | a lane is written if its lane of CC0 is not less than 0; `(GE1.x)` tests CC1 |
| `ARL A0.x, v[4].x`, `ARA A1, A0` | address registers |
| `TXL R0, v[8], TEX3` | a texel of vertex texture 3 |
| `BRI(NE.x) L12`, `CLI L12`, `RET(LT)` | a jump, call, return, taken if any lane passes. `L12:` labels slot 12 |
| `BRB(b3) L12`, `CLB(!b3) L12` | a jump, call if branch bit 3 is true, is false |
| `BRA A0.x+12`, `CAL A0.x+12` | the slot is the sum |
| `PSH A0`, `POP A0` | all lanes of an address register, onto the stack and from it |
| `MOVS R0, v[0]` | the scalar unit's MOV. In a pair, a MOV uses the free unit |
| `MOV R1, v[0] @ {unused=1}` | the value of a field that plain text does not express |
| `.word 0x00000000, ...` | a word that is not a valid instruction, as D0 to D3 |
| `.end` | the previous word has END; the default is the last word |
| `.order little` | the file has little-endian dwords; `.order console`: big-endian ones |
| `.fill mesa`, `.fill sony` | values of unused fields from here on: those of Mesa's compiler, or Sony's |

Writes of results depend on the condition if CC.test is 1. Jumps, calls and returns depend on the condition for any CC.test; if the
word tests no result, text uses the value of the fill: 0 for Sony, 1 for Mesa. In a word with a result, `(LE.x)` follows the part that
it applies to: the result, the jump, or both with the same condition.

Assumptions, if public sources disagree or are silent: packed inputs (RPCS3's numbers; others have x / 1023 or (2 x + 1) / 2047);
outputs 16 to 30 and constants from 468 on do not exist: they are not written and read as 0; temporaries 32 to 62 are like the
others;
inputs with another type than those above are floats; textures of unknown dimensions are 2d;
unwritten outputs are (0, 0, 0, 1), temporaries 0; the level of TXL is w of its source (RPCS3: 0); RSQ of -0 is
the host's; a jump depends on the value of its condition register before the word; a condition FL never passes;
END in the word of a taken jump ends the program; a push onto the stack ignores its condition. MIN and MAX of a NaN are
the other operand and comparisons with it are false (NV_vertex_program2, and measurements of NV30: NaN); a condition that
is NaN passes NE, as in NV_vertex_program2 and RPCS3; RCC of NaN is 2^-64; address registers have 32 bits
(NV_vertex_program2: -512 to 511, which only ARA, stacks and jumps could show); methods 0x1fc4 to 0x1fd4, which assign outputs
to interpolants, have their usual values.

An instruction may have a label with any name. A target is a label, `L` and a slot if no label has that
name, or a slot.

Two operations of one word are a pair. The scalar one is first, except a jump, call or return, which is last. The
second begins with `+`, or is indented on its own line without a slot:

```
005: RCP R1.x, R0.w;
     MUL R2, v[0], c[3];
```
)";

constexpr std::string_view kFiles = R"(
## Files

Raw microcode, a container of the Cg compiler (`.vpo`) or a stream of methods, all big-endian, or text of any. Raw
microcode may be little-endian, as emulators store it (RPCS3: `shaders_cache/raw/*.vp`): it is recognised by the values that compilers
write, and its listing has `.order`. RPCS3 stores the slots from the first reachable one to the last, zeros for unreachable
slots, with jumps relative to the first; the file does not contain the start of the program: it is slot 0, or `rsx.vp.start`. A
container defines names and defaults of constants, and the user clip planes of its header apply unless the context sets them.
It is loaded at the slot that its header names.

A stream is words of the FIFO. A method's header has the number of arguments in bits 28:18, the subchannel in 15:13 and the
method in 12:2; bit 30: all arguments go to this one method. `0x20000000` and words that end in 1 are jumps, those that end in 2
calls, `0x00020000` is a return: they are listed, and reading continues after them. The program, its constants and its state are
those of the machine at the end of the stream. A stream has no fragment program, but the state that it sets for one applies to the
fragment program of a linked translation, and `info` prints it under the names of context keys.

| text | meaning |
|---|---|
| `.stream` | a stream follows; slots appear between its methods as instructions, with slots as targets |
| `.method NAME, count` | a header; NAME may be an address; also `subchannel N`, `fixed` |
| `.data`, `.fill count, value`, `.byte` | words; a repeated word; bytes after the last whole word |

These methods have names. Those of the program, of its start and of constants load them, and those of the next table set context keys;
the others, and arguments of them that it does not name, change nothing: neither do methods in neither table, which listings
show as numbers.

| method | name |
|---|---|
)";

constexpr std::string_view kState = R"(
| method | context key | value |
|---|---|---|
)";

void file_tables(std::string& text) {
    const auto hex = [](std::uint32_t address) {
        std::string digits;
        print_hex(digits, address, 4);
        return digits;
    };
    const auto addresses = [&](std::uint32_t address, std::uint32_t count, std::uint32_t stride) {
        return hex(address) +
               (count == 1 ? "" : " + " + std::to_string(stride) + " n, n below " + std::to_string(count));
    };
    text += kFiles;
    for (const PushMethod& row : kMethods) {
        std::string range = hex(row.address);
        if (row.address != row.last) range += " to " + hex(row.last);
        document_row(text, {range, std::string(row.name)});
    }
    text += kState;
#define STATE(address, count, stride, key, value) \
    document_row(text, {addresses(address, count, stride), std::string("`") + (key) + "`", #value});
#include "isa/rsx/encoding/state.inc"
#undef STATE
    text += cg::kContainerText;
}

void operation_tables(std::string& text) {
    text += "\n## Operations of the VEC unit\n\n| number | text | sources | result |\n|---|---|---|---|\n";
    for (unsigned i = 0; is_defined(static_cast<Vec>(i)); ++i) {
        const VecInfo& row = info(static_cast<Vec>(i));
        document_row(text,
                     {std::to_string(i), std::string(row.mnemonic), std::string(row.reads), std::string(row.summary)});
    }
    text += "\n## Operations of the SCA unit\n\n| number | text | result or effect |\n|---|---|---|\n";
    for (unsigned i = 0; is_defined(static_cast<Sca>(i)); ++i) {
        const ScaInfo& row = info(static_cast<Sca>(i));
        const std::string name = std::string(row.mnemonic) + (static_cast<Sca>(i) == Sca::Mov ? "S" : "");
        document_row(text, {std::to_string(i), name, std::string(row.summary)});
    }
}

void register_tables(std::string& text) {
    text +=
        "\n## Outputs\n\nThe bit is its bit in the output mask, method 0x1ff4.\n\n"
        "| number | lanes | name | bit | purpose |\n|---|---|---|---|---|\n";
#define OUTPUT(index, lanes, name, bit, purpose) \
    document_row(text, {std::to_string(index), lanes, name, (bit) < 0 ? "always on" : std::to_string(bit), purpose});
#include "isa/rsx/vp/encoding/outputs.inc"
#undef OUTPUT
    text += "\n## Inputs\n\nNames are conventional.\n\n| number | name |\n|---|---|\n";
#define INPUT(index, name) document_row(text, {std::to_string(index), name});
#include "isa/rsx/vp/encoding/inputs.inc"
#undef INPUT
}

void context_key_table(std::string& text) {
    text.append(kContextSection).append(kContextKeysText).append(kContextKeysHead);
#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    document_row(text, {"`" name "`", std::string(values), usual, purpose});
#include "isa/rsx/vp/context_keys.inc"
#undef CONTEXT_KEY
}

} // namespace

std::string document() {
    std::string text(kHead);
    text += "\n## The word\n\n";
    document_word(text, Word128::fields, 'D');
    text += kShared;
    document_row(text, {"target", bits_of(Word128::target, 'D'), "jumps and calls: a slot"});
    document_row(text, {"bit", bits_of(Word128::bit, 'D'), "BRB, CLB: the branch bit"});
    document_row(text, {"bit.wanted", bits_of(Word128::bit_wanted, 'D'), "BRB, CLB: the value that passes"});
    document_row(text, {"unit", bits_of(Word128::unit, 'D'), "TXL: the texture unit"});
    operation_tables(text);
    register_tables(text);
    context_key_table(text);
    text += kFormats;
    text += kText;
    file_tables(text);
    return text;
}

} // namespace relit::isa::rsx::vp
