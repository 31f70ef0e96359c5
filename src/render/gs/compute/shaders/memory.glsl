// Pixels in local memory: what machine::gs::Addresses and gs::Memory do. Whoever includes this has table_at() and word_at().

// In `tables`: for each layout 128 words of x and 128 of y, then log2 of 128 mantissas for four L.
const int kLogTable = 13 * 256;

// The first bit of a pixel, counted from bit 0 of memory.
uint bit_of(Surface surface, uvec2 at) {
    const int table = int(surface.layout_row) * 256;
    const uint element = table_at(table + int(at.x & 127)) ^ table_at(table + 128 + int(at.y & 127));
    const uint page = (at.y >> surface.page_y) * surface.pages + ((at.x >> surface.page_x) << surface.page_shift);
    return (((surface.base + page + element) & surface.last) << surface.element) + surface.shift;
}

uint raw_at(uint bit, uint mask) { return word_at(bit / 32) >> (bit % 32) & mask; }

// Other pixels of the word belong to other invocations: only bits that have changed are written.
void store_changes(uint bit, uint old_raw, uint new_raw) {
    if (old_raw != new_raw) atomicXor(memory[bit / 32], (old_raw ^ new_raw) << (bit % 32));
}

// Colours as memory holds them in CT32.
uint colour_of_16(uint raw) {
    return (raw & 0x1f) << 3 | (raw & 0x3e0) << 6 | (raw & 0x7c00) << 9 | (raw & 0x8000) << 16;
}
uint colour_to_16(uint colour) {
    return (colour >> 3 & 0x1f) | (colour >> 6 & 0x3e0) | (colour >> 9 & 0x7c00) | (colour >> 16 & 0x8000);
}
ivec4 rgba_of(uint colour) { return ivec4(uvec4(colour, colour >> 8, colour >> 16, colour >> 24) & 0xff); }
uint colour_of(ivec4 rgba) {
    const uvec4 bytes = uvec4(rgba) & 0xff;
    return bytes.r | bytes.g << 8 | bytes.b << 16 | bytes.a << 24;
}
