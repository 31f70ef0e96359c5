// The files that `translate --dump FOLDER` leaves there, for each stage: STAGE_guest.bin, the program as it was given, and of two vertex
// programs the second as vertex_guest_b.bin; STAGE_ir.txt, the module as the language found it; STAGE_passes.txt, what each
// pass took and left; STAGE_output.glsl or .spv.
#pragma once

#include "cli/io/program.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The language of a translation, and the suffix of its files.
[[nodiscard]] Bytes output_of(const Options& options, const lang::Artifact& artifact);
[[nodiscard]] std::string_view ending_of(const Options& options);

class Dump {
public:
    /// Nothing is kept, nor written, where `folder` is empty.
    explicit Dump(std::string folder) : folder_(std::move(folder)) {}

    /// To be called after each pass.
    void watch(const pass::Step& step, const ir::Module& now);
    /// The stage of the first module that was watched.
    [[nodiscard]] ir::Stage stage() const { return logs_.empty() ? ir::Stage::Vertex : logs_.begin()->first; }
    /// Makes the folder where it is not there. `files`: those that the program comes from.
    [[nodiscard]] Status write(std::span<const std::vector<std::uint8_t>> files, ir::Stage stage, Bytes output,
                               std::string_view ending) const;

private:
    struct Log {
        std::string module, passes;
    };
    std::string folder_;
    std::map<ir::Stage, Log> logs_;
};

} // namespace relit::cli
