#include "tests/support/lang/texture_cases.hpp"

#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"

namespace relit::test {
namespace {

using ir::Id;
using ir::kF32;
using ir::kI32;
using ir::Resource;
using ir::ResourceKind;
using ir::TextureDim;
using ir::TextureUse;

using Visit = std::function<void(const TextureCase&)>;

ir::Type result_of(const TextureCase& c) {
    if (c.op == ir::Op::StoreImage) return ir::kVoid;
    if (c.op == ir::Op::QueryLevels || c.op == ir::Op::AtomicImage) return kI32;
    if (c.op == ir::Op::QueryLod) return kF32.with_lanes(2);
    if (c.op == ir::Op::Sample && c.use.reference) return kF32;
    if (c.op != ir::Op::QuerySize) return {c.resource.sampled, 4};
    const unsigned sides = c.resource.dim == TextureDim::Cube ? 2 : ir::dimensions(c.resource.dim);
    return kI32.with_lanes(sides + (c.resource.arrayed ? 1U : 0U));
}

void each_use(ir::Stage stage, ir::Op op, const Resource& resource, const Visit& visit) {
    const bool queries_lod = op == ir::Op::QueryLod;
    const unsigned coordinates = ir::dimensions(resource.dim) + (resource.arrayed && !queries_lod ? 1U : 0U);
    for (unsigned bits = 0; bits < 64; ++bits) {
        TextureUse use{.coordinates = static_cast<std::uint8_t>(coordinates)};
        use.reference = (bits & 1) != 0;
        use.lod = (bits & 2) != 0;
        use.bias = (bits & 4) != 0;
        use.gradients = (bits & 8) != 0;
        use.offsets = (bits & 16) != 0;
        use.sample = (bits & 32) != 0;
        if (use.sample != resource.multisampled && op != ir::Op::QuerySize) continue;
        if (use.reference && !resource.shadow) continue;
        for (const bool constant : {true, false}) {
            if (constant || use.offsets) visit({stage, op, resource, use, constant});
        }
    }
}

template <class Visitor>
void each_resource(ResourceKind kind, Visitor visit) {
    for (const TextureDim dim :
         {TextureDim::D1, TextureDim::D2, TextureDim::D3, TextureDim::Cube, TextureDim::Buffer}) {
        for (unsigned bits = 0; bits < 32; ++bits) {
            Resource resource{.name = "t", .kind = kind, .binding = 3, .dim = dim};
            resource.arrayed = (bits & 1) != 0;
            resource.multisampled = (bits & 2) != 0;
            resource.shadow = (bits & 4) != 0;
            resource.sampled = (bits & 8) != 0 ? ir::Kind::I32 : ir::Kind::F32;
            resource.sampled_signed = (bits & 16) != 0;
            if (resource.sampled_signed && resource.sampled == ir::Kind::F32) continue;
            if (kind == ResourceKind::Image && resource.shadow) continue;
            if (ir::check_texture(resource).empty()) visit(resource);
        }
    }
}

} // namespace

std::optional<ir::Module> module_of(const TextureCase& c) {
    ir::Module module;
    module.stage = c.stage;
    ir::Builder build(module);
    const auto kept = build.storage_buffer("kept", 0, 64);
    build.resource(c.resource);
    module.texture_uses.push_back(c.use);
    module.texture_uses[0].resource = 1;
    build.function("main");
    const Id real = build.load_buffer(kept, build.i32(0), kF32), whole = build.load_buffer(kept, build.i32(4), kI32);
    const Id known = build.i32(3);
    const unsigned flat = ir::dimensions(c.resource.dim);
    const bool floats = c.op == ir::Op::Sample || c.op == ir::Op::Gather || c.op == ir::Op::QueryLod;
    const bool queries = c.op == ir::Op::QuerySize || c.op == ir::Op::QueryLevels;
    std::vector<Id> operands;
    const auto add = [&](bool wanted, unsigned count, Id value) {
        operands.insert(operands.end(), wanted ? count : 0, value);
    };
    add(!queries, c.use.coordinates, floats ? real : whole);
    add(c.use.reference, 1, real);
    add(c.use.lod || c.use.bias, 1, c.op == ir::Op::Sample ? real : whole);
    add(c.use.gradients, 2 * flat, real);
    add(c.use.offsets, flat, c.constant_offsets ? known : whole);
    add(c.use.sample, 1, whole);
    add(c.op == ir::Op::AtomicImage, c.use.atomic == ir::Op::AtomicCompareExchange ? 2 : 1, whole);
    add(c.op == ir::Op::StoreImage, 4, c.resource.sampled == ir::Kind::F32 ? real : whole);
    const Id got = build.add(c.op, result_of(c), operands, 0);
    if (c.op != ir::Op::StoreImage) build.store_buffer(kept, build.i32(16), got);
    build.ret();
    if (!ir::verify(module)) return {};
    return module;
}

void each_texture_case(const Visit& visit) {
    for (const ir::Stage stage : {ir::Stage::Fragment, ir::Stage::Vertex}) {
        for (const ir::Op op : {ir::Op::Sample, ir::Op::Fetch, ir::Op::Gather, ir::Op::QuerySize, ir::Op::QueryLevels,
                                ir::Op::QueryLod}) {
            each_resource(ResourceKind::Texture, [&](const Resource& r) { each_use(stage, op, r, visit); });
        }
    }
}

void each_image_case(const Visit& visit) {
    for (const ir::Op op : {ir::Op::LoadImage, ir::Op::StoreImage, ir::Op::QuerySize}) {
        each_resource(ResourceKind::Image, [&](const Resource& r) { each_use(ir::Stage::Compute, op, r, visit); });
    }
    each_resource(ResourceKind::Image, [&](Resource r) {
        r.format = r.sampled_signed ? ir::ImageFormat::R32i : ir::ImageFormat::R32ui;
        for (auto atomic = static_cast<unsigned>(ir::Op::AtomicAdd);
             atomic <= static_cast<unsigned>(ir::Op::AtomicCompareExchange); ++atomic) {
            each_use(ir::Stage::Compute, ir::Op::AtomicImage, r, [&](TextureCase c) {
                c.use.atomic = static_cast<ir::Op>(atomic);
                visit(c);
            });
        }
    });
}

} // namespace relit::test
