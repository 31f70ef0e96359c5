#include "cli/pair.hpp"

#include "ir/names.hpp"
#include "ir/print.hpp"
#include "translate/pair.hpp"

#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// One of the two, with what was made of it.
struct Half {
    std::string file;
    Program program;
    ir::Stage stage{};
};

/// Reports what is wrong with a file.
std::expected<Half, Exit> open_half(const Options& options, std::size_t number) {
    const std::string& file = options.files[number];
    auto program = open_program(options, file, number);
    if (!program) return std::unexpected(report(program.error(), file));
    if (const Status known = refuse_unknown(options, *program); !known)
        return std::unexpected(report(known.error(), file));
    ir::ContextReader context(options.context);
    const auto module = program->guest->lift(program->bytes, context);
    if (!module) return std::unexpected(report(module.error(), file));
    return Half{file, std::move(*program), module->stage};
}

struct Halves {
    Half vertex, fragment;
};

/// In whichever order they were named.
std::expected<Halves, Exit> open_halves(const Options& options) {
    auto first = open_half(options, 0);
    if (!first) return std::unexpected(first.error());
    auto second = open_half(options, 1);
    if (!second) return std::unexpected(second.error());
    const bool swapped = first->stage == ir::Stage::Fragment;
    Halves halves =
        swapped ? Halves{std::move(*second), std::move(*first)} : Halves{std::move(*first), std::move(*second)};
    if (halves.vertex.stage == ir::Stage::Vertex && halves.fragment.stage == ir::Stage::Fragment) return halves;
    const auto stage = [](const Half& half) {
        return fmt::format("{} is a {} program", shown_name(half.file), ir::name_in(ir::kStageNames, half.stage));
    };
    fmt::print(stderr, "relit: error: a pair is a vertex and a fragment program; {}, {}\n", stage(halves.vertex),
               stage(halves.fragment));
    return std::unexpected(Exit::Usage);
}

Exit write_half(const Options& options, const char* ending, const lang::Artifact& artifact) {
    Options one = options;
    one.output += ending;
    if (options.to == "spirv") one.output += ".spv";
    return answer(one, output_of(options, artifact));
}

Exit as_ir(const Options& options, const Halves& halves, const lang::Target& target, const translate::Route& route) {
    const ir::Context facts = translate::context_of_pair(*halves.vertex.program.guest, options.context);
    ir::ContextReader context(facts);
    auto vertex = halves.vertex.program.guest->lift(halves.vertex.program.bytes, context);
    auto fragment = halves.fragment.program.guest->lift(halves.fragment.program.bytes, context);
    if (!vertex) return report(vertex.error(), halves.vertex.file);
    if (!fragment) return report(fragment.error(), halves.fragment.file);
    const auto ready = translate::prepare_pair(std::move(*vertex), std::move(*fragment), target, route);
    if (!ready) return report(ready.error(), halves.vertex.file);
    return answer(options, ir::print(ready->vertex) + "\n" + ir::print(ready->fragment));
}

} // namespace

Exit translate_pair(const Options& options, const lang::Target& target, const translate::Route& route,
                    const Dump& dump) {
    const auto halves = open_halves(options);
    if (!halves) return halves.error();
    const auto& [vertex, fragment] = *halves;
    if (options.to == "ir") return as_ir(options, *halves, target, route);
    const bool to_files = options.output != "-", dumps = !options.dump.empty();
    if (options.to == "spirv" && !options.json && !to_files && !dumps) {
        fmt::print(stderr, "relit: error: two SPIR-V modules need -o NAME, for NAME.vert.spv and NAME.frag.spv\n");
        return Exit::Usage;
    }
    const auto done = translate::translate_pair(*vertex.program.guest, vertex.program.bytes, *fragment.program.guest,
                                                fragment.program.bytes, options.context, target, route);
    if (!done) return report(done.error(), vertex.file + " with " + fragment.file);
    for (const auto& [half, artifact] : {std::pair(&vertex, &done->vertex), std::pair(&fragment, &done->fragment)})
        for (const std::string& note : artifact->unfaithful)
            fmt::print(stderr, "{}: note: {}\n", shown_name(half->file), note);
    const auto keep = [&](const Half& half, ir::Stage stage, const lang::Artifact& artifact) {
        return dump.write(half.program.bytes, stage, output_of(options, artifact), ending_of(options));
    };
    Status kept = keep(vertex, ir::Stage::Vertex, done->vertex);
    if (kept) kept = keep(fragment, ir::Stage::Fragment, done->fragment);
    if (!kept) return report(kept.error(), options.dump);
    if (options.json) return answer(options, translate::to_json(*done));
    if (!to_files && dumps) return Exit::Done; // they are in the folder
    if (!to_files)
        return answer(options, fmt::format("// vertex: {}\n{}\n// fragment: {}\n{}", shown_name(vertex.file),
                                           done->vertex.text, shown_name(fragment.file), done->fragment.text));
    const Exit first = write_half(options, ".vert", done->vertex);
    return first == Exit::Done ? write_half(options, ".frag", done->fragment) : first;
}

} // namespace relit::cli
