#include "verify/grid.hpp"

#include "base/json/writer.hpp"
#include "ir/names.hpp"
#include "verify/registers.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace relit::verify {
namespace {

constexpr float kCentre = 0.5F;

/// A builtin that lower_pipeline_io() made an input.
constexpr std::string_view kPosition = "frag_coord";

bool is_position(const ir::RegisterFile& file, std::uint32_t reg) {
    return file.name == kPosition || std::ranges::any_of(file.io_slots, [&](const ir::IoSlot& slot) {
               return slot.reg == reg && slot.semantic == ir::Semantic::Position;
           });
}
/// A register without a slot is one, too, unless lower_pipeline_io() made it of a builtin.
bool is_varying(const ir::RegisterFile& file, std::uint32_t reg) {
    const auto slot = std::ranges::find(file.io_slots, reg, &ir::IoSlot::reg);
    if (slot == file.io_slots.end())
        return std::ranges::find(ir::kBuiltinNames, file.name) == std::end(ir::kBuiltinNames);
    return slot->semantic == ir::Semantic::User && slot->interpolation != ir::Interpolation::Flat;
}

void set_position(const ir::Module& module, run::State& state, const GridInput& input, float x, float y) {
    const ir::RegisterFile& file = module.files[input.file];
    std::vector<std::uint64_t>& lanes = state.files[input.file];
    lanes[input.reg * file.lanes] = std::bit_cast<std::uint32_t>(x);
    if (file.lanes > 1) lanes[input.reg * file.lanes + 1] = std::bit_cast<std::uint32_t>(y);
}

/// Registers of float inputs that `is_wanted`.
std::vector<GridInput> inputs_of(const ir::Module& module,
                                 bool (*is_wanted)(const ir::RegisterFile& file, std::uint32_t reg)) {
    std::vector<GridInput> inputs;
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (file.role != ir::Role::Input || file.kind != ir::Kind::F32) continue;
        for (std::uint32_t reg = 0; reg < file.count; ++reg)
            if (is_wanted(file, reg)) inputs.push_back({i, reg});
    }
    return inputs;
}

/// Registers that loads name; all of a file that is indexed, or loaded from by vertex.
std::set<std::pair<std::uint32_t, std::uint32_t>> loaded_registers(const ir::Module& module) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> loaded;
    for (const ir::Inst& inst : module.insts) {
        if (!ir::info(inst.op).loads(ir::Memory::Registers)) continue;
        const ir::Access access = inst.access();
        const std::uint32_t file = access[ir::Access::file];
        const std::uint32_t lanes = module.files[file].lanes;
        if (ir::info(inst.op).is_fixed_access())
            for (std::uint32_t lane = 0; lane < inst.type.lanes; ++lane)
                loaded.emplace(file, (access[ir::Access::lane] + lane) / lanes);
        else
            for (std::uint32_t reg = 0; reg < module.files[file].count; ++reg) loaded.emplace(file, reg);
    }
    return loaded;
}

struct Target {
    std::uint32_t file = 0, reg = 0, number = 0;
};
std::vector<Target> targets_of(const ir::Module& module) {
    std::vector<Target> targets;
    std::uint32_t before = 0; // registers of files of outputs
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (file.role != ir::Role::Output || file.purpose == ir::FilePurpose::End) continue;
        for (std::uint32_t reg = 0; reg < file.count; ++reg) {
            const auto slot = std::ranges::find(file.io_slots, reg, &ir::IoSlot::reg);
            const bool is_own = slot == file.io_slots.end(); // at the location of its number
            if (is_own || (slot->semantic == ir::Semantic::User && !slot->is_second))
                targets.push_back({i, reg, is_own ? before + reg : slot->number});
        }
        before += file.count;
    }
    return targets;
}

bool was_discarded(const ir::Module& module, const run::State& state) {
    const auto end = ir::file_of(module, ir::FilePurpose::End);
    return state.discarded || (end && state.files[*end][0] == 0);
}

class Grid {
public:
    Grid(const ir::Module& module, const run::State& base, std::uint32_t size, const std::vector<GridInput>& over)
        : module_(module), base_(base), size_(size), over_(over), positions_(inputs_of(module, is_position)),
          results_(std::size_t{size} * size) {}

