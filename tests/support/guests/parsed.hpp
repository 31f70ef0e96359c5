// Programs of a draw, parsed from files: what translate_linked() takes.
#pragma once

#include "isa/frontend.hpp"

#include <initializer_list>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace relit::test {

class ParsedPrograms {
public:
    using File = std::pair<const isa::Frontend*, Bytes>;

    ParsedPrograms() = default;
    ParsedPrograms(std::initializer_list<File> files) {
        for (const auto& [frontend, file] : files) add(*frontend, file);
    }
    /// Throws where the file has no program: the test that wrote it is wrong.
    void add(const isa::Frontend& frontend, Bytes file) {
        auto program = frontend.parse(file);
        if (!program) throw std::runtime_error(program.error().text);
        row_.push_back(program->get());
        programs_.push_back(std::move(*program));
    }
    /// The first two, which are vertex programs, run one after the other.
    void join() {
        auto joined = programs_.at(0)->frontend.join(*programs_[0], *programs_.at(1));
        if (!joined) throw std::runtime_error(joined.error().text);
        programs_.erase(programs_.begin());
        row_.erase(row_.begin());
        programs_[0] = std::move(*joined);
        row_[0] = programs_[0].get();
    }

    [[nodiscard]] const isa::Program& operator[](std::size_t at) const { return *row_.at(at); }
    [[nodiscard]] std::size_t size() const { return row_.size(); }
    operator std::span<const isa::Program* const>() const { return row_; } // NOLINT: it stands for its row

private:
    std::vector<isa::ProgramPtr> programs_;
    std::vector<const isa::Program*> row_;
};

} // namespace relit::test
