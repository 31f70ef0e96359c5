#include "cli/run/sets.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "cli/run/set_files.hpp"
#include "cli/run/trace.hpp"
#include "verify/grid.hpp"
#include "verify/registers.hpp"
#include "verify/textures.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Bytes that a state takes, about.
std::size_t size_of(const run::State& state) {
    std::size_t bytes = sizeof(run::State);
    for (const auto& lanes : state.files)
        bytes += sizeof(std::vector<std::uint64_t>) + lanes.size() * sizeof(std::uint64_t);
    for (const auto& buffer : state.resources) bytes += sizeof(std::vector<std::uint8_t>) + buffer.size();
    return bytes;
}

class Sets {
public:
    Sets(const Options& options, const Program& program, const ir::Module& module, const run::State& base,
         std::size_t batch, const RunStates& run, Output out)
        : options_(options), module_(module), base_(base), batch_(batch), most_(kMostBytes / size_of(base)), run_(run),
          out_(std::move(out)), files_(*program.parsed, shown_name(options.run.inputs)) {
        if (options.run.shows_steps()) trace_.emplace(options, *program.parsed, module, out_);
    }

    /// The inputs that --grid varies.
    Status choose_varied() {
        if (options_.run.grid.size == 0) return {};
        if (options_.run.grid.over.empty()) return varied_ = verify::varyings_of(module_), Status();
        for (const std::string& name : options_.run.grid.over)
            if (const Status done = vary(name); !done)
                return fail(FaultKind::Usage, fmt::format("--over {}: {}", name, done.error().text));
        return {};
    }

    /// Reads the next set; the batch that it fills is run.
    Status add(const Json& set, bool is_item) {
        is_list_ = is_item;
        Json own;
        const auto named = files_.with_guest_names(module_, set, own);
        if (!named) return fail(named.error().kind, fmt::format("set {}: {}", added_, named.error().text));
        auto state = verify::state_of(module_, base_, **named, files_);
        if (!state) return fail(fmt::format("set {}: {}", added_, state.error().text));
        if (const Status bound = bind(**named); !bound) return bound;
        if (states_.size() == most_)
            return fail(FaultKind::NotSupported,
                        fmt::format("more than {} sets that must be in memory together", most_));
        if (options_.run.grid.size != 0) return ++added_, answer_grid(*state);
        states_.push_back(std::move(*state));
        ++added_;
        return states_.size() == batch_ ? flush() : Status();
    }
    /// Runs what is left, and ends the answer; `read`: whether the inputs were a list, or what is wrong with them.
    Exit finish(Result<bool> read) {
        if (read)
            if (const Status done = flush(); !done) read = std::unexpected(done.error());
        if (!read) {
            const std::string blamed = blamed_;
            if (options_.output == "-") end_early();
            return report(read.error(), blamed);
        }
        if (trace_) trace_->finish();
        if (!trace_) out_.write(!*read ? "\n" : answered_ == 0 ? "[\n\n]\n" : "\n]\n");
        const Status written = out_.close();
        return written ? Exit::Done : report(written.error(), options_.output == "-" ? "<stdout>" : options_.output);
    }

private:
    static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