    /// Two rows at a time, quad after quad; with one fragment more where the side is odd.
    Status run(const std::function<Status(std::vector<run::State>& states)>& run) {
        for (std::uint32_t top = 0; top < size_; top += 2) {
            std::vector<run::State> states;
            for (std::uint32_t left = 0; left < size_; left += 2)
                for (std::uint32_t i = 0; i < 4; ++i) states.push_back(state_at(left + i % 2, top + i / 2));
            if (const Status done = run(states); !done) return done;
            for (std::uint32_t i = 0; i < states.size(); ++i) keep(std::move(states[i]), i, top);
        }
        return {};
    }
    void write(JsonWriter& json, bool numbers) const {
        json.begin_object();
        json.members({{"width", size_}, {"height", size_}});
        std::vector<std::string> names;
        for (const GridInput& input : over_) names.push_back(name_of(input.file, input.reg));
        json.member("over", names);
        json.objects("targets", targets_of(module_), [&](const Target& target) { write(json, target, numbers); });
        write_numbers(json, "discarded",
                      [&](const run::State& state) { return was_discarded(module_, state) && !state.hit_loop_limit; });
        write_numbers(json, "hit_loop_limit", [](const run::State& state) { return state.hit_loop_limit; });
        json.end();
    }

private:
    [[nodiscard]] run::State state_at(std::uint32_t column, std::uint32_t row) const {
        run::State state = base_;
        const float x = static_cast<float>(column) + kCentre, y = static_cast<float>(row) + kCentre;
        const auto side = static_cast<float>(size_);
        for (const GridInput& input : over_) set_position(module_, state, input, x / side, y / side);
        for (const GridInput& input : positions_) set_position(module_, state, input, x, y);
        return state;
    }
    /// State `number` of those of the two rows from `top` on. Only outputs are kept: buffers are large.
    void keep(run::State state, std::uint32_t number, std::uint32_t top) {
        const std::uint32_t x = number / 4 * 2 + number % 2, y = top + number % 4 / 2;
        if (x >= size_ || y >= size_) return;
        state.resources.clear();
        for (std::size_t i = 0; i < module_.files.size(); ++i)
            if (module_.files[i].role != ir::Role::Output) state.files[i].clear();
        results_[std::size_t{y} * size_ + x] = std::move(state);
    }
    [[nodiscard]] std::string name_of(std::uint32_t file, std::uint32_t reg) const {
        const ir::RegisterFile& named = module_.files[file];
        return named.count == 1 && named.lanes == 1 ? std::string(named.name)
                                                    : fmt::format("{}{}", std::string_view(named.name), reg);
    }
    void write(JsonWriter& json, const Target& target, bool numbers) const {
        const ir::RegisterFile& file = module_.files[target.file];
        json.members({{"name", name_of(target.file, target.reg)}, {"target", target.number}});
        json.begin_array("values");
        for (const run::State& state : results_) {
            json.begin_array();
            for (std::uint32_t lane = 0; lane < file.lanes; ++lane)
                write_lane(json, state.files[target.file][target.reg * file.lanes + lane], file.kind, numbers);
            json.end();
        }
        json.end();
    }
    void write_numbers(JsonWriter& json, std::string_view name,
                       const std::function<bool(const run::State& state)>& is_such) const {
        if (std::ranges::none_of(results_, is_such)) return;
        json.begin_array(name);
        for (std::size_t i = 0; i < results_.size(); ++i)
            if (is_such(results_[i])) json.value(i);
        json.end();
    }

    const ir::Module& module_;
    const run::State& base_;
    std::uint32_t size_;
    const std::vector<GridInput>& over_;
    std::vector<GridInput> positions_;
    std::vector<run::State> results_; // row by row
};

} // namespace

std::vector<GridInput> varyings_of(const ir::Module& module) {
    const auto loaded = loaded_registers(module);
    std::vector<GridInput> varyings = inputs_of(module, is_varying);
    std::erase_if(varyings, [&](const GridInput& input) { return !loaded.contains({input.file, input.reg}); });
    return varyings;
}

Status write_grid(JsonWriter& json, const ir::Module& module, const run::State& base, std::uint32_t size,
                  const std::vector<GridInput>& over, bool numbers,
                  const std::function<Status(std::vector<run::State>& states)>& run) {
    Grid grid(module, base, size, over);
    if (const Status done = grid.run(run); !done) return done;
    grid.write(json, numbers);
    return {};
}

void fill_with_pattern(const ir::Resource& resource, ir::Bound& bound) {
    constexpr std::uint32_t kSide = 16;
    if (resource.kind != ir::ResourceKind::Texture) return;
    const bool is_line = ir::dimensions(resource.dim) == 1;
    const bool is_float = resource.sampled == ir::Kind::F32;
    const auto part = [&](std::uint32_t number) {
        return is_float ? std::bit_cast<std::uint32_t>(static_cast<float>(number) / (kSide - 1)) : number;
    };
    ir::Level level{.width = kSide, .height = is_line ? 1 : kSide, .depth = 1, .texels = {}};
    for (std::uint32_t layer = 0; layer < bound.texture.layers; ++layer)
        for (std::uint32_t y = 0; y < level.height; ++y)
            for (std::uint32_t x = 0; x < level.width; ++x)
                level.texels.push_back({part(x), part(y), part((x / 2 + y / 2) % 2 * (kSide - 1)), part(kSide - 1)});
    bound.texture.levels = {std::move(level)};
}

} // namespace relit::verify
