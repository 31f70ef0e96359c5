// What display.comp and feedback.comp share: local memory, the scan, and the tables that end each of their records.

#define WORD(name) uint name;
#define SURFACE(name) Surface name;
#define CIRCUIT(name) Circuit name;
struct Surface {
#include "../records/surface.inc"
};
struct Circuit {
#include "../records/circuit.inc"
};

layout(std430, binding = 0) buffer Memory { uint memory[]; };
layout(std430, binding = 1) buffer Shown { uint shown[]; }; // a pixel of the scan each, red in the low byte
layout(std430, binding = 2) readonly buffer Record {
#ifdef RECORD_OF_FEEDBACK
#include "../records/feedback.inc"
#else
#include "../records/display.inc"
#endif
    uint tables[];
} record;

uint table_at(int index) { return record.tables[index]; }
uint word_at(uint index) { return memory[index]; }

#include "memory.glsl"