    /// Answers the sets that came before a mistake: standard output has a whole list, or nothing.
    void end_early() {
        if (is_list_)
            if (const Status done = flush(); !done) (void)report(done.error(), blamed_);
        if (trace_) trace_->finish();
        if (is_list_ && answered_ != 0 && !trace_) out_.write("\n]\n");
        if (const Status written = out_.close(); !written) (void)report(written.error(), "<stdout>");
    }
    Status vary(const std::string& name) {
        Json own;
        const Json set = {{name, Json::array({0})}};
        const auto named = files_.with_guest_names(module_, set, own);
        if (!named) return std::unexpected(named.error());
        for (const auto& [input, value] : (*named)->items()) {
            const auto position = verify::position_of(module_, input, verify::Registers::Given);
            if (!position || position->is_resource || !verify::is_read(module_, *position) ||
                module_.files[position->index].kind != ir::Kind::F32)
                return fail("the program has no such input of floats");
            varied_.push_back({position->index, position->reg});
        }
        return {};
    }
    /// A grid of fragments on top of a set.
    Status answer_grid(const run::State& set) {
        Status done;
        const auto run = [&](std::vector<run::State>& states) { return run_(states, textures_, nullptr); };
        const std::string text = one_register_a_line([&](JsonWriter& json) {
            done = verify::write_grid(json, module_, set, options_.run.grid.size, varied_, options_.run.numbers, run);
        });
        if (!done) return blamed_ = options_.files[0], done;
        out_.write(answered_++ != 0 ? ",\n" : is_list_ ? "[\n" : "");
        out_.write(text);
        return {};
    }
    /// Textures stand in the first set and hold for all.
    Status bind(const Json& set) {
        if (added_ == 0) {
            auto textures = verify::textures_of(module_, set, files_);
            if (!textures) return std::unexpected(textures.error());
            textures_ = std::move(*textures);
            if (options_.run.grid.size != 0) fill_textures(set);
        } else if (verify::has_textures(set)) {
            return fail(fmt::format("set {}: \"{}\" stand in the first set", added_, verify::kTexturesKey));
        }
        return {};
    }
    /// Gives the textures that the set does not have the pattern of --grid.
    void fill_textures(const Json& set) {
        const Json given = verify::has_textures(set) ? set[std::string(verify::kTexturesKey)] : Json::object();
        for (std::size_t i = 0; i < textures_.size(); ++i)
            if (!given.contains(std::string(module_.resources[i].name)))
                verify::fill_with_pattern(module_.resources[i], textures_[i]);
    }
    Status flush() {
        std::vector<run::State> states = std::exchange(states_, {});
        if (states.empty()) return {};
        if (options_.run.asks()) return ask_about(states);
        if (trace_) trace_->begin_run({.first = answered_, .count = states.size()});
        if (Status done = run_(states, textures_, trace_ ? trace_->tracer() : nullptr); !done) return end_run(done);
        if (trace_) trace_->begin_results();
        for (const run::State& state : states) answer(state);
        if (trace_) trace_->end_run();
        return {};
    }
    Status end_run(Status done) {
        blamed_ = options_.files[0];
        if (trace_) trace_->begin_results(), trace_->end_run();
        return done;
    }
    /// Of sets that run together, each is a run of its own that is asked about.
    Status ask_about(const std::vector<run::State>& states) {
        const std::uint64_t first = answered_, end = first + states.size();
        const std::vector<ir::Bound> textures = textures_;
        while (answered_ != end) {
            if (!is_asked(answered_)) {
                ++answered_;
                continue;
            }
            trace_->begin_run({.first = first, .count = states.size(), .asked = answered_});
            Status done = trace_->investigate([&](run::Tracer* tracer) {
                std::vector<run::State> copy = states;
                textures_ = textures;
                return run_(copy, textures_, tracer);
            });
            std::vector<run::State> results = states;
            textures_ = textures;
            if (done) done = run_(results, textures_, trace_->tracer());
            if (!done) return end_run(done);
            trace_->begin_results();
            answer(results[answered_ - first]);
            trace_->end_run();
        }
        return {};
    }
    [[nodiscard]] bool is_asked(std::uint64_t set) const {
        const TraceOptions& asked = options_.run.trace;
        const bool is_compared_with = asked.first_such == "difference" && set == 0;
        return is_compared_with || set == asked.invocation.value_or(set);
    }
    void answer(const run::State& state) {
        const auto write = [&](JsonWriter& json) { verify::write_results(json, module_, state, options_.run.numbers); };
        const bool is_first = answered_++ == 0;
        if (trace_) return trace_->result(write);
        out_.write(!is_first ? ",\n" : is_list_ ? "[\n" : "");
        out_.write(one_register_a_line(write));
    }

    const Options& options_;
    const ir::Module& module_;
    const run::State& base_;
    std::size_t batch_, most_;
    const RunStates& run_;
    Output out_;
    std::optional<TraceWriter> trace_;
    SetFiles files_;
    std::vector<run::State> states_; // read, but not run yet
    std::vector<ir::Bound> textures_;
    std::vector<verify::GridInput> varied_;
    std::size_t added_ = 0, answered_ = 0;
    bool is_list_ = false;
    std::string blamed_ = options_.run.inputs; // the file that a fault is about
};

} // namespace

std::string one_register_a_line(const std::function<void(JsonWriter& json)>& write) {
    JsonWriter json({.one_line_values = true});
    write(json);
    std::string text = json.take();
    text.pop_back();
    return text == "{}" ? "{\n}" : text;
}

Exit run_sets(const Options& options, const Program& program, const ir::Module& module, const run::State& base,
              std::size_t batch, const RunStates& run) {
    const bool has_inputs = !options.run.inputs.empty();
    const auto input = has_inputs ? open_input(options, options.run.inputs) : Result<Input>();
    if (!input) return report(input.error(), options.run.inputs);
    auto out = Output::open(options.output, std::string());
    if (!out) return report(out.error(), options.output);
    Sets sets(options, program, module, base, batch, run, std::move(*out));
    if (const Status chosen = sets.choose_varied(); !chosen) return report(chosen.error(), options.files[0]);
    if (!has_inputs) {
        const Status done = sets.add(Json::object(), false);
        return sets.finish(done ? Result<bool>(false) : std::unexpected(done.error()));
    }
    return sets.finish(
        read_json(input->read, {}, [&](const Json& set, bool is_item) { return sets.add(set, is_item); }));
}

std::size_t batch_of(const ir::Module& module) {
    constexpr std::size_t kSubgroup = 128, kBatch = 1024; // of any device, and more
    const auto asks = [](const ir::Inst& inst) { return inst.op == ir::Op::ReadBuiltin; };
    if (std::ranges::any_of(module.insts, asks)) return 0;
    const std::uint32_t* size = module.workgroup;
    const std::size_t group = std::max<std::size_t>(std::size_t{size[0]} * size[1] * size[2], 1);
    const std::size_t step = std::lcm(group, kSubgroup);
    return (kBatch + step - 1) / step * step;
}

} // namespace relit::cli
