// The records of render/gs/compute/*.inc as GLSL, and the buffers that hold them. Records lie in chunks of four words, which
// one fetch reads; unused parts of a record are never read.
layout(constant_id = 0) const bool kExactPlanes = false; // Rules::coarse_planes is off
layout(constant_id = 1) const bool kExactSteps = false;  // Rules::coarse_steps is off

layout(constant_id = 2) const uint kSamples = 1;         // of a pixel

layout(std430, binding = 0) buffer Memory { uint memory[]; };
layout(std430, binding = 1) buffer Planes { uint planes[]; };           // memory of each sample
layout(std430, binding = 2) buffer Transferred { uint transferred[]; }; // bits of memory that samples have to take
layout(binding = 3) uniform usamplerBuffer memory_words;
layout(binding = 4) uniform usamplerBuffer plane_words;
layout(binding = 5) uniform usamplerBuffer tables;
layout(binding = 6) uniform usamplerBuffer texels;
layout(binding = 7) uniform usamplerBuffer records; // four words each
layout(binding = 8) uniform usamplerBuffer tiles;   // four words each
layout(binding = 9) uniform usamplerBuffer lists;

uint table_at(int index) { return texelFetch(tables, index).r; }
uint word_at(uint index) { return texelFetch(memory_words, int(index)).r; }

#define WORD(name) uint name;
#define INT(name) int name;
#define LONG(name) int64_t name;
#define WORDS(name, count) uint name[count];
#define INTS(name, count) int name[count];
#define LONGS(name, count) int64_t name[count];
#define SURFACE(name) Surface name;
struct Surface {
#include "../records/surface.inc"
};
struct State {
#include "../records/state.inc"
};
struct Level {
#include "../records/level.inc"
};
struct Primitive {
#include "../records/primitive.inc"
};
struct Triangle {
#include "../records/triangle.inc"
};
struct TriangleRow {
#include "../records/row.inc"
};
struct Step {
#include "../records/step.inc"
};
layout(push_constant) uniform Pass {
#include "../records/pass.inc"
} pass;
#undef WORD
#undef INT
#undef LONG
#undef WORDS
#undef INTS
#undef LONGS
#undef SURFACE

#define WORD(name) +1
#define INT(name) +1
#define LONG(name) +2
#define WORDS(name, count) +count
#define INTS(name, count) +count
#define LONGS(name, count) +2 * count
const uint kStateChunks = (0
#include "../records/state.inc"
    ) / 4;
const uint kPrimitiveChunks = (0
#include "../records/primitive.inc"
    ) / 4;
const uint kRowChunks = (0
#include "../records/row.inc"
    ) / 4;
const uint kStepChunks = (0
#include "../records/step.inc"
    ) / 4;
#undef WORD
#undef INT
#undef LONG
#undef WORDS
#undef INTS
#undef LONGS

#define FLAG(name, bit) const uint name = 1u << bit;
#include "../records/primitive_flags.inc"
#include "../records/state_flags.inc"

// Goes over the words of a record. The index of each is known to the compiler everywhere.
struct Reader {
    uint at;
    int taken;
    uvec4 chunk;
};
uint next(inout Reader reader) {
    if ((reader.taken & 3) == 0) reader.chunk = texelFetch(records, int(reader.at) + reader.taken / 4);
    return reader.chunk[reader.taken++ & 3];
}
int64_t next_long(inout Reader reader) {
    const uint low = next(reader);
    return int64_t(uint64_t(low) | uint64_t(next(reader)) << 32);
}

#define WORD(name) record.name = next(reader);
#define INT(name) record.name = int(next(reader));
#define LONG(name) record.name = next_long(reader);
#define WORDS(name, count) [[unroll]] for (int i = 0; i < count; ++i) record.name[i] = next(reader);
#define INTS(name, count) [[unroll]] for (int i = 0; i < count; ++i) record.name[i] = int(next(reader));
#define LONGS(name, count) [[unroll]] for (int i = 0; i < count; ++i) record.name[i] = next_long(reader);
#define LOADS(Record, load) \
    Record load(uint at) { \
        Reader reader = Reader(at, 0, uvec4(0)); \
        Record record;
LOADS(State, load_state)
#include "../records/state.inc"
    return record;
}
LOADS(Level, load_level)
#include "../records/level.inc"
    return record;
}
LOADS(Primitive, load_primitive)
#include "../records/primitive.inc"
    return record;
}
LOADS(Triangle, load_triangle)
#include "../records/triangle.inc"
    return record;
}
LOADS(TriangleRow, load_row)
#include "../records/row.inc"
    return record;
}
LOADS(Step, load_step)
#include "../records/step.inc"
    return record;
}
