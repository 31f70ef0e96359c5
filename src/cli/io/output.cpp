// Writing outputs: a file takes its place when it is whole, and no earlier.
#include "cli/io/program.hpp"

#include "base/printable.hpp"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
void Output::Close::operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
}

Result<Output> Output::open(const std::string& name, const std::string& input) { return open(name, {&input, 1}); }

Result<Output> Output::open(const std::string& name, std::span<const std::string> inputs) {
    if (name == "-") return Output(stdout, {});
    for (const std::string& input : inputs) {
        std::error_code ignored;
        if (!input.empty() && input != "-" && std::filesystem::equivalent(name, input, ignored))
            return fail(FaultKind::Usage, "is the input, which is still being read: name another output");
    }
    auto temporary = Temporary::beside(name);
    if (!temporary) return std::unexpected(temporary.error());
    std::FILE* file = std::fopen(temporary->path().empty() ? name.c_str() : temporary->path().c_str(), "wb");
    if (file == nullptr) return cannot_write();
    return Output(file, std::move(*temporary));
}

void Output::write(std::string_view text) {
    if (status_ && std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) status_ = cannot_write();
}

Status Output::close() {
    std::FILE* file = file_.release();
    const bool done = file == stdout ? std::fflush(file) == 0 : std::fclose(file) == 0;
    if (status_ && !done) status_ = cannot_write();
    if (status_) status_ = temporary_.replace_target();
    return status_;
}

Status write_output(const std::string& name, Bytes bytes) {
    auto out = Output::open(name, std::string());
    if (!out) return std::unexpected(out.error());
    out->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return out->close();
}

Exit answer(const Options& options, std::string_view text) {
    // Colours are escape sequences themselves. Nothing else that is text has any: this is a net below what makes text.
    const std::string plain = options.color ? std::string(text) : printable(text, "\n\t");
    return answer(options, {reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size()});
}

Exit answer(const Options& options, Bytes bytes) {
    const bool is_binary = std::ranges::find(bytes, 0) != bytes.end();
    if (const Status fit = is_binary ? fit_for_terminal(options) : Status(); !fit)
        return report(fit.error(), "<stdout>");
    const Status written = write_output(options.output, bytes);
    return written ? Exit::Done : report(written.error(), options.output == "-" ? "<stdout>" : options.output);
}

Status fit_for_terminal(const Options& options) {
    if (options.output != "-" || options.names_output || ::isatty(STDOUT_FILENO) != 1) return {};
    return fail(FaultKind::Usage,
                "binary data is not written to a terminal: name a file with -o, or force it with -o -");
}

} // namespace relit::cli
