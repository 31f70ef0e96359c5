#include "cli/bundle/run_files.hpp"

#include "base/json/reader.hpp"
#include "cli/run/set_names.hpp"
#include "guests/inputs.hpp"
#include "verify/registers.hpp"
#include "verify/rewrite/pipeline_io.hpp"
#include "verify/set_source.hpp"
#include "verify/textures.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Names that programs of a guest can have, whether this one uses them or not.
class GuestNames final : public verify::SetSource {
public:
    GuestNames(std::string_view guest, const SetNames& of_file) : guest_(guest), of_file_(of_file) {}

    [[nodiscard]] Status unused_register(std::string_view name) override {
        return check(name, guests::InputKind::Register);
    }
    [[nodiscard]] Status unused_texture(std::string_view name) override {
        return check(name, guests::InputKind::Texture);
    }
    [[nodiscard]] Result<std::vector<std::uint8_t>> read(const std::string& file) override { return read_input(file); }

private:
    [[nodiscard]] Status check(std::string_view name, guests::InputKind kind) const {
        const Status known = guests::check_input_name(guest_, name, kind);
        return known ? known : fail(known.error().kind, known.error().text + of_file_.known_names(kind));
    }

    std::string_view guest_;
    const SetNames& of_file_;
};

} // namespace

Status check_names(const Options& options, std::span<const StageFiles> stages, const bundle::FileBytes& inputs) {
    if (stages.size() != 1) return {};
    ir::ContextReader context(options.context, {.leaves_out_unknown = true});
    auto module = translate::lift(*stages[0].program, context);
    if (!module || module->stage == ir::Stage::Compute) return {};
    (void)verify::lower_pipeline_io(*module);
    const run::State base = verify::default_state(*module);
    const isa::Program& program = *stages[0].program;
    const SetNames of_file(program);
    GuestNames names(program.frontend.name(), of_file);
    std::size_t count = 0;
    const auto read = read_json(reader_of(Bytes(inputs)), {}, [&](const nlohmann::ordered_json& given, bool) -> Status {
        nlohmann::ordered_json renamed;
        const auto set = of_file.with_guest_names(*module, given, renamed, [](const std::string&) {});
        if (!set) return fail(fmt::format("set {}: {}", count, set.error().text));
        const auto state = verify::state_of(*module, base, **set, names);
        if (!state) return fail(fmt::format("set {}: {}", count, state.error().text));
        const auto textures = verify::textures_of(*module, **set, names);
        ++count;
        return textures ? Status() : std::unexpected(textures.error());
    });
    return read ? Status() : std::unexpected(read.error());
}

Status check_constants(std::span<const StageFiles> stages, const bundle::FileBytes& constants) {
    if (constants.empty()) return fail_at(0, "the file is empty");
    Status last;
    for (const StageFiles& stage : stages) {
        const auto presets = stage.program->frontend.presets_of_dump(constants);
        if (presets) return {};
        last = std::unexpected(presets.error());
    }
    return last;
}

Status check_results(const bundle::FileBytes& results) {
    const auto read =
        read_json(reader_of(Bytes(results)), {}, [](const nlohmann::ordered_json&, bool) -> Status { return {}; });
    return read ? Status() : std::unexpected(read.error());
}

} // namespace relit::cli
