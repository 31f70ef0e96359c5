#include "tests/support/lang/word_programs.hpp"

namespace relit::test {

ir::Module word_program(std::uint32_t registers,
                        const std::function<void(ir::Builder&, std::uint32_t in, std::uint32_t out)>& body) {
    ir::Module module;
    module.stage = ir::Stage::Compute;
    ir::Builder build(module);
    const auto in = build.file("in", ir::Kind::I32, 4, registers, ir::Role::Input);
    const auto out = build.file("out", ir::Kind::I32, 4, registers, ir::Role::Output);
    (void)build.function("main");
    body(build, in, out);
    build.ret();
    return module;
}

std::size_t calls_in_main(const ir::Module& module) {
    std::size_t calls = 0;
    for (const ir::Block& block : module.functions[0].blocks)
        for (const ir::Id id : block.insts) calls += ir::info(module[id].op).is_call() ? 1 : 0;
    return calls;
}

} // namespace relit::test
