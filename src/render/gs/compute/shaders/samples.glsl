// A pixel whose samples are drawn one after another, and what they resolve to (gs/samples/samples.cpp).

const uint kPlaneWords = 1u << 20;

Target targets[kSamples];

uint raw_of_sample(uint number, uint bit, uint mask) {
    return texelFetch(plane_words, int(number * kPlaneWords + bit / 32)).r >> (bit % 32) & mask;
}

// Where a pixel is, and which of its bits samples have to take from resolved memory.
struct SampledPixel {
    uint bit, mask, transferred, resolved;
};
SampledPixel sampled_pixel(Surface surface, uvec2 at) {
    SampledPixel pixel;
    pixel.bit = bit_of(surface, at), pixel.mask = surface.mask;
    pixel.transferred = transferred[pixel.bit / 32] >> (pixel.bit % 32) & pixel.mask;
    pixel.resolved = raw_at(pixel.bit, pixel.mask);
    return pixel;
}
uint with_transfers(SampledPixel pixel, uint number) {
    return (raw_of_sample(number, pixel.bit, pixel.mask) & ~pixel.transferred) | (pixel.resolved & pixel.transferred);
}

// Only bits that were written in some sample change, in all of them and in resolved memory.
void store_sample(SampledPixel pixel, uint number, uint written, uint now) {
    const uint changed = (now ^ raw_of_sample(number, pixel.bit, pixel.mask)) & written;
    if (changed != 0) atomicXor(planes[number * kPlaneWords + pixel.bit / 32], changed << (pixel.bit % 32));
}
void store_resolved(SampledPixel pixel, uint written, uint now) {
    const uint changed = (now ^ pixel.resolved) & written, taken = pixel.transferred & written;
    if (changed != 0) atomicXor(memory[pixel.bit / 32], changed << (pixel.bit % 32));
    if (taken != 0) atomicAnd(transferred[pixel.bit / 32], ~(taken << (pixel.bit % 32)));
}

uvec4 channels_of(uint raw) {
    if (pass.frame_bits == 16) return uvec4(raw, raw >> 5, raw >> 10, raw >> 15) & uvec4(0x1f, 0x1f, 0x1f, 1);
    return uvec4(raw, raw >> 8, raw >> 16, raw >> 24) & 0xff;
}
uint raw_of(uvec4 channels) {
    const uvec4 shifts = pass.frame_bits == 16 ? uvec4(0, 5, 10, 15) : uvec4(0, 8, 16, 24);
    const uvec4 raw = channels << shifts;
    return raw.r | raw.g | raw.b | raw.a;
}

void store_frame(SampledPixel pixel, uint written) {
    uvec4 sum = uvec4(kSamples / 2);
    for (uint i = 0; i < kSamples; ++i) {
        store_sample(pixel, i, written, targets[i].frame);
        sum += channels_of(targets[i].frame);
    }
    store_resolved(pixel, written, raw_of(sum / kSamples));
}
void store_depth(SampledPixel pixel) {
    uint farthest = ~0u;
    for (uint i = 0; i < kSamples; ++i) {
        store_sample(pixel, i, pixel.mask, targets[i].depth);
        farthest = min(farthest, targets[i].depth);
    }
    store_resolved(pixel, pixel.mask, farthest);
}

// Samples that hold the same and have the same primitives still hold the same afterwards: one is drawn for all.
bool are_alike(uint first) {
    bool alike = texelFetch(tiles, int(first)).zw == texelFetch(tiles, int(first + kSamples - 1)).zw;
    for (uint i = 1; i < kSamples; ++i)
        alike = alike && targets[i].frame == targets[0].frame && targets[i].depth == targets[0].depth;
    return alike;
}

void draw_samples(uint first, uvec2 at) {
    const SampledPixel frame = sampled_pixel(pass.frame, at), depth = sampled_pixel(pass.depth, at);
    for (uint i = 0; i < kSamples; ++i) targets[i] = Target(with_transfers(frame, i), with_transfers(depth, i), 0, 0);
    const bool alike = are_alike(first);
    uint frame_written = 0, depth_written = 0;
    for (uint i = 0; i < (alike ? 1 : kSamples); ++i) {
        const Target target = drawn(texelFetch(tiles, int(first + i)), at, targets[i]);
        frame_written |= target.frame_written, depth_written |= target.depth_written;
        targets[i] = target;
    }
    for (uint i = 1; alike && i < kSamples; ++i) targets[i] = targets[0];
    if (frame_written != 0) store_frame(frame, frame_written & frame.mask);
    if (depth_written != 0) store_depth(depth);
}
