// Reading inputs and writing outputs, and reporting what goes wrong.
#pragma once

#include "base/byte_stream.hpp"
#include "base/result.hpp"
#include "cli/exit.hpp"
#include "cli/io/temporary.hpp"
#include "cli/options/options.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The whole of a file, or of standard input for "-"; with options, of a file in a bundle too.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_input(const std::string& name);
[[nodiscard]] Result<std::vector<std::uint8_t>> read_input(const Options& options, const std::string& name);

/// A file, or standard input for "-", that is read piece by piece.
struct Input {
    ReadBytes read;
    bool is_file = false; // which can be opened and read once more
};
[[nodiscard]] Result<Input> open_input(const std::string& name);
[[nodiscard]] Result<Input> open_input(const Options& options, const std::string& name);

/// An answer that is written piece by piece. After the first fault writing does nothing. A file is there when it is closed and
/// all went well; until then, and otherwise, what was there before stays.
class Output {
public:
    /// "-" is standard output. `input`, unless it is empty, is read while this is written: they must not be one file.
    [[nodiscard]] static Result<Output> open(const std::string& name, const std::string& input);
    /// The same of several inputs.
    [[nodiscard]] static Result<Output> open(const std::string& name, std::span<const std::string> inputs);
    void write(std::string_view text);
    /// Returns the first fault of writing so far, if there is one.
    [[nodiscard]] const Status& status() const { return status_; }
    [[nodiscard]] Status close();

private:
    struct Close {
        void operator()(std::FILE* file) const;
    };
    Output(std::FILE* file, Temporary temporary) : temporary_(std::move(temporary)), file_(file) {}

    Temporary temporary_; // which is the file that is written, and what was to be written where all went well
    std::unique_ptr<std::FILE, Close> file_;
    Status status_;
};

/// Writes the result of a verb to --output; a fault is reported and gives its exit code.
Exit answer(const Options& options, std::string_view text);
Exit answer(const Options& options, Bytes bytes);
/// A fault if binary data would go to a terminal without an explicit -o -.
[[nodiscard]] Status fit_for_terminal(const Options& options);

/// Writes a file atomically; "-" is standard output.
Status write_output(const std::string& name, Bytes bytes);

/// How messages call an input: its name without control characters, or "<stdin>".
[[nodiscard]] std::string shown_name(std::string_view name);
/// Prints the fault on standard error and gives the exit code that goes with it.
Exit report(const Fault& fault, const std::string& file);

} // namespace relit::cli
