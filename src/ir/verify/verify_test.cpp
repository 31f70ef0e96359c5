#include "ir/verify/verify.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

namespace relit::ir {
namespace {

// A module with one of everything, to which a test adds what is wrong.
struct Broken {
    Module module;
    Builder ir{module};
    std::uint32_t r = ir.file("r", Kind::F32, 4, 4, Role::Register);
    std::uint32_t v = ir.file("v", Kind::F32, 4, 4, Role::Input);
    std::uint32_t c = ir.constant_buffer("c", 0, 64);
    std::uint32_t s = ir.storage_buffer("s", 0, 64);
    FunctionId main = ir.function("main");
    Id f4 = ir.f32(1, 4);
    Id f1 = ir.f32(1);
    Id i1 = ir.i32(1);
    Id i4 = ir.i32(1, 4);
    Id yes = ir.boolean(true);

    Block& block(BlockId id) { return module.functions[0].blocks[id]; }
    void end() {
        if (!ir.ended()) ir.ret();
    }
};

using Break = std::function<void(Broken&)>;

// What verify says of a module that is wrong in one way; nothing where it finds nothing.
std::string verify_error(const Break& break_it) {
    Broken broken;
    break_it(broken);
    broken.end();
    const Status status = verify(broken.module);
    return status ? std::string() : status.error().text;
}

void expect(const std::string& wanted, const Break& break_it) {
    const std::string said = verify_error(break_it);
    EXPECT_NE(said.find(wanted), std::string::npos) << "wanted: " << wanted << "\nsaid: " << said;
}

TEST(Verify, accepts_what_is_right) {
    EXPECT_EQ(verify_error([](Broken&) {}), "");
    EXPECT_EQ(verify_error([](Broken& b) {
                  const Id sum = b.ir.FAdd(b.f4, b.f4);
                  b.ir.store(b.r, 0, b.ir.Select(b.ir.FLt(sum, b.f4), sum, b.f4), 5);
                  b.ir.store_at(b.r, 4, b.i1, b.ir.swizzle(sum, {3, 0}));
                  b.ir.store_buffer(b.s, b.i1, b.ir.compose({b.f1, b.ir.FDot(sum, sum)}));
                  const BlockId next = b.ir.block();
                  b.ir.block_param(next, kI32);
                  b.ir.jump(next, std::array{b.i1});
                  b.ir.move_to(next);
              }),
              "");
}

TEST(Verify, points_into_the_printed_text) {
    EXPECT_EQ(verify_error([](Broken& b) { b.ir.add(Op::FAdd, {Kind::F32, 4}, {b.f4, b.i4}); }),
              "line 13: %6: f32x4 = fadd %1, %4: operand 2 is i32x4, not a float");
    EXPECT_EQ(verify_error([](Broken& b) { b.ir.add(Op::FAdd, {Kind::F32, 4}, {b.f4, b.f1}); }),
              "line 13: %6: f32x4 = fadd %1, %2: operand 2 is f32, the result f32x4");
    EXPECT_EQ(verify_error([](Broken& b) { b.ir.jump(7); }), "line 13: jump b7: there is no block b7");
}

TEST(Verify, shapes) {
    expect("operand 2 is f64, the result f32",
           [](Broken& b) { b.ir.add(Op::FAdd, kF32, {b.f1, b.ir.constant(kF64, 0)}); });
    expect("the first operand", [](Broken& b) { b.ir.add(Op::FLt, kBool, {b.f1, b.ir.constant(kF64, 0)}); });
    expect("the first operand f32x4", [](Broken& b) { b.ir.add(Op::FDot, kF32, {b.f4, b.f1}); });
    expect("the result f64", [](Broken& b) { b.ir.add(Op::FDot, kF64, {b.f4, b.f4}); });
    expect("1 operands instead of 2", [](Broken& b) { b.ir.add(Op::FAdd, kF32, {b.f1}); });
    expect("the result is not a float", [](Broken& b) { b.ir.add(Op::FAdd, kI32, {b.i1, b.i1}); });
    expect("the result is not a scalar", [](Broken& b) { b.ir.add(Op::BAny, {Kind::Bool, 2}, {b.yes}); });
    expect("is not the type of a value", [](Broken& b) { b.ir.add(Op::FAdd, {Kind::F32, 5}, {b.f1, b.f1}); });
    expect("is not the type of a value", [](Broken& b) { b.ir.add(Op::FAdd, kVoid, {b.f1, b.f1}); });
    expect("gives none", [](Broken& b) { b.ir.add(Op::Barrier, kI32, {}); });
    expect("operand 1 is not a value", [](Broken& b) { b.ir.add(Op::FNeg, kF32, {b.ir.add(Op::Barrier, kVoid, {})}); });
    expect("operand 1 is bool, the result f32x4",
           [](Broken& b) { b.ir.add(Op::Select, {Kind::F32, 4}, {b.yes, b.f4, b.f4}); });
    expect("operand 1 is f32x4, not a scalar", [](Broken& b) { b.ir.add(Op::Compose, kF32, {b.f4}); });
    expect("not wider", [](Broken& b) { b.ir.add(Op::UExtend, kI32, {b.i1}); });
    expect("not narrower", [](Broken& b) { b.ir.add(Op::ITruncate, kI64, {b.i1}); });
    expect("1 operands instead of 2", [](Broken& b) { b.ir.add(Op::Compose, {Kind::F32, 2}, {b.f1}); });
    expect("operand 2 is i32, the result f32x2",
           [](Broken& b) { b.ir.add(Op::Compose, {Kind::F32, 2}, {b.f1, b.i1}); });
    expect("not the same bits", [](Broken& b) { b.ir.bitcast(kI64, b.f1); });
    expect("not the same bits", [](Broken& b) { b.ir.bitcast({Kind::Bool, 4}, b.yes); });
}

TEST(Verify, immediates) {
    expect("beyond the module's literals", [](Broken& b) { b.ir.add(Op::Const, kF32, {}, 1000); });
    expect("has more than 16 bits", [](Broken& b) { b.ir.constant(kF16, 0x10000); });
    expect("no parameter 0", [](Broken& b) { b.ir.add(Op::Param, kF32, {}, 0); });
    expect("lane 0 is taken from lane 1 of f32", [](Broken& b) { b.ir.swizzle(b.f1, {1}); });
    expect("operand 1 is i32, the result f32", [](Broken& b) { b.ir.add(Op::Swizzle, kF32, {b.i1}); });
    expect("more lanes than there are", [](Broken& b) { b.ir.blend(b.f1, b.f1, 2); });
    expect("no table 0", [](Broken& b) { b.ir.lookup(0, b.i1); });
    expect("tables hold i32", [](Broken& b) {
        b.ir.table({});
        b.ir.add(Op::LoadTable, kI64, {b.i1}, 0);
    });
    expect("no scope 2", [](Broken& b) { b.ir.add(Op::MemoryBarrier, kVoid, {}, 2); });
    expect("no builtin 99", [](Broken& b) { b.ir.add(Op::ReadBuiltin, kI32, {}, 99); });
    expect("no literal", [](Broken& b) { b.ir.add(Op::Opaque, kVoid, {}, 1000); });
    expect("immediate is 0x1", [](Broken& b) { b.ir.add(Op::FNeg, kF32, {b.f1}, 1); });
    expect("no origin 9", [](Broken& b) {
        b.ir.origin_index(9);
        b.ir.FNeg(b.f1);
        b.ir.origin_index(0);
    });
}

TEST(Verify, files) {
    expect("there is no file 9", [](Broken& b) { b.ir.load(9, 0, kF32); });
    expect("lane 16 is beyond the file's 16", [](Broken& b) { b.ir.load(b.r, 13, {Kind::F32, 4}); });
    expect("lane 16 is beyond the file's 16", [](Broken& b) { b.ir.store(b.r, 13, b.f4, 8); });
    EXPECT_EQ(verify_error([](Broken& b) { b.ir.store(b.r, 13, b.f4, 7); }), "");
    expect("beyond the file's 16", [](Broken& b) { b.ir.load_at(b.r, 16, b.i1, kF32); });
    expect("narrower than a lane of the file", [](Broken& b) { b.ir.load(b.r, 0, kF16); });
    expect("bools lie in files of bools, and nothing else does", [](Broken& b) { b.ir.store(b.r, 0, b.yes); });
    expect("bools lie in files of bools, and nothing else does",
           [](Broken& b) { b.ir.load(b.ir.file("p", Kind::Bool, 1, 1, Role::Register), 0, kI32); });
    EXPECT_EQ(verify_error([](Broken& b) { b.ir.store(b.ir.file("p", Kind::Bool, 1, 1, Role::Register), 0, b.yes); }),
              "");
    expect("an input cannot be stored to", [](Broken& b) { b.ir.store(b.v, 0, b.f1); });
    expect("mask 0x2 does not fit f32",
           [](Broken& b) { b.ir.add(Op::StoreFile, kVoid, {b.f1}, Access{}.set(Access::mask, 2U).raw[0]); });
    expect("mask 0x0 does not fit f32", [](Broken& b) { b.ir.add(Op::StoreFile, kVoid, {b.f1}, 0); });
    expect("a load has no mask",
           [](Broken& b) { b.ir.add(Op::LoadFile, kF32, {}, Access{}.set(Access::mask, 1U).raw[0]); });
    expect("a register cannot be void", [](Broken& b) { b.ir.file("p", Kind::Void, 1, 1, Role::Register); });
    expect("inputs and outputs hold no bools", [](Broken& b) { b.ir.file("p", Kind::Bool, 1, 1, Role::Output); });
    expect("more lanes than accesses", [](Broken& b) { b.ir.file("p", Kind::I8, 1, 1U << 20U | 1U, Role::Register); });
}

TEST(Verify, RegistersOfVertices) {
    const auto load = [](std::uint32_t Broken::* file, std::uint32_t lane, Type type, Stage stage = Stage::Geometry) {
        return [=](Broken& b) {
            b.module.stage = stage;
            b.module.geometry.in = Primitive::Points;
            b.ir.load_vertex(b.*file, lane, b.i1, type);
        };
    };
    EXPECT_EQ(verify_error(load(&Broken::v, 14, kI32.with_lanes(2))), "");
    expect("vertices have no such register", load(&Broken::v, 0, kF32, Stage::Vertex));
    expect("vertices have no such register", load(&Broken::r, 0, kF32));
    expect("lanes of vertices are loaded as wide", load(&Broken::v, 0, kI64));
    expect("a vertex has 16 lanes in registers of 4", load(&Broken::v, 16, kF32));
    expect("a vertex has 16 lanes in registers of 4", load(&Broken::v, 3, kF32.with_lanes(2)));
}

TEST(Verify, resources) {
    expect("there is no resource 9", [](Broken& b) { b.ir.load_buffer(9, b.i1, kF32); });
    expect("a constant buffer cannot be written", [](Broken& b) { b.ir.store_buffer(b.c, b.i1, b.f1); });
    expect("a bool cannot lie in a buffer", [](Broken& b) { b.ir.store_buffer(b.s, b.i1, b.yes); });
    expect("operand 2 is i64, the result i32",
           [](Broken& b) { b.ir.add(Op::AtomicAdd, kI32, {b.i1, b.ir.constant(kI64, 1)}, b.s); });
    const auto with_elements = [](Broken& b, Type element) {
        b.module.resources[b.s].element = element;
        b.ir.load_buffer(b.s, b.i1, kF32);
    };
    expect("it has no elements of f64", [&](Broken& b) { with_elements(b, {Kind::F64, 1}); });
    expect("it has no elements of f32", [&](Broken& b) { with_elements(b, kF32); });
    expect("a buffer of i32 is accessed as f32", [&](Broken& b) { with_elements(b, kI32); });
    const auto with_texture = [](Broken& b, ResourceKind kind) {
        Resource texture;
        texture.kind = kind;
        TextureUse use;
        use.resource = b.ir.resource(texture);
        use.coordinates = 2;
        b.module.texture_uses.push_back(use);
        return use.resource;
    };
    expect("the resource is not a buffer",
           [&](Broken& b) { b.ir.load_buffer(with_texture(b, ResourceKind::Texture), b.i1, kF32); });
    expect("is neither a texture nor an image", [&](Broken& b) { with_texture(b, ResourceKind::StorageBuffer); });
    expect("there is no use 0", [](Broken& b) { b.ir.add(Op::Sample, {Kind::F32, 4}, {b.f1, b.f1}, 0); });
    expect("1 operands instead of 2", [&](Broken& b) {
        with_texture(b, ResourceKind::Texture);
        b.ir.add(Op::Sample, {Kind::F32, 4}, {b.f1}, 0);
    });
    expect("resource 2 is not an image", [&](Broken& b) {
        with_texture(b, ResourceKind::Texture);
        b.ir.add(Op::LoadImage, {Kind::F32, 4}, {b.i1, b.i1}, 0);
    });
    EXPECT_EQ(verify_error([&](Broken& b) {
                  with_texture(b, ResourceKind::Texture);
                  b.ir.add(Op::Sample, {Kind::F32, 4}, {b.f1, b.f1}, 0);
              }),
              "");
}

TEST(Verify, values) {
    expect("a value outside of every block", [](Broken& b) { b.ir.FNeg(b.ir.make(Op::Const, kF32, {}, 0)); });
    expect("a value outside of every block", [](Broken& b) { b.ir.add(Op::FNeg, kF32, {99999}); });
    expect("a value outside of every block", [](Broken& b) { b.ir.add(Op::FNeg, kF32, {kNone}); });
    expect("there is no instruction 99999", [](Broken& b) { b.block(0).insts.push_back(99999); });
    expect("it is in two places", [](Broken& b) { b.block(0).insts.push_back(b.f1); });
    expect("operand 1 is not computed on every path", [](Broken& b) {
        const Id use = b.ir.FNeg(b.f1);
        std::swap(b.block(0).insts[1], b.block(0).insts.back());
        (void)use;
    });
    expect("operand 1 is not computed on every path", [](Broken& b) {
        const BlockId then = b.ir.block(), join = b.ir.block();
        b.ir.branch(b.yes, then, join);
        b.ir.move_to(then);
        const Id only_here = b.ir.FNeg(b.f1);
        b.ir.jump(join);
        b.ir.move_to(join);
        b.ir.FNeg(only_here);
    });
    expect("a value is not computed on every path", [](Broken& b) {
        const BlockId then = b.ir.block(), join = b.ir.block(), last = b.ir.block();
        b.ir.block_param(last, kF32);
        b.ir.branch(b.yes, then, join);
        b.ir.move_to(then);
        const Id only_here = b.ir.FNeg(b.f1);
        b.ir.jump(join);
        b.ir.move_to(join);
        b.ir.jump(last, std::array{only_here});
        b.ir.move_to(last);
    });
    expect("a value of another function", [](Broken& b) {
        b.end();
        b.ir.function("f");
        b.ir.FNeg(b.f1);
    });
}

TEST(Verify, blocks) {
    expect("b1: the block has no end", [](Broken& b) { (void)b.ir.block(); });
    expect("nothing may go to the entry", [](Broken& b) { b.ir.jump(0); });
    expect("the entry has parameters", [](Broken& b) { b.ir.block_param(0, kF32); });
    expect("b1 takes 1 values, not 0", [](Broken& b) {
        const BlockId next = b.ir.block();
        b.ir.block_param(next, kF32);
        b.ir.jump(next);
        b.ir.move_to(next);
    });
    expect("value 1 for b1 is i32, the parameter f32", [](Broken& b) {
        const BlockId next = b.ir.block();
        b.ir.block_param(next, kF32);
        b.ir.jump(next, std::array{b.i1});
        b.ir.move_to(next);
    });
    expect("a parameter is not a block parameter",
           [](Broken& b) { b.block(b.ir.block()).params.push_back(b.ir.make(Op::FNeg, kF32, std::array{b.f1})); });
    expect("says that it is number 3", [](Broken& b) { b.module[b.ir.block_param(b.ir.block(), kF32)].imm = 3; });
    expect("not among its block's parameters", [](Broken& b) { b.ir.add(Op::BlockParam, kF32, {}); });
    const auto branch_on = [](Id Broken::* value) {
        return [=](Broken& b) {
            const BlockId next = b.ir.block();
            b.ir.branch(b.*value, next, next);
            b.ir.move_to(next);
        };
    };
    EXPECT_EQ(verify_error(branch_on(&Broken::yes)), "");
    expect("its value is i32, not bool", branch_on(&Broken::i1));
    const auto switch_with = [](std::array<std::uint32_t, 2> cases, Id Broken::* value) {
        return [=](Broken& b) {
            const BlockId next = b.ir.block();
            b.ir.switch_on(b.*value, cases, std::array{next, next, next});
            b.ir.move_to(next);
        };
    };
    EXPECT_EQ(verify_error(switch_with({1, 2}, &Broken::i1)), "");
    expect("case 0x7 occurs twice", switch_with({7, 7}, &Broken::i1));
    expect("its value is f32, not i32", switch_with({1, 2}, &Broken::f1));
    expect("1 successors instead of 2", [](Broken& b) {
        const BlockId next = b.ir.block();
        b.ir.branch(b.yes, next, next);
        b.block(0).end.edges = b.block(0).end.edges.first(1);
        b.ir.move_to(next);
    });
    expect("it takes no value", [](Broken& b) { b.ir.ret(b.f1); });
    expect("only a switch has cases", [](Broken& b) {
        b.ir.ret();
        b.block(0).end.cases = b.module.copy(std::array{1U});
    });
}

TEST(Verify, functions) {
    EXPECT_EQ(verify(Module()).error().text, "there is no function");
    expect("there is no function 9", [](Broken& b) { b.ir.add(Op::Call, kVoid, {}, 9); });
    expect("starts has parameters or a result", [](Broken& b) { b.module.functions[0].params.push_back(kF32); });
    const auto with_callee = [](const Break& then) {
        return [=](Broken& b) {
            b.ir.function("f", kF32, {kF32});
            b.ir.ret(b.ir.FNeg(b.ir.param(0)));
            b.ir.move_to(FunctionId{0}, 0);
            then(b);
        };
    };
    EXPECT_EQ(verify_error(with_callee([](Broken& b) { b.ir.call(1, {b.f1}); })), "");
    expect("0 arguments instead of 1", with_callee([](Broken& b) { b.ir.call(1, {}); }));
    expect("argument 1 is i32, the parameter f32", with_callee([](Broken& b) { b.ir.call(1, {b.i1}); }));
    expect("the result is void, the function's f32",
           with_callee([](Broken& b) { b.ir.add(Op::Call, kVoid, {b.f1}, 1); }));
    expect("the result is i32, the parameter f32", with_callee([](Broken& b) {
               b.ir.move_to(FunctionId{1}, 0);
               b.ir.add(Op::Param, kI32, {}, 0);
               b.ir.move_to(FunctionId{0}, 0);
           }));
    expect("it has no value; it takes f32",
           with_callee([](Broken& b) { b.module.functions[1].blocks[0].end.value = kNone; }));
    expect("calls itself", with_callee([](Broken& b) {
               b.ir.ret();
               b.ir.move_to(FunctionId{1}, 0);
               b.ir.call(0, {});
               b.ir.move_to(FunctionId{0}, 0);
               b.ir.call(1, {b.f1});
           }));
}

TEST(Verify, trees) {
    const auto with_tree = [](std::vector<NodeKind> kinds, const std::function<void(Tree&, Broken&)>& then) {
        return [=](Broken& b) {
            Tree& tree = b.module.functions[0].tree;
            for (const NodeKind kind : kinds) {
                tree.root.push_back(static_cast<NodeId>(tree.nodes.size()));
                tree.nodes.push_back({kind,
                                      kind == NodeKind::Block ? 0 : kNoBlock,
                                      kNone,
                                      std::pmr::vector<std::pmr::vector<NodeId>>(b.module.arena()),
                                      {}});
            }
            then(tree, b);
        };
    };
    const auto as_is = [](Tree&, Broken&) {};
    EXPECT_EQ(verify_error(with_tree({NodeKind::Block, NodeKind::Return}, as_is)), "");
    expect("the block is in two places", with_tree({NodeKind::Block, NodeKind::Block}, as_is));
    expect("there is no loop around it", with_tree({NodeKind::Break}, as_is));
    expect("there is no loop around it", with_tree({NodeKind::Continue}, as_is));
    expect("0 bodies instead of 1", with_tree({NodeKind::Loop}, as_is));
    expect("it has no value; it takes bool",
           with_tree({NodeKind::If}, [](Tree& tree, Broken&) { tree.nodes[0].bodies.resize(2); }));
    expect("its value is i32, not bool", with_tree({NodeKind::If}, [](Tree& tree, Broken& b) {
               tree.nodes[0].bodies.resize(2);
               tree.nodes[0].value = b.i1;
           }));
    expect("a case occurs twice", with_tree({NodeKind::Switch}, [](Tree& tree, Broken& b) {
               tree.nodes[0].bodies.resize(3);
               tree.nodes[0].cases = {1, 1};
               tree.nodes[0].value = b.i1;
           }));
    expect("the node is in two places",
           with_tree({NodeKind::Return}, [](Tree& tree, Broken&) { tree.root.push_back(0); }));
    expect("the tree has no node 5",
           with_tree({NodeKind::Return}, [](Tree& tree, Broken&) { tree.root.push_back(5); }));
    expect("there is no such block",
           with_tree({NodeKind::Block}, [](Tree& tree, Broken&) { tree.nodes[0].block = 3; }));
}

} // namespace
} // namespace relit::ir
