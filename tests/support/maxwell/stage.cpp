#include "tests/support/maxwell/stage.hpp"

#include "ir/verify/verify.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace relit::test {

using ir::Semantic;

std::uint64_t* MaxwellStage::lane(ir::Role role, Semantic semantic, std::uint32_t number, std::uint32_t lane,
                                  std::uint32_t vertex) {
    for (const lang::IoVariable& io_variable : lang::io_variables_of(module, role)) {
        if (io_variable.semantic != semantic || (semantic != Semantic::Position && io_variable.number != number))
            continue;
        const ir::RegisterFile& file = module.files[io_variable.file];
        const std::uint32_t reg = io_variable.reg + vertex * ir::registers_of_a_vertex(module, file);
        return &state.files[io_variable.file][reg * file.lanes + io_variable.lane + lane];
    }
    return nullptr;
}

void MaxwellStage::give(std::uint32_t location, std::uint32_t at, float value, std::uint32_t vertex) {
    std::uint64_t* found = lane(ir::Role::Input, Semantic::User, location, at, vertex);
    ASSERT_NE(found, nullptr) << location;
    *found = bits(value);
}

float MaxwellStage::made(Semantic semantic, std::uint32_t number, std::uint32_t at) {
    const std::uint64_t* found = lane(ir::Role::Output, semantic, number, at);
    EXPECT_NE(found, nullptr);
    return found == nullptr ? NAN : std::bit_cast<float>(static_cast<std::uint32_t>(*found));
}

void MaxwellStage::run() {
    run::Host host;
    host.builtin = [&](ir::Builtin which, unsigned at, std::size_t) -> std::uint64_t {
        const auto found = builtins.find(which);
        return found == builtins.end() ? 0 : found->second.at(at);
    };
    run::Tracer tracer(module, [&](const run::TracedStep& step) {
        for (const run::TracedLane& write : step.writes)
            if (write.storage == run::Storage::Register) writes.push_back(write);
    });
    host.tracer = &tracer;
    const Status done = run::run(module, std::span(&state, 1), {}, host);
    EXPECT_TRUE(done) << done.error().text;
}

std::vector<std::uint8_t> assembled_maxwell(std::string_view head, std::string_view text) {
    auto file = isa::maxwell::assemble(std::string(head) + "\n" + std::string(text), {});
    EXPECT_TRUE(file) << (file ? "" : file.error().text);
    return file ? std::move(*file) : std::vector<std::uint8_t>{};
}

Result<ir::Module> lifted(std::string_view head, std::string_view text, const ir::Context& context) {
    const auto file = isa::maxwell::assemble(std::string(head) + "\n" + std::string(text), {});
    if (!file) return std::unexpected(file.error());
    ir::ContextReader reader(context);
    return translate::lift(isa::maxwell::kFrontend, *file, reader);
}

MaxwellStage stage_of(Result<ir::Module> module) {
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    if (!module) return {};
    const Status legal = ir::verify(*module);
    EXPECT_TRUE(legal) << (legal ? "" : legal.error().text);
    run::State state = run::blank_state(*module);
    return {std::move(*module), std::move(state)};
}

MaxwellStage stage(std::string_view kind, std::string_view maps, std::string_view text, const ir::Context& context) {
    return stage_of(lifted(std::string(kind) + std::string(maps), text, context));
}

unsigned count(const ir::Module& module, ir::Op op) {
    unsigned all = 0;
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            all += static_cast<unsigned>(
                std::ranges::count_if(block.insts, [&](ir::Id id) { return module[id].op == op; }));
    return all;
}

} // namespace relit::test
