// The records of render/gs/compute/*.inc as GLSL, and the buffers that hold them.
#define WORD(name) uint name;
#define INT(name) int name;
#define LONG(name) int64_t name;
#define WORDS(name, count) uint name[count];
#define INTS(name, count) int name[count];
#define LONGS(name, count) int64_t name[count];
#define SURFACE(name) Surface name;
struct Surface {
#include "../surface.inc"
};
struct State {
#include "../state.inc"
};
struct Primitive {
#include "../primitive.inc"
};
struct TriangleRow {
#include "../row.inc"
};
struct Step {
#include "../step.inc"
};
struct Tile {
#include "../tile.inc"
};
layout(push_constant) uniform Pass {
#include "../pass.inc"
} pass;

#define FLAG(name, bit) const uint name = 1u << bit;
#include "../primitive_flags.inc"
#include "../state_flags.inc"

layout(std430, binding = 0) buffer Memory { uint memory[]; };
layout(std430, binding = 1) readonly buffer Before { uint before[]; };
layout(std430, binding = 2) readonly buffer Tables { uint tables[]; };
layout(std430, binding = 3) readonly buffer Palettes { uint palettes[]; };
layout(std430, binding = 4) readonly buffer States { State states[]; };
layout(std430, binding = 5) readonly buffer Primitives { Primitive primitives[]; };
layout(std430, binding = 6) readonly buffer Rows { TriangleRow rows[]; };
layout(std430, binding = 7) readonly buffer Steps { Step steps[]; };
layout(std430, binding = 8) readonly buffer Ramps { int64_t ramps[]; };
layout(std430, binding = 9) readonly buffer Tiles { Tile tiles[]; };
layout(std430, binding = 10) readonly buffer Lists { uint lists[]; };
